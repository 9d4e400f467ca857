// The one check of an answer's content: a message per field, in the contract's own words. Case C03.
import { describe, expect, test } from '@jest/globals';
import { checkAnswer, checkContent } from '../../workflows/contract/answer-check.ts';
import { finishedForm, unknownForm } from '../../workflows/contract/host-forms.ts';
import { readForm } from '../../workflows/contract/form.ts';
import type { Json, JsonObject } from '../../workflows/contract/json.ts';

const form = (properties: JsonObject, required: string[] = []): JsonObject => ({
  type: 'object',
  properties,
  required,
});
const one = (field: JsonObject, value: Json) => checkContent(form({ f: field }), { f: value })['f'] ?? null;
const question = (schema: Json) => ({ kind: 'form' as const, digest: 'd', schema });
const accept = (content: JsonObject) => ({ question: 'q1.1.1-00000000', action: 'accept' as const, content });

describe('C03 every constraint of a schema is enforced', () => {
  const schema = form({
    ticket: { type: 'string', pattern: '^OPS-[0-9]+$' },
    percent: { type: 'number', exclusiveMinimum: 0, maximum: 100 },
    level: { type: 'integer', enum: [1, 2, 3] },
    mail: { type: 'string', format: 'email' },
    when: { type: 'string', format: 'date-time' },
    nick: { type: 'string', minLength: 2, maxLength: 4 },
  });
  const wrong = { ticket: 'BUG-1', percent: 0, level: 7, mail: 'x@', when: 'tomorrow', nick: '한글이름다섯' };

  test('with one message for each field', () => {
    const fields = {
      ticket: 'ticket must match the pattern "^OPS-[0-9]+$", got "BUG-1"',
      percent: 'percent must be over 0, got 0',
      level: 'level must be one of the given choices, got 7',
      mail: 'mail must be a valid email, got "x@"',
      when: 'when must be a valid date-time, got "tomorrow"',
      nick: 'nick must have at most 4 characters, got "한글이름다섯"',
    };
    expect(checkAnswer(question(schema), accept(wrong))).toEqual({
      ok: false,
      fields,
      reason: Object.values(fields).join('; '),
    });
  });

  test('and what fits them all is taken as it is', () => {
    const content = {
      ticket: 'OPS-7',
      percent: 0.5,
      level: 3,
      mail: 'kim@example.com',
      when: '2026-12-01T09:00:00+09:00',
      nick: '네글자임',
    };
    expect(checkAnswer(question(schema), accept(content))).toEqual({ ok: true, content, arguments: null });
  });

  test('characters are counted as people see most of them: by code point', () => {
    expect(one({ type: 'string', maxLength: 6 }, '한글이름다섯')).toBeNull();
    expect(one({ type: 'string', maxLength: 1 }, '😀')).toBeNull();
    expect(one({ type: 'string', minLength: 2 }, '😀')).toContain('at least 2');
  });
});

describe('what fits and what does not', () => {
  const format = (name: string) => ({ type: 'string', format: name });
  test.each<[JsonObject, Json[], Json[]]>([
    [
      format('email'),
      ['kim@example.com', "o'neil+x@mail.example.io", 'kim@localhost'],
      ['x@', '@x.io', 'a b@x.io', 'a..b@x.io', '김@예.한국', 'a@x.io\n', ''],
    ],
    [
      format('uri'),
      ['https://example.com/?q=1#x', 'mailto:a@b', 'urn:isbn:1', 'http://[::1]/'],
      ['http://a b', 'example.com', '//x.io/y', 'http://예.한국/', 'https://x.io/%zz', ''],
    ],
    [
      format('date'),
      ['2026-02-28', '2024-02-29'],
      ['2026-02-30', '2026-13-01', '2026-2-3', '20260203', '2026-02-03\n', '２０２６-01-01'],
    ],
    [
      format('date-time'),
      ['2026-01-31T09:00:00Z', '2026-01-31T09:00:00.5+09:00', '2026-01-31 09:00:00Z', '2026-12-31T23:59:60Z'],
      [
        '2026-01-31T09:00:00',
        '2026-01-31T09:00Z',
        '2026-01-31T24:00:00Z',
        '2026-01-31\n09:00:00Z',
        '2026-01-31T12:00:60Z',
        '2026-02-30T09:00:00Z',
        '2026-01-31T09:00:00+0900',
      ],
    ],
    [{ type: 'number', multipleOf: 0.1 }, [0.3, 0.7, -1.1, 0, -0], [0.35, 0.1 + 0.2]],
    [{ type: 'number', multipleOf: 0.01 }, [1.15, 19.99], [1.155]],
    [{ type: 'integer' }, [3.0, -0, 9007199254740991], [1.5, '3', true, 2 ** 53, -(2 ** 53), 1e300]],
    [{ type: 'number' }, [1e300, 2 ** 53], ['1', null, Infinity, Number.NaN]],
    [{ type: 'boolean' }, [true, false], ['true', 1, null]],
    [{ type: 'integer', enum: [1, 2] }, [1], [3, '1', true]],
    [{ type: 'string', oneOf: [{ const: 'x', title: 'X' }] }, ['x'], ['X', '', null]],
    [{ type: 'array', items: { enum: ['x', 'y'] } }, [[], ['y'], ['x', 'x']], ['x', ['z'], [['x']], null]],
    [{ type: 'array', items: { anyOf: [{ const: 'x' }] }, uniqueItems: true }, [['x']], [['x', 'x']]],
    [{ type: 'array', items: { enum: ['x', 'y'] }, minItems: 1, maxItems: 1 }, [['x']], [[], ['x', 'y']]],
  ])('%j', (field, fit, misfit) => {
    expect(fit.filter((value) => one(field, value) !== null)).toEqual([]);
    expect(misfit.filter((value) => one(field, value) === null)).toEqual([]);
  });

  test.each<[JsonObject, Json, string]>([
    [
      { type: 'array', items: { enum: ['x', 'y'] }, uniqueItems: true },
      ['x', 'x'],
      'must not name a choice twice',
    ],
    [
      { type: 'integer' },
      2 ** 53,
      'must be between -9007199254740991 and 9007199254740991 to be kept exactly',
    ],
    [{ type: 'string' }, 3, 'must be of type string'],
  ])('%j says of %j: %s', (field, value, text) => {
    expect(one(field, value)).toBe(`f ${text}, got ${JSON.stringify(value)}`);
  });
});

describe('fields by name', () => {
  test('what is required and what is not asked are refused by name', () => {
    const schema = form({ a: { type: 'string' } }, ['a']);
    expect(checkContent(schema, { b: 1 })).toEqual({
      a: 'a is required',
      b: 'b is not a field of this form',
    });
  });

  test.each(['constructor', 'toString', '__proto__', 'hasOwnProperty'])(
    '%s is a name like any other',
    (name) => {
      const schema = JSON.parse(`{"type":"object","properties":{"${name}":{"type":"boolean"}}}`) as Json;
      const content = JSON.parse(`{"${name}":1}`) as JsonObject;
      expect(checkContent(form({}), content)[name]).toBe(`${name} is not a field of this form`);
      expect(checkContent(schema, content)[name]).toContain('must be of type boolean');
      expect(checkContent(schema, {})[name]).toBeUndefined();
    },
  );

  test('thousands of unknown ones make a reason that can be kept', () => {
    const content = Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`k${index}`, 1]));
    const check = checkAnswer(question(form({})), accept(content));
    expect(check.ok).toBe(false);
    expect('reason' in check && check.reason.length).toBeLessThan(1_100);
  });

  test('the check leaves the schema as it was', () => {
    const schema = form({ a: { type: 'array', items: { type: 'string', enum: ['x'] } } });
    const before = JSON.stringify(schema);
    checkContent(schema, { a: ['y'] });
    expect(JSON.stringify(schema)).toBe(before);
    expect(Object.getOwnPropertyNames(schema)).toEqual(['type', 'properties', 'required']);
  });
});

test("the host's own forms can be drawn and answered", () => {
  for (const schema of [unknownForm, finishedForm]) expect(readForm(schema).kind).toBe('form');
  expect(checkContent(unknownForm, { outcome: 'run-again', comment: 'x' })).toEqual({});
  expect(checkContent(finishedForm, { outcome: 'later' })).toHaveProperty('outcome');
});

describe('hostile sizes cost little', () => {
  const many = (count: number) => Array.from({ length: count }, (_, index) => `${'c'.repeat(100)}${index}`);
  const big = 'a'.repeat(60_000);
  test.each<[string, JsonObject, Json]>([
    ['a list of wrong choices', { type: 'array', items: { enum: many(500) } }, many(600)],
    [
      'a list that must be unique',
      { type: 'array', items: { enum: many(500) }, uniqueItems: true },
      many(12_000),
    ],
    ['an email', { type: 'string', format: 'email' }, `${big}@x`],
    ['a quoted email', { type: 'string', format: 'email' }, `"${String.raw`\a`.repeat(30_000)}`],
    ['a uri', { type: 'string', format: 'uri' }, `a:/${'a/'.repeat(30_000)} `],
    ['a pattern', { type: 'string', pattern: '^(a+)+$' }, `${big}!`],
  ])('%s', (_name, field, value) => {
    const before = performance.now();
    expect(one(field, value)).not.toBeNull();
    expect(performance.now() - before).toBeLessThan(500);
  });
});
