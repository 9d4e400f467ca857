// A config that cannot be used: every problem at once, each with its place. The CLI ends with `exitCode`.

export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly exitCode = 2;
  /** One line each: `FILE:LINE:COLUMN FIELD: what is wrong`. */
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(problems.join('\n'));
    this.problems = problems;
  }
}
