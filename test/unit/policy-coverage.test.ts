// Rules that can never apply: nothing is claimed wrongly, and what a tool can meet is never left out.
import { describe, expect, test } from '@jest/globals';
import * as fc from 'fast-check';
import { evaluatePolicy, globMatches, Policy } from '../../workflows/contract/policy.ts';
import { coveredRules, globCovers } from '../../worker/policy/coverage.ts';
import { outcomesOf, prospectsOf, whyOf } from '../../worker/policy/prospects.ts';

/** All texts of at most `most` of these letters. */
function texts(letters: string[], most: number): string[] {
  return most === 0
    ? ['']
    : ['', ...texts(letters, most - 1).flatMap((rest) => letters.map((one) => one + rest))];
}

const globs = [...new Set(texts(['a', 'b', '*'], 4))];
/** With a letter that no glob holds. */
const names = [...new Set(texts(['a', 'b', 'c'], 5))];

const cover = (rules: object[]) =>
  coveredRules(
    Policy.parse({ rules: rules.map((rule) => ({ server: 's', tool: '*', then: 'ask', ...rule })) }),
  );

describe('a glob covers another', () => {
  test('exactly when every name that the other matches is matched by it, over all short globs and names', () => {
    const matched = new Map(globs.map((glob) => [glob, names.filter((name) => globMatches(glob, name))]));
    const wrong = globs.flatMap((wide) =>
      globs.flatMap((narrow) => {
        const truth = (matched.get(narrow) ?? []).every((name) => globMatches(wide, name));
        return globCovers(wide, narrow) === truth ? [] : [`${wide} ${narrow}`];
      }),
    );
    expect(wrong).toEqual([]);
    expect(globs.length).toBeGreaterThan(100);
  });

  test('never when some name tells them apart, over globs of any characters', () => {
    const text = fc.string({
      unit: fc.constantFrom('*', 'a', 'b', '\ue000', '\ue001', '가', '\u{1f600}'),
      maxLength: 8,
    });
    fc.assert(
      fc.property(text, text, text, (wide, narrow, name) => {
        const claimed = globCovers(wide, narrow) && globMatches(narrow, name);
        expect(globMatches(wide, name) || !claimed).toBe(true);
      }),
      { numRuns: 3_000 },
    );
  });

  test.each([
    ['*', 'read_*', true],
    ['read_*', 'read_file', true],
    ['read_*', '*', false],
    ['*_file', 'read_*', false],
    ['**', '*', true],
    ['a*b*c', 'a*c', false],
    ['a*c', 'a*b*c', true],
    ['Read_*', 'read_*', false],
  ])('%s over %s: %p', (wide, narrow, expected) => {
    expect(globCovers(wide, narrow)).toBe(expected);
  });
});

describe('a rule can never apply', () => {
  const when = { required: ['a'], properties: { a: { const: 1 } } };
  const turned = { properties: { a: { const: 1 } }, required: ['a'] };

  test.each<[string, object[], object[]]>([
    [
      'under a stricter one, wherever that stands',
      [{ then: 'allow', tool: 'a' }, {}],
      [{ rule: 1, by: 2, same: false }],
    ],
    ['after one of the same rank', [{}, { tool: 'a' }], [{ rule: 2, by: 1, same: false }]],
    ['that repeats another', [{ tool: 'a' }, { tool: 'a' }], [{ rule: 2, by: 1, same: true }]],
    [
      'that repeats another with more stars',
      [{ tool: 'a*' }, { tool: 'a**' }],
      [{ rule: 2, by: 1, same: true }],
    ],
    [
      'under one with the same condition',
      [{ when }, { then: 'allow', when: turned }],
      [{ rule: 2, by: 1, same: false }],
    ],
    ['under an empty condition', [{ when: {} }, { when, tool: 'a' }], [{ rule: 2, by: 1, same: false }]],
    ['not before one of the same rank', [{ tool: 'a' }, {}], []],
    ['not over a weaker one', [{}, { then: 'deny', tool: 'a' }], []],
    ['not under one with a condition', [{ when }, { then: 'allow' }], []],
    ['not under one with another condition', [{ when }, { then: 'allow', when: { required: ['b'] } }], []],
    ['not under one of another server', [{}, { server: 'other', tool: 'a' }], []],
    ['not when only the names overlap', [{ tool: '*_file' }, { then: 'allow', tool: 'read_*' }], []],
  ])('%s', (_what, rules, expected) => {
    expect(cover(rules)).toEqual(expected);
  });

  test('truly: such a rule decides no call, and what is left out changes nothing', () => {
    fc.assert(
      fc.property(policies, calls, (policy, call) => {
        const verdict = evaluatePolicy(policy, call);
        expect(coveredRules(policy).map(({ rule }) => rule)).not.toContain(verdict.rule);
      }),
      { numRuns: 2_000 },
    );
  });

  test('of a thousand rules is found in the blink of an eye', () => {
    const rules = Array.from({ length: 1_000 }, (_, n) => ({
      tool: `tool_${n}_*`,
      when: { required: [`${n}`] },
    }));
    const started = performance.now();
    expect(cover(rules)).toEqual([]);
    expect(performance.now() - started).toBeLessThan(2_000);
  });
});

const policies = fc
  .record({
    default: fc.constantFrom('allow', 'ask', 'deny'),
    servers: fc.constantFrom(
      {},
      { s: { default: 'deny' } },
      { s: { trusted: true } },
      { s: { default: 'allow' } },
    ),
    rules: fc.array(
      fc.record(
        {
          server: fc.constant('s'),
          tool: fc.constantFrom('*', 'a', 'a*', '*b', 'ab', 'a*b'),
          then: fc.constantFrom('allow', 'ask', 'server-asks', 'deny'),
          when: fc.constantFrom({}, { required: ['x'] }, { not: { required: ['x'] } }, { $ref: '#' }),
        },
        { requiredKeys: ['server', 'tool', 'then'] },
      ),
      { maxLength: 6 },
    ),
  })
  .map((policy) => Policy.parse(policy));
const calls = fc.record({
  server: fc.constantFrom('s', 'other'),
  tool: fc.constantFrom('a', 'b', 'ab', 'axb'),
  arguments: fc.constantFrom({}, { x: 1 }),
  destructive: fc.boolean(),
});

describe('what a tool can meet', () => {
  test('holds the verdict on every call of it, whatever the arguments', () => {
    fc.assert(
      fc.property(policies, calls, (policy, call) => {
        const { outcome, rule } = evaluatePolicy(policy, call);
        expect(prospectsOf(policy, call)).toContainEqual(expect.objectContaining({ outcome, rule }));
      }),
      { numRuns: 2_000 },
    );
  });

  test.each<[string, object, string, string]>([
    ['a rule', { rules: [{ then: 'allow' }] }, 'allow', 'rule 1'],
    ['a default', {}, 'ask', 'default'],
    ['a server’s default', { servers: { s: { default: 'deny' } } }, 'deny', 'server default'],
    [
      'a condition',
      { rules: [{ then: 'deny', when: { required: ['x'] } }, { then: 'allow' }] },
      'deny or allow',
      'rule 1 when its condition holds, else rule 2',
    ],
    [
      'several conditions',
      { rules: [1, 2, 3].map((n) => ({ then: 'allow', when: { const: n } })), default: 'deny' },
      'deny or allow',
      'rules 1, 2 or 3 when their conditions hold, else default',
    ],
  ])('is said in a few words: %s', (_what, { rules = [], ...rest }: { rules?: object[] }, outcomes, why) => {
    const whole = rules.map((rule) => ({ server: 's', tool: '*', ...rule }));
    const prospects = prospectsOf(Policy.parse({ ...rest, rules: whole }), {
      server: 's',
      tool: 'a',
      destructive: false,
    });
    expect(outcomesOf(prospects).join(' or ')).toBe(outcomes);
    expect(whyOf(prospects)).toBe(why);
  });

  test('names the hint of a server that tightens it', () => {
    const prospects = prospectsOf(Policy.parse({ default: 'allow' }), {
      server: 's',
      tool: 'a',
      destructive: true,
    });
    expect([outcomesOf(prospects), whyOf(prospects)]).toEqual([
      ['ask'],
      'default, the server calls it destructive',
    ]);
  });
});
