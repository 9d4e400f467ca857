// Rows of tests of the policy: rules, a call, and which rule decides it.
import { evaluatePolicy, Policy, type PolicyCall } from '../../workflows/contract/policy.ts';

export type Rules = Partial<Policy['rules'][number]>[];
export type Row = [
  what: string,
  rules: Rules,
  call: Partial<PolicyCall>,
  expected: string,
  rest?: Omit<Partial<Policy>, 'rules'>,
];

export const pay = { server: 'pay', tool: 'refund', arguments: {}, destructive: false };

/** "ask 2": outcome and rule; "ask -": a default; with "!" when a hint tightened it. */
export function decided(rules: Rules, call: Partial<PolicyCall>, rest: object = {}): string {
  const whole = rules.map((rule) => ({ server: 'pay', tool: '*', then: 'allow', ...rule }));
  const verdict = evaluatePolicy(Policy.parse({ rules: whole, ...rest }), { ...pay, ...call });
  return `${verdict.outcome} ${verdict.rule ?? '-'}${verdict.source === 'hint' ? '!' : ''}`;
}

export const [allow, ask, deny, asksItself] = [
  { then: 'allow' as const },
  { then: 'ask' as const },
  { then: 'deny' as const },
  { then: 'server-asks' as const },
];
