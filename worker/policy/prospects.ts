// Every way in which a call of a tool can be decided, whatever its arguments: what a person sees before there is a call.
import {
  globMatches,
  hintTightens,
  serverPolicy,
  type Policy,
  type PolicyOutcome,
  type PolicyRule,
} from '../../workflows/contract/policy.ts';
import type { Prospect } from '../../workflows/contract/policy-report.ts';
import { isConditional, rankOf } from './coverage.ts';

export type NumberedRule = PolicyRule & { number: number };
type Tool = { server: string; tool: string; destructive: boolean };

/** The rules of a server as the gate looks at them. */
export function rankedRules({ rules }: Policy, server: string): NumberedRule[] {
  return rules
    .map((rule, index) => ({ ...rule, number: index + 1 }))
    .filter((rule) => rule.server === server)
    .sort((a, b) => rankOf(a.then) - rankOf(b.then) || a.number - b.number);
}

/** Strictest first; the last is for all arguments that none before it takes. */
export function prospectsOf(
  policy: Policy,
  tool: Tool,
  ranked: NumberedRule[] = rankedRules(policy, tool.server),
): Prospect[] {
  const tightens = hintTightens(policy, tool);
  const prospect = (
    outcome: PolicyOutcome,
    rest: Pick<Prospect, 'source' | 'rule' | 'conditional'>,
  ): Prospect => {
    const tightened = tightens && outcome === 'allow';
    return { outcome: tightened ? 'ask' : outcome, ...rest, tightened };
  };
  const found: Prospect[] = [];
  for (const rule of ranked) {
    if (!globMatches(rule.tool, tool.tool)) continue;
    const conditional = isConditional(rule);
    found.push(prospect(rule.then, { source: 'rule', rule: rule.number, conditional }));
    if (!conditional) return found;
  }
  const own = serverPolicy(policy, tool.server)?.default;
  const source = own === undefined ? 'default' : 'server-default';
  return [...found, prospect(own ?? policy.default, { source, rule: null, conditional: false })];
}

/** Strictest first, each once. */
export function outcomesOf(prospects: Prospect[]): PolicyOutcome[] {
  return [...new Set(prospects.map(({ outcome }) => outcome))].sort((a, b) => rankOf(a) - rankOf(b));
}

/** "rule 2", "server default", "rules 1 and 3 when their conditions hold, else the default". */
export function whyOf(prospects: Prospect[]): string {
  const conditional = prospects.filter((prospect) => prospect.conditional);
  const last = prospects.filter((prospect) => !prospect.conditional).map(sourceOf);
  const hint = prospects.some(({ tightened }) => tightened) ? ', the server calls it destructive' : '';
  if (conditional.length === 0) return `${last.join('')}${hint}`;
  const numbers = conditional.map(({ rule }) => rule);
  const when =
    numbers.length === 1
      ? `rule ${numbers[0]} when its condition holds`
      : `rules ${listed(numbers)} when their conditions hold`;
  return `${when}, else ${last.join('')}${hint}`;
}

function sourceOf({ source, rule }: Pick<Prospect, 'source' | 'rule'>): string {
  switch (source) {
    case 'rule':
      return `rule ${rule}`;
    case 'server-default':
      return 'server default';
    case 'default':
      return 'default';
    default:
      return source satisfies never;
  }
}

const mostNumbers = 8;

function listed(numbers: (number | null)[]): string {
  const shown = numbers.slice(0, mostNumbers);
  if (shown.length < numbers.length) return `${shown.join(', ')} and ${numbers.length - shown.length} more`;
  return `${shown.slice(0, -1).join(', ')} or ${shown.at(-1)}`;
}
