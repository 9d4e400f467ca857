// The host's own gate before every `tools/call`. Pure: the same verdict in worker, workflow and client.
import { z } from 'zod';
import { PromptWishes } from './job.ts';

export const PolicyOutcome = z.enum(['allow', 'ask', 'deny']);
export type PolicyOutcome = z.infer<typeof PolicyOutcome>;

export const PolicyRule = z.strictObject({
  /** Name of a configured server, exactly. */
  server: z.string().min(1),
  /** The tool's own name; `*` stands for any run of characters; case counts. */
  tool: z.string().min(1),
  then: PolicyOutcome,
  /** Shown to the person who is asked, and to the model when denied. */
  because: z.string().max(500).optional(),
  /** How questions of the calls that this rule decides are put, where it differs from the job's own. */
  prompts: PromptWishes.optional(),
});
export type PolicyRule = z.infer<typeof PolicyRule>;

export const Policy = z.strictObject({
  default: PolicyOutcome.default('ask'),
  servers: z.record(z.string(), z.strictObject({ default: PolicyOutcome })).default({}),
  rules: z.array(PolicyRule).max(1_000).default([]),
});
export type Policy = z.infer<typeof Policy>;

export type PolicyVerdict = {
  outcome: PolicyOutcome;
  /** 1-based place of the rule that decided, or null when a default did. */
  rule: number | null;
  because: string | null;
  prompts: PromptWishes;
};

const strictestFirst = ['deny', 'ask', 'allow'] as const satisfies PolicyOutcome[];

/** deny beats ask beats allow beats the server's default beats the policy's default; the first rule of a rank is named. */
export function evaluatePolicy(policy: Policy, call: { server: string; tool: string }): PolicyVerdict {
  for (const then of strictestFirst) {
    const index = policy.rules.findIndex((rule) => rule.then === then && ruleCovers(rule, call));
    const rule = policy.rules[index];
    if (rule) {
      return { outcome: then, rule: index + 1, because: rule.because ?? null, prompts: rule.prompts ?? {} };
    }
  }
  const serverDefault = Object.hasOwn(policy.servers, call.server)
    ? policy.servers[call.server]?.default
    : undefined;
  return { outcome: serverDefault ?? policy.default, rule: null, because: null, prompts: {} };
}

export function ruleCovers(rule: PolicyRule, call: { server: string; tool: string }): boolean {
  return rule.server === call.server && globMatches(rule.tool, call.tool);
}

/** Greedy from left to right with the last part anchored: linear, where a regular expression could back-track. */
export function globMatches(glob: string, name: string): boolean {
  const [first = '', ...rest] = glob.split('*');
  if (rest.length === 0) return name === glob;
  const last = rest.pop() ?? '';
  if (!name.startsWith(first) || name.length < first.length + last.length || !name.endsWith(last))
    return false;
  let at = first.length;
  for (const part of rest) {
    const found = name.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return at <= name.length - last.length;
}
