// Which schemas of a question are drawn, and what is said of the others: whole or not at all. Case C02.
import { describe, expect, test } from '@jest/globals';
import { readForm, type Field } from '../../workflows/contract/form.ts';
import type { Json, JsonObject } from '../../workflows/contract/json.ts';

const form = (properties: Json, more: JsonObject = {}) => ({ type: 'object', properties, ...more });

function drawn(field: JsonObject): Field {
  const read = readForm(form({ a: field }));
  if (read.kind === 'undrawable') throw new Error(`${read.reason} at ${read.pointer}`);
  const [first] = read.fields;
  if (!first) throw new Error('no field');
  return first;
}

describe('C02 a schema is drawn whole or not at all', () => {
  test.each<[string, JsonObject]>([
    ['(a) a nested object', { type: 'object', properties: {} }],
    ['(b) a value that may be null', { anyOf: [{ type: 'string' }, { type: 'null' }] }],
    ['(c) a reference', { $ref: '#/$defs/x' }],
    ['a list of types', { type: ['string', 'null'] }],
    ['a field without a type', {}],
  ])('%s is not drawn, and the field is named', (_name, field) => {
    expect(readForm(form({ 'a/b~c': field }))).toMatchObject({
      kind: 'undrawable',
      reason: expect.stringContaining('cannot be shown in a flat form'),
      pointer: '/properties/a~1b~0c',
    });
  });

  test('(d) a format that is not known is not drawn', () => {
    expect(readForm(form({ a: { type: 'string', format: 'ipv4' } }))).toEqual({
      kind: 'undrawable',
      reason: 'format "ipv4" is not known',
      pointer: '/properties/a/format',
    });
  });

  test('(e) a text without title and description is drawn under its key', () => {
    expect(drawn({ type: 'string' })).toMatchObject({
      name: 'a',
      title: 'a',
      description: null,
      type: 'text',
    });
  });

  test('definitions that nothing refers to are not drawn either', () => {
    expect(readForm(form({}, { $defs: {} }))).toMatchObject({ kind: 'undrawable', pointer: '/$defs' });
  });
});

describe('what is drawn', () => {
  test.each<[string, JsonObject, object]>([
    ['a text', { type: 'string', minLength: 1, maxLength: 3, pattern: '^a' }, { type: 'text' }],
    ['a text in a format', { type: 'string', format: 'date-time' }, { type: 'text' }],
    ['a number', { type: 'number', minimum: 0.5, exclusiveMaximum: 2, multipleOf: 0.5 }, { type: 'number' }],
    ['a whole number', { type: 'integer', exclusiveMinimum: 0, maximum: 1e300 }, { type: 'integer' }],
    ['yes or no', { type: 'boolean', title: 'Sure?', description: 'd' }, { type: 'boolean', title: 'Sure?' }],
    [
      'a choice with names',
      { type: 'string', enum: ['x', 'y'], enumNames: ['X', 'Y'] },
      {
        type: 'choice',
        choices: [
          { value: 'x', title: 'X' },
          { value: 'y', title: 'Y' },
        ],
      },
    ],
    [
      'a choice with titles',
      { type: 'string', oneOf: [{ const: 'x', title: 'X', type: 'string' }, { const: 'y' }] },
      {
        type: 'choice',
        choices: [
          { value: 'x', title: 'X' },
          { value: 'y', title: 'y' },
        ],
      },
    ],
    [
      'a choice of numbers',
      { type: 'integer', enum: [1] },
      { type: 'choice', choices: [{ value: 1, title: '1' }] },
    ],
    [
      'several choices',
      { type: 'array', items: { type: 'string', enum: ['x'] }, minItems: 1, maxItems: 1, uniqueItems: true },
      { type: 'choices', choices: [{ value: 'x', title: 'x' }] },
    ],
    [
      'several choices with titles',
      { type: 'array', items: { anyOf: [{ const: 'x', title: 'X' }] } },
      { type: 'choices', choices: [{ value: 'x', title: 'X' }] },
    ],
    [
      'what is said of each choice and of the items of a list',
      {
        type: 'array',
        items: { title: 'T', description: 'D', anyOf: [{ const: 'x', description: 'deletes all' }] },
      },
      {
        choices: [{ value: 'x', title: 'x', description: 'deletes all' }],
        items: { title: 'T', description: 'D' },
      },
    ],
    [
      'a choice of which one fits',
      { type: 'string', enum: ['a', 'bcd'], minLength: 3 },
      {
        choices: [
          { value: 'a', title: 'a' },
          { value: 'bcd', title: 'bcd' },
        ],
      },
    ],
    ['a step with a multiple', { type: 'integer', minimum: 1, maximum: 3, multipleOf: 0.3 }, {}],
    [
      'a step of negative numbers',
      { type: 'number', exclusiveMinimum: -0.3, maximum: -0.1, multipleOf: 0.1 },
      {},
    ],
    ['a step without bounds', { type: 'number', exclusiveMinimum: 5e-324, multipleOf: 1e300 }, {}],
    ['the shortest date', { type: 'string', format: 'date', minLength: 10, maxLength: 10 }, {}],
    ['a pattern that nothing matches', { type: 'string', pattern: '[]' }, { type: 'text' }],
    ['a field with marks of its server', { type: 'boolean', 'x-order': { any: 1 } }, { type: 'boolean' }],
    ['a field named like a method', { type: 'boolean' }, { type: 'boolean' }],
  ])('%s', (_name, field, expected) => {
    expect(drawn(field)).toMatchObject({ ...expected, schema: field });
  });

  test('an empty form, also with a dialect and without properties', () => {
    const dialect = { $schema: 'https://json-schema.org/draft/2020-12/schema', additionalProperties: false };
    expect(readForm({ type: 'object', ...dialect })).toEqual({
      kind: 'form',
      fields: [],
      title: null,
      description: null,
    });
  });

  test('what is said of a form as a whole', () => {
    expect(readForm(form({}, { title: 'T', description: 'D' }))).toMatchObject({
      title: 'T',
      description: 'D',
    });
  });

  test('fields in their order, with what is required', () => {
    const read = readForm(
      form({ b: { type: 'string' }, constructor: { type: 'boolean' } }, { required: ['b'] }),
    );
    const fields = read.kind === 'form' ? read.fields : [];
    expect(fields.map(({ name, required }) => [name, required])).toEqual([
      ['b', true],
      ['constructor', false],
    ]);
  });
});

describe('a default', () => {
  test.each<[JsonObject]>([
    [{ type: 'string', format: 'email', default: 'kim@example.com' }],
    [{ type: 'integer', minimum: 1, default: 1 }],
    [{ type: 'boolean', default: false }],
    [{ type: 'string', enum: ['x'], default: 'x' }],
    [{ type: 'array', items: { enum: ['x', 'y'] }, default: ['y'] }],
    [{ type: 'string', pattern: '^O', default: 'OPS' }],
  ])('that fits is what a person starts from: %j', (field) => {
    expect(drawn(field)).toMatchObject({ default: field['default'] });
    expect(drawn(field)).not.toHaveProperty('misfitDefault');
  });

  test.each<[JsonObject]>([
    [{ type: 'string', minLength: 3, default: 'ab' }],
    [{ type: 'integer', default: '1' }],
    [{ type: 'boolean', default: 'false' }],
    [{ type: 'string', enum: ['x'], default: 'z' }],
    [{ type: 'array', items: { enum: ['x'] }, default: 'x' }],
    [{ type: 'string', pattern: '^O', default: 'BUG' }],
  ])('that does not fit its own schema is none, and is said: %j', (field) => {
    expect(drawn(field)).toMatchObject({ default: undefined, misfitDefault: field['default'] });
  });

  test('of null is none', () => {
    expect(drawn({ type: 'string', default: null })).toMatchObject({ default: undefined });
    expect(drawn({ type: 'string', default: null })).not.toHaveProperty('misfitDefault');
  });
});
