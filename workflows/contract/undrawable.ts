// Why a form cannot be drawn whole, and at which place of its schema.

export class Undrawable extends Error {
  /** A JSON pointer (RFC 6901) into the schema. */
  readonly pointer: string;
  constructor(reason: string, pointer: string) {
    super(reason);
    this.pointer = pointer;
  }
}

export function below(pointer: string, key: string | number): string {
  return `${pointer}/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`;
}
