// Schemas that are not drawn, each with the exact place of what is wrong (RFC 6901).
import { describe, expect, test } from '@jest/globals';
import { checkAnswer, checkContent } from '../../workflows/contract/answer-check.ts';
import { readForm } from '../../workflows/contract/form.ts';
import type { Json, JsonObject } from '../../workflows/contract/json.ts';

const text = (more: JsonObject) => ({ type: 'string', ...more });
const number = (more: JsonObject) => ({ type: 'number', ...more });
const whole = (more: JsonObject) => ({ type: 'integer', ...more });
const list = (more: JsonObject) => ({ type: 'array', items: { type: 'string', enum: ['x', 'y'] }, ...more });
const items = (more: JsonObject) => ({ type: 'array', items: more });
const many = (count: number) => Array.from({ length: count }, (_, index) => `c${index}`);
const pointerOf = (schema: Json) => {
  const read = readForm(schema);
  return read.kind === 'undrawable' ? read.pointer : 'drawn';
};

describe('a field that is not drawn is named with the place', () => {
  test.each<[string, JsonObject]>([
    // Values of keywords that are no such values.
    ['/minLength', text({ minLength: '3' })],
    ['/minLength', text({ minLength: -1 })],
    ['/minLength', text({ minLength: 1.5 })],
    ['/maxLength', text({ maxLength: null })],
    ['/minLength', text({ minLength: 70_000 })],
    ['/pattern', text({ pattern: 5 })],
    ['/pattern', text({ pattern: '(' })],
    ['/pattern', text({ pattern: '(?P<year>[0-9]+)' })],
    ['/pattern', text({ pattern: String.raw`[b-a]\p{L}` })],
    ['/format', text({ format: 5 })],
    ['/title', text({ title: 5 })],
    ['/description', text({ description: { text: 'd' } })],
    ['/minimum', number({ minimum: '5' })],
    ['/exclusiveMinimum', number({ minimum: 0, exclusiveMinimum: true })],
    ['/maximum', number({ maximum: JSON.parse('1e999') })],
    ['/multipleOf', number({ multipleOf: 0 })],
    ['/multipleOf', number({ multipleOf: -1 })],
    ['/uniqueItems', list({ uniqueItems: 'yes' })],
    ['/minItems', list({ minItems: -1 })],
    // Bounds that nothing fits.
    ['/maxLength', text({ minLength: 3, maxLength: 2 })],
    ['/maximum', number({ minimum: 2, maximum: 1 })],
    ['/maximum', number({ exclusiveMinimum: 1, maximum: 1 })],
    ['/exclusiveMaximum', number({ minimum: 1, maximum: 5, exclusiveMaximum: 1 })],
    ['/maximum', whole({ minimum: 1.2, maximum: 1.8 })],
    ['/exclusiveMaximum', whole({ exclusiveMinimum: 1, exclusiveMaximum: 2 })],
    ['/minimum', whole({ minimum: 1e300 })],
    ['/maxItems', list({ minItems: 2, maxItems: 1 })],
    ['/minItems', list({ minItems: 3 })],
    ['/multipleOf', whole({ minimum: 1, maximum: 3, multipleOf: 5 })],
    ['/multipleOf', whole({ minimum: 1, maximum: 2, multipleOf: 0.3 })],
    ['/multipleOf', whole({ exclusiveMinimum: 0, multipleOf: 1e17 })],
    ['/multipleOf', number({ exclusiveMinimum: 0, exclusiveMaximum: 0.1, multipleOf: 0.1 })],
    ['/multipleOf', number({ minimum: -0.25, maximum: -0.21, multipleOf: 0.1 })],
    ['/minLength', text({ minLength: 65_536 })],
    ['/minLength', text({ minLength: 65_536 - '{"f/1":""}'.length + 1 })],
    ['/maxLength', text({ format: 'date', maxLength: 9 })],
    ['/minLength', text({ format: 'date', minLength: 11 })],
    ['/maxLength', text({ format: 'date-time', maxLength: 19 })],
    ['/maxLength', text({ format: 'email', maxLength: 2 })],
    ['/maxLength', text({ format: 'uri', maxLength: 2 })],
    ['/enum', text({ enum: ['a', 'b'], minLength: 5 })],
    ['/enum', text({ enum: ['a', 'b'], pattern: '^c$' })],
    ['/enum', text({ enum: ['a', 'b'], format: 'email' })],
    ['/enum', whole({ enum: [1, 2], minimum: 5 })],
    ['/oneOf', text({ oneOf: [{ const: 'abc' }], maxLength: 2 })],
    // Keywords that nobody would see.
    ['/const', text({ const: 'x' })],
    ['/not', text({ not: {} })],
    ['/if', text({ if: {} })],
    ['/readOnly', text({ readOnly: true })],
    ['/contentEncoding', text({ contentEncoding: 'base64' })],
    ['/minimum', text({ minimum: 1 })],
    ['/a~1b~0c', text({ 'a/b~c': 1 })],
    ['/pattern', { type: 'boolean', pattern: 'a' }],
    ['/contains', list({ contains: {} })],
    ['/prefixItems', list({ prefixItems: [] })],
    // Choices.
    ['/enum', text({ enum: [] })],
    ['/enum', text({ enum: 'x' })],
    ['/enum', text({ enum: many(501) })],
    ['/enum/1', text({ enum: ['x', 1] })],
    ['/enum/1', text({ enum: ['x', null] })],
    ['/enum/2', text({ enum: ['x', 'y', 'x'] })],
    ['/enum/1', whole({ enum: [1, 1.5] })],
    ['/enum/0', number({ enum: ['1'] })],
    ['/oneOf', text({ enum: ['x'], oneOf: [{ const: 'x' }] })],
    ['/oneOf/0', text({ oneOf: ['x'] })],
    ['/oneOf/1', text({ oneOf: [{ const: 'x' }, { title: 'Y' }] })],
    ['/oneOf/0', text({ oneOf: [{ const: 1 }] })],
    ['/oneOf/0/pattern', text({ oneOf: [{ const: 'x', pattern: 'x' }] })],
    ['/oneOf/0/type', text({ oneOf: [{ const: 'x', type: 'number' }] })],
    ['/oneOf/0/title', text({ oneOf: [{ const: 'x', title: 1 }] })],
    ['/oneOf/1', text({ oneOf: [{ const: 'x' }, { const: 'x', title: 'again' }] })],
    ['/anyOf', text({ anyOf: [{ const: 'x' }] })],
    ['/enumNames', text({ enumNames: ['X'] })],
    ['/enumNames', text({ enum: ['x', 'y'], enumNames: ['X'] })],
    ['/enumNames', text({ enum: ['x'], enumNames: [1] })],
    ['/items', { type: 'array' }],
    ['/items', items({ type: 'string' })],
    ['/items/type', items({ type: 'object', enum: ['x'] })],
    ['/items/properties', items({ type: 'object', properties: {} })],
    ['/items/pattern', items({ enum: ['x'], pattern: 'x' })],
    ['/items/enum/0', items({ enum: [1] })],
    ['/items/anyOf', items({ enum: ['x'], anyOf: [{ const: 'x' }] })],
    ['/items/anyOf/1/type', items({ anyOf: [{ const: 'x' }, { type: 'null' }] })],
  ])('%s of %j', (place, field) => {
    expect(pointerOf({ type: 'object', properties: { 'f/1': field } })).toBe(`/properties/f~11${place}`);
  });
});

describe('a form that is not drawn is named with the place', () => {
  const fields = (count: number) =>
    Object.fromEntries(many(count).map((name) => [name, { type: 'boolean' }]));
  test.each<[string, Json]>([
    ['', null],
    ['', []],
    ['', { type: 'array' }],
    ['', { properties: {} }],
    ['', JSON.parse('{"type":"object","properties":{"__proto__":{"type":"string"}}}')],
    ['', { type: 'object', description: 'x'.repeat(70_000) }],
    ['/$schema', { type: 'object', $schema: 1 }],
    ['/properties', { type: 'object', properties: [] }],
    ['/properties', { type: 'object', properties: fields(101) }],
    ['/properties/', { type: 'object', properties: { '': { type: 'string' } } }],
    [
      `/properties/${'n'.repeat(201)}`,
      { type: 'object', properties: { ['n'.repeat(201)]: { type: 'string' } } },
    ],
    ['/properties/a', { type: 'object', properties: { a: true } }],
    ['/required', { type: 'object', required: 'a' }],
    ['/required/0', { type: 'object', required: ['a'] }],
    ['/required/1', { type: 'object', properties: { a: { type: 'string' } }, required: ['a', 'toString'] }],
    ['/additionalProperties', { type: 'object', additionalProperties: {} }],
    [
      '/properties/b/minLength',
      {
        type: 'object',
        required: ['a', 'b'],
        properties: { a: text({ minLength: 32_000 }), b: text({ minLength: 40_000 }), c: whole({}) },
      },
    ],
    ['/patternProperties', { type: 'object', patternProperties: {} }],
    ['/allOf', { type: 'object', allOf: [] }],
    ['/oneOf', { type: 'object', oneOf: [] }],
    ['/minProperties', { type: 'object', minProperties: 1 }],
    ['/dependentRequired', { type: 'object', dependentRequired: {} }],
  ])('%s', (pointer, schema) => {
    expect(pointerOf(schema)).toBe(pointer);
  });

  test('the shortest texts of a format, and the longest that an answer holds, are drawn and taken', () => {
    const shortest = { date: '2026-01-31', 'date-time': '2026-01-31T09:00:00Z', email: 'a@b', uri: 'a:b' };
    for (const [format, value] of Object.entries(shortest)) {
      const schema = { type: 'object', properties: { f: text({ format, maxLength: value.length }) } };
      expect([format, pointerOf(schema), checkContent(schema, { f: value })]).toEqual([format, 'drawn', {}]);
    }
    const longest = 'x'.repeat(65_536 - '{"f":""}'.length);
    const schema = { type: 'object', properties: { f: text({ minLength: longest.length }) } };
    const answer = { question: 'q1.1.1-00000000', action: 'accept' as const, content: { f: longest } };
    expect(pointerOf(schema)).toBe('drawn');
    expect(checkAnswer({ kind: 'form', digest: 'd', schema }, answer)).toMatchObject({ ok: true });
  });

  test('a choice among hundreds that a costly pattern refuses is read in no time', () => {
    const before = performance.now();
    readForm({ type: 'object', properties: { f: text({ enum: many(500), pattern: '^(a{1,50}){1,20}$' }) } });
    expect(performance.now() - before).toBeLessThan(1_000);
  });

  test('a schema that nests deeper than any form is not read at all', () => {
    let deep: Json = { type: 'string' };
    for (let level = 0; level < 5_000; level += 1) deep = { type: 'object', properties: { deep } };
    expect(pointerOf(deep)).toBe('');
  });
});
