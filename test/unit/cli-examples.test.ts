// C04: a line that is offered to be copied is one that is taken; where none is sure, none is offered.
import { describe, expect, test } from '@jest/globals';
import * as fc from 'fast-check';
import { typedContent } from '../../client/cli/content.ts';
import { approvingWords, exampleWords, tryLine } from '../../client/cli/examples.ts';
import { checkContent } from '../../workflows/contract/answer-check.ts';
import { readForm, type Field } from '../../workflows/contract/form.ts';
import { unknownForm } from '../../workflows/contract/host-forms.ts';
import type { JsonObject } from '../../workflows/contract/json.ts';
import { sampleQuestion, sampleStatus } from '../support/cli-samples.ts';

function formOf(properties: JsonObject, required = Object.keys(properties)) {
  const schema = { type: 'object', properties, required };
  const form = readForm(schema);
  if (form.kind !== 'form') throw new Error(form.reason);
  return { schema, fields: form.fields };
}

function example(field: JsonObject): string[] | null {
  const [only] = formOf({ x: field }).fields;
  return only ? exampleWords(only) : null;
}

function problemsOf({ schema, fields }: { schema: JsonObject; fields: Field[] }, words: string[]) {
  const typed = typedContent(fields, { words });
  return { ...typed.fields, ...checkContent(schema, typed.content) };
}

describe('C04: an example', () => {
  test.each<[JsonObject, string]>([
    [{ type: 'integer', minimum: 1, maximum: 40 }, '40'],
    [{ type: 'integer', exclusiveMinimum: 0, exclusiveMaximum: 2 }, '1'],
    [{ type: 'number', exclusiveMinimum: 0, exclusiveMaximum: 1 }, '0.5'],
    [{ type: 'integer', minimum: 1.5 }, '2'],
    [{ type: 'integer', minimum: 10, multipleOf: 7 }, '14'],
    [{ type: 'number', maximum: -3 }, '-3'],
    [{ type: 'integer', enum: [5, 6] }, '5'],
    [{ type: 'string', minLength: 6 }, 'TEXTTE'],
    [{ type: 'string', maxLength: 2 }, 'T'],
    [{ type: 'string', maxLength: 0 }, ''],
    [{ type: 'string', format: 'email' }, 'name@example.com'],
    [{ type: 'string', format: 'uri' }, 'https://example.com/'],
    [{ type: 'string', format: 'date' }, '2030-01-31'],
    [{ type: 'string', format: 'date-time' }, '2030-01-31T12:00:00Z'],
    [{ type: 'string', pattern: '^[0-9]+$' }, '1'],
    [{ type: 'string', default: 'paper' }, 'paper'],
    [{ type: 'boolean' }, 'yes'],
  ])('for %j is %s', (field, value) => expect(example(field)).toEqual([`x=${value}`]));

  test('for a list has as many choices as it needs', () => {
    const items = { type: 'string', enum: ['a', 'b', 'c'] };
    expect(example({ type: 'array', items, minItems: 2 })).toEqual(['x=a', 'x=b']);
  });

  test.each<[string, JsonObject]>([
    ['a pattern is not met', { type: 'string', pattern: '^OPS-[0-9]{4}$' }],
    ['only the server can tell', { type: 'string', pattern: '^(?=a)' }],
    ['it would be very long', { type: 'string', minLength: 500 }],
    ['the choices hold spaces', { type: 'string', enum: ['Answer with one of: approve'] }],
    ['the choices cannot be seen', { type: 'string', enum: ['a\u202eb'] }],
    ['it is a secret', { type: 'string', title: 'Password' }],
  ])('is none where %s', (_why, field) => expect(example(field)).toBeNull());

  test('is one that is taken, whatever the bounds are', () => {
    const number = fc.option(
      fc.oneof(fc.integer({ min: -50, max: 50 }), fc.double({ min: -5, max: 5, noNaN: true })),
      {
        nil: undefined,
      },
    );
    const field = fc.oneof(
      fc.record({
        type: fc.constantFrom('number', 'integer'),
        minimum: number,
        maximum: number,
        exclusiveMinimum: number,
        exclusiveMaximum: number,
        multipleOf: fc.option(fc.constantFrom(1, 3, 0.1, 0.25, 10), { nil: undefined }),
      }),
      fc.record({
        type: fc.constant('string'),
        minLength: fc.option(fc.nat({ max: 70 }), { nil: undefined }),
        maxLength: fc.option(fc.nat({ max: 70 }), { nil: undefined }),
        format: fc.option(fc.constantFrom('email', 'uri', 'date', 'date-time'), { nil: undefined }),
      }),
      fc.record({
        type: fc.constant('string'),
        enum: fc.array(fc.string({ unit: 'binary', maxLength: 5 }), { minLength: 1, maxLength: 3 }),
        default: fc.string({ maxLength: 3 }),
      }),
    );
    let offered = 0;
    fc.assert(
      fc.property(fc.constantFrom('a', '값', 'c d'), field, (name, given) => {
        const properties = JSON.parse(JSON.stringify({ [name]: given })) as JsonObject;
        // Bounds that nothing meets are no form.
        if (readForm({ type: 'object', properties }).kind !== 'form') return;
        const form = formOf(properties);
        const words = form.fields.flatMap((one) => exampleWords(one) ?? []);
        if (words.length === 0) return;
        expect(problemsOf(form, words)).toEqual({});
        offered += 1;
      }),
      { numRuns: 1_000 },
    );
    expect(offered).toBeGreaterThan(100);
  });
});

describe('C04: a line to try', () => {
  const { schema } = formOf(
    {
      quantity: { type: 'integer', minimum: 1, maximum: 40 },
      env: { type: 'string', enum: ['a', 'b'], default: 'b' },
      note: { type: 'string', maxLength: 5 },
    },
    ['quantity'],
  );
  const line = (part: JsonObject, content: JsonObject, wrong: string[]) =>
    tryLine(sampleStatus(), sampleQuestion({ kind: 'form', schema: part }), content, wrong);

  test('keeps what fitted and has a value that fits for what did not', () => {
    expect(line(schema, { quantity: 45, env: 'a', note: 'o k' }, ['quantity'])).toBe(
      "Try: adjourn answer po-1042/q1.1.1-9f31c2ab approve quantity=40 env=a 'note=o k'",
    );
  });

  test('leaves out what a default fills', () => {
    expect(line(schema, { env: 'b' }, ['quantity'])).toMatch(/ approve quantity=40$/);
  });

  test('is none where it would be refused again, or would show a secret', () => {
    const sure = formOf({ ticket: { type: 'string', pattern: '^OPS-[0-9]{4}$' } }).schema;
    expect(line(sure, {}, ['ticket'])).toBeNull();
    const secret = formOf({ quantity: { type: 'integer' }, api_key: { type: 'string' } }).schema;
    expect(line(secret, { api_key: 'hunter2' }, ['quantity'])).toBeNull();
  });

  test('never chooses an outcome for a person', () => {
    const lost = sampleQuestion({ kind: 'unknown', schema: unknownForm });
    expect(tryLine(sampleStatus(), lost, {}, ['outcome'])).toBe('See: adjourn show po-1042/q1.1.1');
  });

  test('is none for a form that would fill the line with words of the server', () => {
    const names = Array.from({ length: 20 }, (_, index) => [`f${index}`, { type: 'boolean' }]);
    expect(approvingWords({ schema: formOf(Object.fromEntries(names) as JsonObject).schema })).toBeNull();
  });
});
