// Finds, reads and checks adjourn.config.json. Everything wrong with it is said at once, and no secret with it.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { redact } from '../../activities/model/failures.ts';
import { Condition } from './condition.ts';
import { ConfigError } from './config-error.ts';
import { parseDocument } from './document.ts';
import { expand, shortestSecret, type Environment } from './environment.ts';
import { problemsOf } from './problems.ts';
import { AdjournConfig } from './schema.ts';

export const configFileName = 'adjourn.config.json';

export type LoadedConfig = AdjournConfig & {
  /** Absolute path. */
  file: string;
  /** Strings that must appear in no message, log or history. */
  secrets: string[];
};

/** `--config`, then ADJOURN_CONFIG, then the file in the working directory. */
export function findConfig(options: { flag?: string | undefined; env: Environment; cwd: string }): string {
  const { flag, env, cwd } = options;
  const named = flag ?? (env['ADJOURN_CONFIG'] || undefined);
  const file = path.resolve(cwd, named ?? configFileName);
  if (existsSync(file)) return file;
  const hint = 'name another one with --config FILE or ADJOURN_CONFIG';
  const source = flag !== undefined ? ' (--config)' : named !== undefined ? ' (ADJOURN_CONFIG)' : '';
  throw new ConfigError([`${file}${source}: no such file; ${hint}`]);
}

export function loadConfig(file: string, env: Environment): LoadedConfig {
  const document = parseDocument(file, readText(file));
  const { value, secrets, problems } = expand(document.value, env);
  const parsed = AdjournConfig.safeParse(value);
  const all = [...problems, ...(parsed.success ? [] : problemsOf(parsed.error, [AdjournConfig, Condition]))];
  // Longest first, so that no secret hides inside a longer one's remains.
  const known = [...new Set([...secrets, ...writtenSecrets(document.value)])].sort(
    (a, b) => b.length - a.length,
  );
  if (parsed.success && all.length === 0) return { ...parsed.data, file: path.resolve(file), secrets: known };
  const sorted = all.sort((a, b) => document.offset(a.path) - document.offset(b.path));
  throw new ConfigError(sorted.map((one) => redact(`${document.place(one.path)}: ${one.problem}`, known)));
}

export function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
    throw new ConfigError([`${file}: cannot be read (${code})`]);
  }
}

/** Secrets that stand in the file itself instead of in a variable. */
function writtenSecrets(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value)
    .flatMap(([key, part]: [string, unknown]): unknown[] => {
      if (key === 'apiKey') return [part];
      const isBag = (key === 'headers' || key === 'env') && typeof part === 'object' && part !== null;
      return isBag ? Object.values(part) : writtenSecrets(part);
    })
    .filter((part): part is string => typeof part === 'string' && part.length >= shortestSecret)
    .filter((part) => !part.includes('${env:'));
}
