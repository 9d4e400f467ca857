// `policy explain`: what the policy says of one call, and why each rule that names the tool decides or does not.
import type { JsonObject } from '../../workflows/contract/json.ts';
import {
  evaluatePolicy,
  globMatches,
  ruleMatches,
  serverPolicy,
  type Policy,
  type PolicyCall,
} from '../../workflows/contract/policy.ts';
import type { ExplainedRule, PolicyExplanation, Prospect } from '../../workflows/contract/policy-report.ts';
import { whenHolds } from '../../workflows/contract/when.ts';
import { skeleton } from './confusables.ts';
import { isConditional, rankOf } from './coverage.ts';
import { outcomesOf, prospectsOf, rankedRules, whyOf, type NumberedRule } from './prospects.ts';

/** null: without arguments, what they would decide is left open. */
type Asked = { server: string; tool: string; arguments: JsonObject | null; destructive: boolean };

type Explained = Omit<
  PolicyExplanation,
  'version' | 'config' | 'exists' | 'problem' | 'near' | 'argumentsProblem'
>;

export function explainCall(policy: Policy, asked: Asked): Explained {
  const { server, tool, destructive } = asked;
  const own = serverPolicy(policy, server);
  const ranked = rankedRules(policy, server);
  const prospects = asked.arguments
    ? [verdictOn(policy, { ...asked, arguments: asked.arguments })]
    : prospectsOf(policy, asked, ranked);
  const [only] = prospects.length === 1 ? prospects : [];
  const rule = policy.rules[(only?.rule ?? 0) - 1];
  return {
    server,
    tool,
    arguments: asked.arguments,
    destructive,
    trusted: own?.trusted === true,
    outcomes: outcomesOf(prospects),
    rank: only ? rankIn(policy, only) : null,
    why: whyOf(prospects),
    prospects,
    rules: ranked.flatMap((one) => explainRule(one, asked, prospects)),
    defaults: { server: own?.default ?? null, policy: policy.default },
    because: rule?.because ?? null,
    editable: rule?.editable === true,
  };
}

function verdictOn(policy: Policy, call: PolicyCall): Prospect {
  const { outcome, rule, source } = evaluatePolicy(policy, call);
  const byDefault = serverPolicy(policy, call.server)?.default === undefined ? 'default' : 'server-default';
  return {
    outcome,
    rule,
    source: rule === null ? byDefault : 'rule',
    conditional: false,
    tightened: source === 'hint',
  };
}

function rankIn({ rules }: Policy, { source, rule }: Prospect): number {
  if (source === 'server-default') return 5;
  const then = rule === null ? undefined : rules[rule - 1]?.then;
  return then === undefined ? 6 : rankOf(then) + 1;
}

function explainRule(rule: NumberedRule, asked: Asked, prospects: Prospect[]): ExplainedRule[] {
  const { number, then, because = null } = rule;
  const when = isConditional(rule) ? (rule.when ?? null) : null;
  const told = (fate: ExplainedRule['fate'], to: number | null, judged: boolean | null): ExplainedRule[] => [
    { rule: number, then, fate, to, because, when, judged },
  ];
  if (!globMatches(rule.tool, asked.tool)) {
    const alike = globMatches(skeleton(rule.tool), skeleton(asked.tool));
    return alike && skeleton(rule.tool).replaceAll('*', '') !== '' ? told('name-differs', null, null) : [];
  }
  const judged = when && asked.arguments ? whenHolds(when, asked.arguments) !== null : null;
  if (asked.arguments && !ruleMatches(rule, { ...asked, arguments: asked.arguments })) {
    return told('condition-fails', null, judged);
  }
  const mine = prospects.find((prospect) => prospect.rule === number);
  if (mine) return told(mine.conditional ? 'may-decide' : 'decides', null, judged);
  return told('loses', prospects.findLast((prospect) => prospect.rule !== null)?.rule ?? null, judged);
}
