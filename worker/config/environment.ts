// `${env:NAME}` in the config's strings. What it brings in is a secret: kept out of errors, and out of the policy,
// which every job records.
import type { Path } from './document.ts';

export type Environment = Record<string, string | undefined>;
type Expanded = {
  value: unknown;
  /** What came from variables into servers and models: must appear in no message, log or history. */
  secrets: string[];
  problems: { path: Path; problem: string }[];
};

const reference = /\$\{env:([^}]*)\}?/g;
const variableName = /^[A-Za-z_]\w*$/;
/** Shorter values are no secrets, and hiding each "1" in a message would only garble it. */
export const shortestSecret = 6;

export function expand(value: unknown, env: Environment): Expanded {
  const found: Expanded = { value: null, secrets: [], problems: [] };
  found.value = walk(value, [], env, found);
  return found;
}

function walk(value: unknown, path: Path, env: Environment, found: Expanded): unknown {
  if (typeof value === 'string') return replace(value, path, env, found);
  if (Array.isArray(value)) return value.map((part, index) => walk(part, [...path, index], env, found));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [key, walk(part, [...path, key], env, found)]),
  );
}

function replace(text: string, path: Path, env: Environment, found: Expanded): string {
  return text.replace(reference, (whole, name: string) => {
    const problem = (message: string) => {
      found.problems.push({ path, problem: message });
      return whole;
    };
    if (!whole.endsWith('}') || !variableName.test(name)) {
      return problem('a variable is written ${env:NAME}, with letters, digits and _');
    }
    if (path[0] === 'policy') return problem('no variables here: every job records the policy');
    const value = Object.hasOwn(env, name) ? env[name] : undefined;
    if (!value) return problem(`the environment variable ${name} is not set`);
    const isSecret = path[0] === 'models' || path[0] === 'mcpServers';
    if (isSecret && value.length >= shortestSecret) found.secrets.push(value);
    return value;
  });
}
