// A command that cannot be meant as it stands: exit code 2.

export class UsageError extends Error {
  override readonly name = 'UsageError';
}
