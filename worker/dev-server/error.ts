// The one error of this folder: its message is written for the person at the terminal, and `code` for the caller.
export type DevServerErrorCode = 'cannot-fetch' | 'port-taken' | 'in-use' | 'cannot-start' | 'not-ready';

export class DevServerError extends Error {
  override readonly name = 'DevServerError';
  readonly code: DevServerErrorCode;

  constructor(code: DevServerErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** The text of anything thrown, with the text of what caused it (fetch says why only in the cause). */
export function reasonOf(thrown: unknown): string {
  if (!(thrown instanceof Error)) return String(thrown);
  return thrown.cause === undefined ? thrown.message : `${thrown.message}: ${reasonOf(thrown.cause)}`;
}
