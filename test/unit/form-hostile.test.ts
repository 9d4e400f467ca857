// Whatever a server sends as a schema and a person as an answer: it is read or refused, and never an error.
import { expect, test } from '@jest/globals';
import * as fc from 'fast-check';
import { checkContent } from '../../workflows/contract/answer-check.ts';
import { readForm } from '../../workflows/contract/form.ts';
import type { Json, JsonObject } from '../../workflows/contract/json.ts';
import { isPattern, matchesPattern, patternJudge } from '../../workflows/contract/pattern.ts';

const seed = 20_261_130;
const keywords =
  'type properties required enum enumNames oneOf anyOf const items minLength maxLength pattern format minimum maximum exclusiveMinimum exclusiveMaximum multipleOf minItems maxItems uniqueItems default title description $ref $id x-y __proto__ constructor toString a'.split(
    ' ',
  );
const values = fc.oneof(
  fc.constantFrom<Json>(
    ...'object string number integer boolean array email date-time ^a ( a'.split(' '),
    '',
  ),
  fc.constantFrom<Json>(0, 1, -1, 0.5, 1e300, true, false, null),
);
/** Values that are nearly schemas: the right words at random places. */
const { likeSchema } = fc.letrec<{ likeSchema: Json }>((tie) => ({
  likeSchema: fc.oneof(
    { maxDepth: 5, withCrossShrink: true },
    values,
    fc.array(tie('likeSchema'), { maxLength: 3 }),
    fc.array(fc.tuple(fc.constantFrom(...keywords), tie('likeSchema')), { maxLength: 5 }).map(
      // By JSON, so that "__proto__" is a key of its own, as it is when it comes by wire.
      (entries) =>
        JSON.parse(
          `{${entries.map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)}`).join()}}`,
        ) as Json,
    ),
  ),
}));
/** Fields that are mostly right, with defaults of which about half fit. */
const texts = fc.constantFrom<Json>('', 'a', 'abc', 'kim@x.io', '2026-02-30', 1, null);
const textField = fc.record(
  {
    type: fc.constant('string'),
    minLength: fc.constantFrom<Json>(0, 1, 5),
    pattern: fc.constantFrom<Json>('^a', '.', '(?=a)'),
    format: fc.constantFrom<Json>('email', 'date', 'uri'),
    default: texts,
  },
  { requiredKeys: ['type', 'default'] },
);
const numberField = fc.record(
  { type: fc.constantFrom('number', 'integer'), minimum: fc.constantFrom<Json>(0, 1), default: values },
  { requiredKeys: ['type', 'default'] },
);
const choiceField = fc.record({
  type: fc.constant('string'),
  enum: fc.uniqueArray(fc.constantFrom('', 'a', 'abc'), { minLength: 1 }),
  default: texts,
});
const right = fc.oneof(textField, numberField, choiceField) as fc.Arbitrary<Json>;
const form = fc
  .dictionary(fc.constantFrom('a', 'b', 'constructor'), fc.oneof(right, likeSchema))
  .map((properties): Json => ({ type: 'object', properties, required: Object.keys(properties).slice(1) }));
const anything = fc.jsonValue({ maxDepth: 8, noUnicodeString: false }) as fc.Arbitrary<Json>;
const asked = fc.oneof(form, likeSchema, anything);
const content = fc
  .oneof(likeSchema, anything)
  .map((value) =>
    typeof value === 'object' && value !== null && !Array.isArray(value) ? value : { a: value, b: value },
  );

test('every schema is a form or is undrawable at a place that exists', () => {
  const place = (schema: Json, pointer: string) => {
    let at: Json | undefined = schema;
    for (const step of pointer.split('/').slice(1)) {
      const key = step.replaceAll('~1', '/').replaceAll('~0', '~');
      at =
        typeof at === 'object' && at !== null && Object.hasOwn(at, key) ? (at as JsonObject)[key] : undefined;
    }
    return at;
  };
  const reads = fc.property(asked, (schema) => {
    const read = readForm(schema);
    if (read.kind === 'form') return read.fields.every((field) => field.title !== '');
    return (
      read.reason !== '' && (place(schema, read.pointer) !== undefined || read.pointer.endsWith('/items'))
    );
  });
  expect(fc.check(reads, { seed, numRuns: 5_000 })).toMatchObject({ counterexample: null, failed: false });
});

test('every answer to every schema is checked without an error, and the messages are texts', () => {
  const checks = fc.property(asked, content, (schema, answer) =>
    Object.values(checkContent(schema, answer)).every((message) => typeof message === 'string'),
  );
  expect(fc.check(checks, { seed, numRuns: 5_000 })).toMatchObject({ counterexample: null, failed: false });
});

test('every form that is drawn takes the defaults that it offers', () => {
  let offered = 0;
  const offers = fc.property(right, (field) => {
    const schema: Json = { type: 'object', properties: { a: field } };
    const read = readForm(schema);
    if (read.kind === 'undrawable') return true;
    const defaults = read.fields.flatMap(({ name, default: preset }) =>
      preset === undefined ? [] : [[name, preset]],
    );
    offered += defaults.length;
    const names = Object.keys(checkContent(schema, Object.fromEntries(defaults) as JsonObject));
    return names.every((name) => !defaults.some(([other]) => other === name));
  });
  expect(fc.check(offers, { seed, numRuns: 5_000 })).toMatchObject({ counterexample: null, failed: false });
  expect(offered).toBeGreaterThan(1_000);
});

test('every text is taken as a pattern without an error', () => {
  const unit = fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code));
  const any = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.array(unit).map((units) => units.join('')),
  );
  const judges = fc.property(any, any, (pattern, text) => {
    const judged = matchesPattern(pattern, text);
    return judged === null || (isPattern(pattern) && patternJudge(pattern) === 'host');
  });
  expect(fc.check(judges, { seed, numRuns: 5_000 })).toMatchObject({ counterexample: null, failed: false });
});

test('the same is said of the same twice', () => {
  const twice = fc.property(asked, content, (schema, answer) => {
    const [first, second] = [checkContent(schema, answer), checkContent(schema, answer)];
    return (
      JSON.stringify(first) === JSON.stringify(second) &&
      JSON.stringify(readForm(schema)) === JSON.stringify(readForm(schema))
    );
  });
  expect(fc.check(twice, { seed, numRuns: 1_000 })).toMatchObject({ counterexample: null, failed: false });
});
