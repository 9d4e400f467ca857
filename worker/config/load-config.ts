// Finds, reads and checks adjourn.config.json. Everything wrong with it is said at once, and no secret with it.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { redact } from '../../activities/model/failures.ts';
import { ConfigError } from './config-error.ts';
import { parseDocument, type Path } from './document.ts';
import { expand, shortestSecret, type Environment } from './environment.ts';
import { AdjournConfig } from './schema.ts';
import { nearest } from './suggest.ts';

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
  const document = parseDocument(file, read(file));
  const { value, secrets, problems } = expand(document.value, env);
  const parsed = AdjournConfig.safeParse(value);
  const all = [
    ...problems,
    ...(parsed.success ? [] : parsed.error.issues.flatMap((issue) => describe(issue))),
  ];
  // Longest first, so that no secret hides inside a longer one's remains.
  const known = [...new Set([...secrets, ...writtenSecrets(document.value)])].sort(
    (a, b) => b.length - a.length,
  );
  if (parsed.success && all.length === 0) return { ...parsed.data, file: path.resolve(file), secrets: known };
  const sorted = all.sort((a, b) => document.offset(a.path) - document.offset(b.path));
  throw new ConfigError(sorted.map((one) => redact(`${document.place(one.path)}: ${one.problem}`, known)));
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
    throw new ConfigError([`${file}: cannot be read (${code})`]);
  }
}

function describe(issue: z.core.$ZodIssue): { path: Path; problem: string }[] {
  const at = issue.path.map((part) => (typeof part === 'number' ? part : String(part)));
  switch (issue.code) {
    case 'unrecognized_keys':
      return issue.keys.map((key) => {
        const near = nearest(key, knownKeys());
        const hint = near === null ? '' : `; did you mean ${JSON.stringify(near)}?`;
        return { path: [...at, key], problem: `unknown key${hint}` };
      });
    case 'invalid_key':
      return issue.issues.map(({ message }) => ({ path: at, problem: message }));
    // Of several alternatives the one that fits best speaks, unless the schema has words of its own.
    case 'invalid_union': {
      const best = issue.errors.filter((issues) => issues.length > 0).sort((a, b) => score(a) - score(b))[0];
      if (!best || issue.message !== 'Invalid input') return [{ path: at, problem: issue.message }];
      return best.flatMap((inner) => describe({ ...inner, path: [...at, ...inner.path] }));
    }
    default:
      return [{ path: at, problem: issue.message }];
  }
}

/** Wrong types at the top of an alternative mean that another alternative was meant. */
function score(issues: z.core.$ZodIssue[]): number {
  return (
    issues.length +
    (issues.some(({ code, path: at }) => code === 'invalid_type' && at.length === 0) ? 100 : 0)
  );
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

function knownKeys(): string[] {
  const schema = z.toJSONSchema(AdjournConfig, { io: 'input', unrepresentable: 'any' });
  const names = new Set<string>();
  JSON.stringify(schema, (key, part: unknown) => {
    if (key === 'properties' && typeof part === 'object' && part)
      for (const name of Object.keys(part)) names.add(name);
    return part;
  });
  return [...names];
}
