// Our verdicts on answers against those of another validator, ajv, over random flat forms and random answers.
import { describe, expect, test } from '@jest/globals';
import addFormats from 'ajv-formats';
import { Ajv2020 } from 'ajv/dist/2020.js';
import * as fc from 'fast-check';
import { checkContent } from '../../workflows/contract/answer-check.ts';
import { readForm } from '../../workflows/contract/form.ts';
import type { Json, JsonObject } from '../../workflows/contract/json.ts';
import { patternJudge } from '../../workflows/contract/pattern.ts';

const seed = 20_261_130;
const schemas = 2_500;
const answersEach = 8;

const ajv = new Ajv2020({ strict: false, unicodeRegExp: true });
addFormats.default(ajv);

const words = (text: string) => text.split(' ');
const texts = words(
  'a ab abc OPS-7 BUG-1 한글이름 😀😀 ＡＢ 1 constructor kim@example.com x@ kim@localhost a..b@x.io https://x.io/a?b=c x.io 2026-02-28 2026-02-30 2024-02-29 2026-01-31T09:00:00Z 2026-01-31T09:00:00+09:00 2026-01-31T09:00:00 2026-12-31T23:59:60Z 2026-01-31T09:00:00+0900 tomorrow',
).concat('', ' ', 'a b', 'http://a b', 'x\ny', '\ud83d');
const patterns = words(
  String.raw`^OPS-[0-9]+$ ^[a-z]{1,3}$ ^\p{L}+$ \d ^\S+@\S+$ ^.$ ^..$ [^a-z] ^(?:a|b)*$ ^[가-힣]{2,4}$ \s ^$ ^(a+)+$ (?=a)b (a)\1 ^[\w.-]+$ \bab? ^\u0061 .\n.`,
);
const numbers = [
  0,
  -0,
  1,
  2,
  3,
  7,
  -1,
  10,
  100,
  101,
  0.5,
  0.3,
  0.1,
  1.15,
  19.99,
  0.35,
  1.5,
  1e21,
  2 ** 53,
  -1e300,
];

const some = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined, freq: 2 });
/** Drops what was left out, as JSON would. */
const tidy = (value: object) => JSON.parse(JSON.stringify(value)) as JsonObject;
const choices = fc.uniqueArray(fc.constantFrom('a', 'b', 'ab', '', '1', '한글', 'constructor'), {
  minLength: 1,
  maxLength: 4,
});
const titled = choices.map((values) => values.map((value) => ({ const: value, title: `the ${value}` })));

const field: fc.Arbitrary<JsonObject> = fc
  .oneof(
    fc.record({
      type: fc.constant('string'),
      minLength: some(fc.integer({ min: 0, max: 3 })),
      maxLength: some(fc.integer({ min: 2, max: 30 })),
    }),
    fc.record({ type: fc.constant('string'), pattern: fc.constantFrom(...patterns) }),
    fc.record({ type: fc.constant('string'), format: fc.constantFrom('email', 'uri', 'date', 'date-time') }),
    fc.record({
      type: fc.constantFrom('number', 'integer'),
      minimum: some(fc.integer({ min: -2, max: 3 })),
      maximum: some(fc.integer({ min: 1, max: 101 })),
      exclusiveMinimum: some(fc.constantFrom(-1, 0, 0.5)),
      exclusiveMaximum: some(fc.constantFrom(3, 100, 101)),
      multipleOf: some(fc.constantFrom(1, 3, 0.5, 0.1, 0.01)),
    }),
    fc.constant({ type: 'boolean' }),
    choices.map((values) => ({ type: 'string', enum: values })),
    titled.map((oneOf) => ({ type: 'string', oneOf })),
    fc.constant({ type: 'integer', enum: [1, 2, 3] }),
    fc.record({
      type: fc.constant('array'),
      items: fc.oneof(
        choices.map((values) => ({ type: 'string', enum: values })),
        titled.map((anyOf) => ({ anyOf })),
      ),
      minItems: some(fc.constantFrom(0, 1)),
      maxItems: some(fc.constantFrom(1, 2)),
      uniqueItems: some(fc.boolean()),
    }),
  )
  .map(tidy);

const schema = fc
  .dictionary(fc.constantFrom('a', 'b/c', 'constructor', '이름'), field, {
    minKeys: 1,
    noNullPrototype: true,
  })
  .chain((properties) =>
    fc.record({
      type: fc.constant('object'),
      properties: fc.constant(properties),
      required: fc.subarray(Object.keys(properties)),
      additionalProperties: fc.constant(false),
    }),
  );

const lists: Json[] = [['a'], ['ab'], ['a', 'b'], ['b', 'a', '1'], ['a', 'a'], ['한글'], ['x'], [1], []];
const anything: Json[] = [...texts, ...numbers, ...lists, true, false, null, {}];

/** In hundredths, as it is written: of the steps and numbers above, all of which have two decimals at most. */
const hundredths = (number: number) =>
  BigInt(number.toLocaleString('en', { useGrouping: false, minimumFractionDigits: 2 }).replace('.', ''));
const isMultiple = (step: number, number: number) => hundredths(number) % hundredths(step) === 0n;

type Judge = { takes: (given: Json) => boolean; fitting: Json[]; near: Json[] };
const judges = new Map<string, Judge>();

function judgeOf(own: JsonObject): Judge {
  const key = JSON.stringify(own);
  const known = judges.get(key);
  if (known) return known;
  const takes = ajvOf(own);
  const candidates = [...anything, ...ownLists(own)];
  const near = candidates.filter(
    (value) => !takes(value) && Array.isArray(value) === (own['type'] === 'array'),
  );
  const judge = { takes, fitting: candidates.filter(takes), near };
  judges.set(key, judge);
  return judge;
}

/** Of a field's own choices: one, two, the same twice, all. */
function ownLists({ items }: JsonObject): Json[] {
  const { enum: values = [], anyOf = [] } = (items ?? {}) as { enum?: Json[]; anyOf?: { const: Json }[] };
  const [first = 'a', second = 'b', ...more] = [...values, ...anyOf.map((choice) => choice.const)];
  return [[first], [first, second], [second, second], [first, second, ...more]];
}

/** What ajv says of one field, and where it is set right. */
function ajvOf(own: JsonObject): Judge['takes'] {
  const { multipleOf: step, pattern, ...others } = own;
  // By decision: a pattern that the host cannot judge is the server's.
  const judged = typeof pattern === 'string' && patternJudge(pattern) === 'host';
  const validate = ajv.compile(judged ? { ...others, pattern } : others);
  return (given) => {
    if (typeof given === 'number') {
      // By decision: a whole number that JSON would round is refused.
      const rounded = own['enum'] === undefined && Math.abs(given) > Number.MAX_SAFE_INTEGER;
      if (own['type'] === 'integer' && rounded) return false;
      // ajv divides in floating point: of 0.1 it takes no 0.3.
      if (typeof step === 'number' && !isMultiple(step, given)) return false;
    }
    if (typeof given === 'string') {
      // ajv asks for a dot in an email's domain, which RFC 5321 does not, and lets the colon of an offset be left out.
      if (own['format'] === 'email' && given === 'kim@localhost') return true;
      if (own['format'] === 'date-time' && given.endsWith('+0900')) return false;
    }
    return validate(given);
  };
}

type Flat = { properties: Record<string, JsonObject>; required: string[] };

function ajvTakes({ properties, required }: Flat, content: JsonObject): boolean {
  return (
    required.every((name) => Object.hasOwn(content, name)) &&
    Object.entries(content).every(([name, given]) => {
      const own = Object.hasOwn(properties, name) ? properties[name] : undefined;
      return own !== undefined && judgeOf(own).takes(given);
    })
  );
}

/** An answer of which about every other fits. */
function answerTo({ properties, required }: Flat, gen: fc.GeneratorValue): JsonObject {
  const pick = (list: Json[]) => list[gen(fc.nat, { max: list.length - 1 })] ?? null;
  const content: [string, Json][] = [];
  for (const [name, own] of Object.entries(properties)) {
    if (gen(fc.nat, { max: 20 }) === 0 || (!required.includes(name) && gen(fc.boolean))) continue;
    const { fitting, near } = judgeOf(own);
    const pool = [near, anything, ...Array.from({ length: 8 }, () => fitting)][gen(fc.nat, { max: 9 })] ?? [];
    content.push([name, pick(pool.length > 0 ? pool : anything)]);
  }
  if (gen(fc.nat, { max: 15 }) === 0) content.push(['zzz', 1]);
  return Object.fromEntries(content);
}

describe('our verdict on an answer', () => {
  test(`is ajv's on ${schemas * answersEach} random pairs of a form and an answer`, () => {
    const counts = { drawn: 0, pairs: 0, fit: 0 };
    fc.assert(
      fc.property(schema, fc.gen(), (random, gen) => {
        if (readForm(random).kind === 'undrawable') return;
        counts.drawn += 1;
        for (let answer = 0; answer < answersEach; answer += 1) {
          const content = answerTo(random, gen);
          const expected = ajvTakes(random, content);
          const messages = checkContent(random, content);
          counts.pairs += 1;
          counts.fit += Number(expected);
          expect({ content, fits: Object.keys(messages).length === 0, messages }).toMatchObject({
            fits: expected,
          });
        }
      }),
      { seed, numRuns: schemas },
    );
    expect(counts.pairs).toBeGreaterThanOrEqual(10_000);
    expect(counts.fit / counts.pairs).toBeGreaterThan(0.3);
    expect(counts.fit / counts.pairs).toBeLessThan(0.7);
  });
});
