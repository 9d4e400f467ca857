// Why a call meets what it meets, and calls kept in a file with what is expected of them.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { explanationLines, testLines } from '../../client/cli/policy-lines.ts';
import { Policy } from '../../workflows/contract/policy.ts';
import type { PolicyExplanation } from '../../workflows/contract/policy-report.ts';
import { failedCases, readCases } from '../../worker/policy/cases.ts';
import { explainCall } from '../../worker/policy/explain.ts';
import { sampleIo } from '../support/cli-samples.ts';

const above = (limit: number) => ({ properties: { amount: { exclusiveMinimum: limit } } });
const policy = Policy.parse({
  default: 'deny',
  servers: { pay: { default: 'ask' }, kept: { trusted: true, default: 'allow' } },
  rules: [
    { server: 'pay', tool: 'refund', then: 'allow' },
    { server: 'pay', tool: 'refund', then: 'deny', when: above(5_000), because: 'too much' },
    { server: 'pay', tool: 're*', then: 'ask', when: above(100), editable: true },
    { server: 'pay', tool: '*', then: 'ask', when: { $ref: '#' } },
    { server: 'pay', tool: 'Refund', then: 'deny' },
  ],
});
const open = Policy.parse({ rules: policy.rules.slice(0, 3), default: 'deny' });

function explained(
  given: Policy,
  args: Record<string, number> | null,
  rest: Partial<PolicyExplanation> = {},
) {
  const { destructive = false, server = 'pay', tool = 'refund' } = rest;
  const told = explainCall(given, { server, tool, arguments: args, destructive });
  const around = {
    version: 1 as const,
    config: 'c',
    exists: true,
    problem: null,
    near: null,
    argumentsProblem: null,
  };
  return { told, lines: explanationLines({ ...around, ...rest, ...told }, sampleIo({ columns: 200 })) };
}

describe('an explanation', () => {
  test('names the rule that decides, its rank, and what became of every other that names the tool', () => {
    const { told, lines } = explained(policy, { amount: 900 });
    expect(told).toMatchObject({ outcomes: ['ask'], rank: 2, why: 'rule 3', editable: true, because: null });
    expect(told.rules.map(({ rule, fate, to, judged }) => [rule, fate, to, judged])).toEqual([
      [2, 'condition-fails', null, true],
      [5, 'name-differs', null, null],
      [3, 'decides', null, true],
      [4, 'loses', 3, false],
      [1, 'loses', 3, null],
    ]);
    expect(lines).toEqual([
      'pay: refund',
      `  arguments  {"amount":900}, which fit the tool's schema`,
      '  outcome    ask',
      '  why        rule 3',
      '  rank       2 of 6: deny, ask, server-asks, allow, server default, default',
      '  rule 2     deny        its condition does not hold: { "properties": { "amount": { "exclusiveMinimum": 5000 } } }',
      '  rule 5     deny        names another tool that looks the same: names match exactly, and case counts',
      '  rule 3     ask         decides, its condition holds: { "properties": { "amount": { "exclusiveMinimum": 100 } } }',
      '  rule 4     ask         loses: rule 3 stands before it',
      '  rule 1     allow       loses to rule 3: ask beats allow',
      '  defaults   server ask, policy deny',
      '  editable   whoever approves may change the arguments',
    ]);
  });

  test('without arguments leaves open what they decide', () => {
    const { told, lines } = explained(open, null);
    expect(told).toMatchObject({ outcomes: ['deny', 'ask', 'allow'], rank: null });
    expect(told.rules.map(({ rule, fate }) => [rule, fate])).toEqual([
      [2, 'may-decide'],
      [3, 'may-decide'],
      [1, 'decides'],
    ]);
    expect(lines).toContain('  outcome    deny or ask or allow, as the arguments decide');
    expect(lines.join()).toContain('allow       decides otherwise');
  });

  test('says what a hint does, and that trust takes it away', () => {
    const hinted = explained(open, { amount: 1 }, { destructive: true });
    expect(hinted.told).toMatchObject({
      outcomes: ['ask'],
      rank: 4,
      why: 'rule 1, the server calls it destructive',
    });
    expect(hinted.lines.at(-1)).toContain('allow becomes ask');
    const trusted = explained(policy, {}, { destructive: true, server: 'kept' });
    expect(trusted.told).toMatchObject({ outcomes: ['allow'], rank: 5, why: 'server default' });
    expect(trusted.lines.at(-1)).toContain('is trusted');
  });

  test.each<[string, Partial<PolicyExplanation>, string]>([
    [
      'does not exist',
      { exists: false, near: 'refunds' },
      'no such tool now (did you mean "refunds"?); a tool of that name would be:',
    ],
    [
      'was not looked at',
      { exists: null, problem: 'server pay is away' },
      'not looked at: server pay is away',
    ],
  ])('works for a tool that %s', (_what, rest, expected) => {
    expect(explained(policy, null, rest).lines).toContain(`  tool       ${expected}`);
  });

  test('tells arguments that would never be sent', () => {
    const { lines } = explained(policy, {}, { argumentsProblem: 'amount: missing' });
    expect(lines.join()).toContain('so the call would not be made: amount: missing');
  });

  test('shows a hostile name as escapes, and not without end', () => {
    const { lines } = explained(policy, null, { tool: `a\u001b[2J${'x'.repeat(300)}` });
    expect(lines[0]).toContain(String.raw`a\u{1b}[2J`);
    expect(lines[0]?.length).toBeLessThan(200);
  });
});

describe('calls kept in a file', () => {
  let file = '';
  let directory = '';
  beforeAll(() => {
    directory = mkdtempSync(path.join(tmpdir(), 'adjourn-cases-'));
    file = path.join(directory, 'policy.cases.json');
  });
  afterAll(() => rmSync(directory, { recursive: true, force: true }));

  const read = (text: string | object) => {
    writeFileSync(file, typeof text === 'string' ? text : JSON.stringify(text));
    return readCases(file, ['pay', 'kept']);
  };
  const run = (...cases: object[]) => {
    const failed = failedCases(
      policy,
      read({ cases: cases.map((one) => ({ server: 'pay', tool: 'refund', ...one })) }),
    );
    const lines = testLines({ version: 1, file, config: 'c', cases: cases.length, failed });
    return lines.map((line) => line.replace(`${file}:`, ''));
  };

  test('pass when outcome and rule are as expected', () => {
    const lines = run(
      { arguments: { amount: 900 }, expect: 'ask' },
      { arguments: { amount: 9_000 }, expect: 'deny', rule: 2 },
      { server: 'kept', tool: 'x', expect: 'allow', rule: null, destructive: true },
    );
    expect(lines).toEqual(['3 cases passed']);
  });

  test('fail with what was expected, what came and why, one line each', () => {
    const lines = run(
      { arguments: { amount: 9_000 }, expect: 'allow' },
      { arguments: { amount: 900 }, expect: 'ask', rule: 4, name: 'by the last rule' },
      { server: 'kept', tool: 'x', expect: 'allow', rule: 1 },
      { server: 'kept', tool: 'x', expect: 'allow' },
    );
    expect(lines).toEqual([
      expect.stringMatching(/^1:11 cases\[0\] "pay: refund": expected allow, got deny \(rule 2\)$/),
      expect.stringContaining('"by the last rule": expected ask by rule 4, got ask (rule 3)'),
      expect.stringContaining('expected allow by rule 1, got allow (server default)'),
      '3 of 4 cases failed',
    ]);
  });

  test.each<[string, string | object, string]>([
    ['no JSON', '{"cases": }', '1:11: not JSON'],
    ['no cases', {}, 'cases: Invalid input'],
    ['none at all', { cases: [] }, 'cases: Too small'],
    [
      'a misspelt key',
      '{"cases": [\n {"server": "pay", "tool": "a", "expct": "ask"}]}',
      '2:33 cases[0].expct: unknown key; did you mean "expect"?',
    ],
    [
      'an outcome that is none',
      { cases: [{ server: 'pay', tool: 'a', expect: 'asks' }] },
      'cases[0].expect: Invalid option',
    ],
    [
      'a rule that is none',
      { cases: [{ server: 'pay', tool: 'a', expect: 'ask', rule: 0 }] },
      'cases[0].rule: Too small',
    ],
    [
      'an unknown server',
      { cases: [{ server: 'pya', tool: 'a', expect: 'ask' }] },
      'cases[0].server: no server "pya" in mcpServers; there are: pay, kept',
    ],
    ['a key twice', '{"cases": [], "cases": []}', 'stands here twice'],
  ])('are refused with the place: %s', (_what, text, expected) => {
    const message = expect.stringContaining(expected);
    expect(() => read(text)).toThrow(expect.objectContaining({ name: 'ConfigError', exitCode: 2, message }));
    expect(() => read(text)).toThrow(`${file}:`);
  });

  test('may hold comments', () => {
    expect(read('{ // why\n "cases": [{ "server": "pay", "tool": "a", "expect": "ask" }], }')).toHaveLength(
      1,
    );
  });
});
