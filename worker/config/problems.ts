// What a schema says against a document, in words and with the place of each.
import { z } from 'zod';
import type { Path } from './document.ts';
import { nearest } from './suggest.ts';

export type Problem = { path: Path; problem: string };

/** `schemas`: where the keys are from that a misspelt one may have meant. */
export function problemsOf(error: z.ZodError, schemas: z.ZodType[]): Problem[] {
  const known = () => schemas.flatMap(keysOf);
  return error.issues.flatMap((issue) => describe(issue, known));
}

function describe(issue: z.core.$ZodIssue, known: () => string[]): Problem[] {
  const at = issue.path.map((part) => (typeof part === 'number' ? part : String(part)));
  switch (issue.code) {
    case 'unrecognized_keys':
      return issue.keys.map((key) => {
        const near = nearest(key, known());
        const hint = near === null ? '' : `; did you mean ${JSON.stringify(near)}?`;
        return { path: [...at, key], problem: `unknown key${hint}` };
      });
    case 'invalid_key':
      return issue.issues.map(({ message }) => ({ path: at, problem: message }));
    // Of several alternatives the one that fits best speaks, unless the schema has words of its own.
    case 'invalid_union': {
      const best = issue.errors.filter((issues) => issues.length > 0).sort((a, b) => score(a) - score(b))[0];
      if (!best || issue.message !== 'Invalid input') return [{ path: at, problem: issue.message }];
      return best.flatMap((inner) => describe({ ...inner, path: [...at, ...inner.path] }, known));
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

function keysOf(schema: z.ZodType): string[] {
  const names = new Set<string>();
  JSON.stringify(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }), (key, part: unknown) => {
    if (key === 'properties' && typeof part === 'object' && part)
      for (const name of Object.keys(part)) names.add(name);
    return part;
  });
  return [...names];
}
