// `policy test`: calls with what is expected of the policy, kept beside it. No server is asked.
import path from 'node:path';
import { z } from 'zod';
import { JsonObject } from '../../workflows/contract/json.ts';
import { evaluatePolicy, PolicyOutcome, type Policy } from '../../workflows/contract/policy.ts';
import type { FailedCase } from '../../workflows/contract/policy-report.ts';
import { ConfigError } from '../config/config-error.ts';
import { parseDocument } from '../config/document.ts';
import { readText } from '../config/load-config.ts';
import { problemsOf } from '../config/problems.ts';
import { explainCall } from './explain.ts';

const Case = z.strictObject({
  name: z.string().optional(),
  server: z.string(),
  tool: z.string().min(1),
  arguments: JsonObject.default({}),
  /** As if the server called the tool so. */
  destructive: z.boolean().default(false),
  expect: PolicyOutcome,
  /** The rule that has to decide, 1-based; null: a default. */
  rule: z.int().min(1).nullable().optional(),
});
type Case = z.infer<typeof Case>;

const CaseFile = z.strictObject({ $schema: z.string().optional(), cases: z.array(Case).min(1) });

export type PlacedCase = Case & { place: string };

/** Throws `ConfigError` with every problem and its place. */
export function readCases(file: string, servers: string[]): PlacedCase[] {
  const document = parseDocument(file, readText(path.resolve(file)));
  const parsed = CaseFile.safeParse(document.value);
  const problems = parsed.success
    ? parsed.data.cases.flatMap(({ server }, index) =>
        servers.includes(server)
          ? []
          : [{ path: ['cases', index, 'server'], problem: noServer(server, servers) }],
      )
    : problemsOf(parsed.error, [CaseFile]);
  if (!parsed.success || problems.length > 0) {
    const sorted = problems.sort((a, b) => document.offset(a.path) - document.offset(b.path));
    throw new ConfigError(sorted.map((one) => `${document.place(one.path)}: ${one.problem}`));
  }
  return parsed.data.cases.map((one, index) => ({ ...one, place: document.place(['cases', index]) }));
}

function noServer(server: string, servers: string[]): string {
  return `no server ${JSON.stringify(server)} in mcpServers; there are: ${servers.join(', ') || 'none'}`;
}

export function failedCases(policy: Policy, cases: PlacedCase[]): FailedCase[] {
  return cases.flatMap((one): FailedCase[] => {
    const { outcome, rule } = evaluatePolicy(policy, one);
    if (outcome === one.expect && (one.rule === undefined || one.rule === rule)) return [];
    return [
      {
        place: one.place,
        name: one.name ?? null,
        server: one.server,
        tool: one.tool,
        expected: { outcome: one.expect, rule: one.rule },
        got: { outcome, rule, why: explainCall(policy, one).why },
      },
    ];
  });
}
