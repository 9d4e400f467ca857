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
  return `${pointer}/${escaped(String(key))}`;
}

/** Each step as its key is spelled: a text with "/" or "~" is not found in the pointer itself. */
export function eachStep(pointer: string, change: (key: string) => string): string {
  const steps = pointer.split('/').map((step) => change(step.replaceAll('~1', '/').replaceAll('~0', '~')));
  return steps.map(escaped).join('/');
}

function escaped(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1');
}
