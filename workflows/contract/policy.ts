// The host's own gate before every `tools/call`. Pure: the same verdict in worker, workflow and client.
import { z } from 'zod';
import { OnDecline, PromptWishes } from './job.ts';
import { JsonObject } from './json.ts';
import { whenHolds } from './when.ts';

/** server-asks: let through because its server asks a person itself; a call that did not is flagged afterwards. */
export const PolicyOutcome = z.enum(['allow', 'ask', 'server-asks', 'deny']);
export type PolicyOutcome = z.infer<typeof PolicyOutcome>;

export const PolicyRule = z.strictObject({
  /** Name of a configured server, exactly. */
  server: z.string().min(1),
  /** The tool's own name; `*` stands for any run of characters; case counts. */
  tool: z.string().min(1),
  /** A JSON Schema that the arguments have to meet. Not evaluable: `ask` and `deny` hold, the others do not. */
  when: JsonObject.optional(),
  then: PolicyOutcome,
  /** Shown to the person who is asked, and to the model when denied. */
  because: z.string().max(500).optional(),
  /** How questions of the calls that this rule decides are put, where it differs from the job's own. */
  prompts: PromptWishes.optional(),
  /** What a decline of such a call does, where it differs from the job's own. */
  onDecline: OnDecline.optional(),
  /** The person who approves may change the arguments. */
  editable: z.boolean().optional(),
});
export type PolicyRule = z.infer<typeof PolicyRule>;

export const ServerPolicy = z.strictObject({
  default: PolicyOutcome.optional(),
  /** Its own hints about its tools do not tighten what the policy says. */
  trusted: z.boolean().optional(),
});
export type ServerPolicy = z.infer<typeof ServerPolicy>;

export const Policy = z.strictObject({
  default: PolicyOutcome.default('ask'),
  servers: z.record(z.string(), ServerPolicy).default({}),
  rules: z.array(PolicyRule).max(1_000).default([]),
});
export type Policy = z.infer<typeof Policy>;

/** What the policy looks at. `destructive`: the server itself calls the tool so. */
export type PolicyCall = { server: string; tool: string; arguments: JsonObject; destructive: boolean };

export type PolicyVerdict = {
  outcome: PolicyOutcome;
  /** 1-based place of the rule that decided, or null when a default did. */
  rule: number | null;
  /** hint: what would have been allowed is asked, because its server calls it destructive. */
  source: 'rule' | 'server-default' | 'default' | 'hint';
  because: string | null;
  prompts: PromptWishes;
  onDecline: OnDecline | null;
  editable: boolean;
};

/** The rank of outcomes: it decides between rules, whatever their order in the file. */
export const strictestFirst = ['deny', 'ask', 'server-asks', 'allow'] as const satisfies PolicyOutcome[];

/**
 * deny beats ask beats server-asks beats allow beats the server's default beats the policy's default; the first rule of
 * a rank is named. A server that calls its tool destructive turns allow to ask, unless it is trusted.
 */
export function evaluatePolicy(policy: Policy, call: PolicyCall): PolicyVerdict {
  const verdict = byRule(policy, call) ?? byDefault(policy, serverPolicy(policy, call.server)?.default);
  return verdict.outcome === 'allow' && hintTightens(policy, call)
    ? {
        ...verdict,
        outcome: 'ask',
        source: 'hint',
        because: verdict.because ?? 'the server calls this tool destructive',
      }
    : verdict;
}

/** Whether what the server says of its own tool turns allow to ask. */
export function hintTightens(policy: Policy, call: Pick<PolicyCall, 'server' | 'destructive'>): boolean {
  return call.destructive && serverPolicy(policy, call.server)?.trusted !== true;
}

/** A name of the object's own is no entry of it. */
export function serverPolicy({ servers }: Policy, server: string): ServerPolicy | undefined {
  return Object.hasOwn(servers, server) ? servers[server] : undefined;
}

function byRule({ rules }: Policy, call: PolicyCall): PolicyVerdict | null {
  for (const then of strictestFirst) {
    const index = rules.findIndex((rule) => rule.then === then && ruleMatches(rule, call));
    const rule = rules[index];
    if (!rule) continue;
    const { because = null, prompts = {}, onDecline = null, editable = false } = rule;
    return { outcome: then, rule: index + 1, source: 'rule', because, prompts, onDecline, editable };
  }
  return null;
}

function byDefault(policy: Policy, own: PolicyOutcome | undefined): PolicyVerdict {
  const rest = { rule: null, because: null, prompts: {}, onDecline: null, editable: false };
  return own === undefined
    ? { outcome: policy.default, source: 'default', ...rest }
    : { outcome: own, source: 'server-default', ...rest };
}

/** Fail closed: a condition that cannot be evaluated never opens the gate. */
export function ruleMatches(rule: PolicyRule, call: PolicyCall): boolean {
  if (!ruleCovers(rule, call)) return false;
  if (rule.when === undefined) return true;
  return whenHolds(rule.when, call.arguments) ?? (rule.then === 'ask' || rule.then === 'deny');
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
