// Conditions of rules: each kind, what cannot be evaluated, and arguments that a model made up to get past them or to take long.
import { describe, expect, test } from '@jest/globals';
import type { Policy, PolicyCall } from '../../workflows/contract/policy.ts';
import { whenHolds, whyUnusable } from '../../workflows/contract/when.ts';
import { Condition } from '../../worker/config/condition.ts';
import { problemsOf } from '../../worker/config/problems.ts';
import { AdjournConfig } from '../../worker/config/schema.ts';
import { allow, ask, asksItself, decided, deny, type Row } from '../support/policy-rows.ts';

const amount = (limits: object) => ({
  required: ['amount'],
  properties: { amount: { type: 'number', ...limits } },
});
const upTo100 = { then: 'allow' as const, when: amount({ maximum: 100 }) };
const of = (value: unknown) => ({ arguments: { amount: value } as PolicyCall['arguments'] });
const nothing = (what: object): Policy['rules'][number]['when'] => ({ properties: { x: what } }) as never;
const x = (value: unknown) => ({ arguments: { x: value } as PolicyCall['arguments'] });

const conditions: Row[] = [
  ['maximum: at it', [upTo100], of(100), 'allow 1'],
  ['maximum: above it', [upTo100], of(100.01), 'ask -'],
  ['required: missing', [upTo100], {}, 'ask -'],
  ['type: a text', [upTo100], of('5'), 'ask -'],
  ['type: a list', [upTo100], of([5]), 'ask -'],
  ['type: null', [upTo100], of(null), 'ask -'],
  ['type: true is no number', [upTo100], of(true), 'ask -'],
  ['a huge number', [upTo100], of(1e308), 'ask -'],
  ['without required a missing argument holds', [{ when: nothing({ maximum: 1 }) }], {}, 'allow 1'],
  ['without type a text holds', [{ when: nothing({ maximum: 1 }) }], x('900'), 'allow 1'],
  ['of deny the same is strict', [{ ...deny, when: nothing({ exclusiveMinimum: 1 }) }], x('900'), 'deny 1'],
  ['const', [{ when: nothing({ const: { a: [1] } }) }], x({ a: [1] }), 'allow 1'],
  [
    'const: the key order does not count',
    [{ when: nothing({ const: { a: 1, b: 2 } }) }],
    x({ b: 2, a: 1 }),
    'allow 1',
  ],
  ['const: 1 is not true', [{ when: nothing({ const: 1 }) }], x(true), 'ask -'],
  ['enum', [{ when: nothing({ enum: ['EUR', 'USD'] }) }], x('USD'), 'allow 1'],
  ['enum: another case', [{ when: nothing({ enum: ['EUR', 'USD'] }) }], x('usd'), 'ask -'],
  ['pattern', [{ when: nothing({ pattern: '^/data/' }) }], x('/data/a'), 'allow 1'],
  [
    'pattern: found anywhere unless anchored',
    [{ when: nothing({ pattern: '/data/' }) }],
    x('/etc/../data/x'),
    'allow 1',
  ],
  ['pattern: not found', [{ when: nothing({ pattern: '^/data/' }) }], x('/etc/data/'), 'ask -'],
  ['format', [{ when: nothing({ format: 'email' }) }], x('a@b.example'), 'allow 1'],
  ['format: not one', [{ when: nothing({ format: 'email' }) }], x('a b'), 'ask -'],
  ['minLength', [{ when: nothing({ minLength: 2 }) }], x('a'), 'ask -'],
  ['items', [{ when: nothing({ items: { type: 'string' } }) }], x(['a', 1]), 'ask -'],
  [
    'contains',
    [{ ...deny, when: nothing({ contains: { required: ['$out'] } }) }],
    x([{ $out: 1 }]),
    'deny 1',
  ],
  [
    'contains: nothing such',
    [{ ...deny, when: nothing({ contains: { required: ['$out'] } }) }],
    x([{ a: 1 }]),
    'ask -',
  ],
  ['not', [{ when: { not: { required: ['force'] } } }], { arguments: { force: false } }, 'ask -'],
  [
    'anyOf',
    [{ when: { anyOf: [{ required: ['a'] }, { required: ['b'] }] } }],
    { arguments: { b: 1 } },
    'allow 1',
  ],
  [
    'oneOf: both',
    [{ when: { oneOf: [{ required: ['a'] }, { required: ['b'] }] } }],
    { arguments: { a: 1, b: 1 } },
    'ask -',
  ],
  [
    'if and then',
    [{ when: { if: { required: ['a'] }, then: { required: ['b'] } } }],
    { arguments: { a: 1 } },
    'ask -',
  ],
  [
    'additionalProperties: an extra one',
    [{ when: { properties: { a: true }, additionalProperties: false } }],
    { arguments: { a: 1, dryRun: true } },
    'ask -',
  ],
  ['an empty condition holds for all', [{ when: {} }], x(1), 'allow 1'],
  [
    'an argument called constructor is missing when it is',
    [{ when: { required: ['constructor'] } }],
    {},
    'ask -',
  ],
  [
    'an argument called toString is missing when it is, so nothing can be wrong with it',
    [{ ...deny, when: { properties: { toString: false } } }],
    {},
    'deny 1',
  ],
  [
    'an argument called pattern is an argument',
    [{ when: { properties: { pattern: { const: 1 } } } }],
    { arguments: { pattern: 2 } },
    'ask -',
  ],
  [
    'a narrowed deny leaves the rest to allow',
    [{ ...deny, when: amount({ minimum: 5_000 }) }, allow],
    of(4_999),
    'allow 2',
  ],
  [
    'a narrowed deny comes first',
    [{ ...deny, when: amount({ minimum: 5_000 }) }, allow],
    of(5_000),
    'deny 1',
  ],
  ['a hint tightens a rule with a condition too', [upTo100], { ...of(1), destructive: true }, 'ask 1!'],
];

const references = { $ref: '#/$defs/x', $defs: { x: {} } };
const unusable: Row[] = [
  ['allow does not match', [{ when: references }], {}, 'ask -'],
  ['server-asks does not match', [{ ...asksItself, when: references }], {}, 'ask -'],
  ['ask matches', [{ ...ask, when: references }, allow], {}, 'ask 1'],
  ['deny matches', [{ ...deny, when: references }, allow], {}, 'deny 1'],
  ['a pattern that back-tracks', [{ ...deny, when: nothing({ pattern: '(?=a)b' }) }], x('c'), 'deny 1'],
  ['patternProperties', [{ when: { patternProperties: { '^a': true } } }], {}, 'ask -'],
  ['unevaluatedProperties', [{ when: { unevaluatedProperties: false } }], {}, 'ask -'],
  ['a format that nobody knows', [{ when: nothing({ format: 'iban' }) }], x('DE00'), 'ask -'],
  ['no list where a list belongs', [{ ...deny, when: { allOf: 1 } }], {}, 'deny 1'],
];

describe.each([
  ['condition', conditions],
  ['condition that cannot be evaluated', unusable],
])('by %s', (_by, rows) => {
  test.each(rows)('%s', (_what, rules, call, expected, ...[rest]) => {
    expect(decided(rules, call, rest)).toBe(expected);
  });
});

describe('hostile arguments', () => {
  const quick = 1_000;
  const long = 'a'.repeat(64 * 1024);

  test.each([
    ['a classic that back-tracks', '^(a+)+$', `${long}!`, false],
    ['alternatives that overlap', '^(a|aa)*$', `${long}!`, false],
    ['a plain one', '^[a-z]+$', long, true],
    ['dots and stars', 'a.*a.*b', long, false],
    ['one too large for so long a text', '^[a-z]{1,200}$', long, null],
  ])('a pattern on 64 KiB of text takes milliseconds: %s', (_what, pattern, text, expected) => {
    const started = performance.now();
    expect(whenHolds({ properties: { x: { pattern } } }, { x: text })).toBe(expected);
    expect(performance.now() - started).toBeLessThan(quick);
  });

  test.each<[string, Policy['rules'][number]['when'], PolicyCall['arguments']]>([
    [
      'a pattern on each of many items',
      nothing({ items: { pattern: '^[a-z]*$' } }),
      { x: Array(80_000).fill('') },
    ],
    [
      'many schemas on each of many items',
      nothing({ contains: { anyOf: Array.from({ length: 10 }, () => ({ type: 'string' })) } }),
      { x: Array(80_000).fill(1) },
    ],
    ['unique items', nothing({ uniqueItems: true }), { x: Array.from({ length: 30_000 }, (_, n) => n) }],
    ['a format that back-tracks', nothing({ format: 'url' }), { x: `http://${'a'.repeat(40)}!` }],
  ])('what would take long is not evaluated: %s', (_what, when, values) => {
    const started = performance.now();
    expect(whenHolds(when ?? {}, values)).toBeNull();
    expect(performance.now() - started).toBeLessThan(quick);
  });

  test('one evaluation leaves the next all its time', () => {
    const when = { properties: { x: { items: { pattern: '^a*$' } } } };
    expect(whenHolds(when, { x: Array(80_000).fill('') })).toBeNull();
    expect(whenHolds(when, { x: ['a'] })).toBe(true);
  });

  test.each(['date', 'time', 'date-time', 'duration', 'email', 'hostname', 'ipv4', 'ipv6', 'uri', 'uuid'])(
    'the format %s takes milliseconds on any text',
    (format) => {
      const texts = ['a', '1', ':', '/', '%41', 'a.', 'a-', 'a@', '"\\a', 'x:/', '::', 't', 'P1', '://'];
      for (const text of texts.flatMap((part) => [part.repeat(20_000), `x:${part.repeat(20_000)}\n`])) {
        const started = performance.now();
        whenHolds({ properties: { x: { format } } }, { x: text });
        expect(performance.now() - started).toBeLessThan(quick);
      }
    },
  );
});

describe('a condition in the config', () => {
  const problems = (when: object) => {
    const rules = [{ server: 'a', tool: '*', then: 'allow', when }];
    const config = { model: 'demo/x', mcpServers: { a: { command: 'x' } }, policy: { rules } };
    const { error } = AdjournConfig.safeParse(config);
    const found = error ? problemsOf(error, [AdjournConfig, Condition]) : [];
    return found.map(({ path, problem }) => `${path.slice(4).join('.')}: ${problem}`);
  };

  test('that is meant and written well is taken', () => {
    expect(problems(amount({ exclusiveMinimum: 0, maximum: 100 }))).toEqual([]);
    expect(problems({ not: { anyOf: [true, { properties: { a: { enum: [1, null] } } }] } })).toEqual([]);
  });

  test.each([
    [{ properties: { amount: { maximun: 100 } } }, 'maximun: unknown key; did you mean "maximum"?'],
    [{ properties: { amount: { type: 'nubmer' } } }, 'Invalid option'],
    [{ required: 'amount' }, 'expected array'],
    [{ properties: { amount: { maximum: '100' } } }, 'expected number'],
    [{ $ref: '#' }, '$ref: is not evaluated in a condition'],
    [{ properties: { a: { patternProperties: {} } } }, 'patternProperties: is not evaluated in a condition'],
    [{ not: { unevaluatedProperties: false } }, 'is not evaluated in a condition'],
    [{ properties: { a: { uniqueItems: true } } }, 'is not evaluated in a condition'],
    [{ properties: { a: { pattern: '(?=x)y' } } }, 'cannot be run in linear time'],
    [{ properties: { a: { pattern: '(' } } }, 'cannot be run in linear time'],
    [{ properties: { a: { format: 'url' } } }, 'Invalid option'],
  ])(
    'is refused where JSON Schema would pass over a slip, or could not be evaluated: %j',
    (when, expected) => {
      expect(JSON.stringify(problems(when)).replaceAll('\\"', '"')).toContain(expected);
    },
  );

  test('is said to be unusable before any call', () => {
    expect(whyUnusable({ $ref: '#' })).toContain('$ref');
    expect(whyUnusable(amount({ maximum: 1 }))).toBeNull();
  });
});
