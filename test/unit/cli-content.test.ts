// What people type for a form, and what of it reaches the job.
import { describe, expect, test } from '@jest/globals';
import { typedContent } from '../../client/cli/content.ts';
import { parseSpan } from '../../client/cli/age.ts';
import { checkContent } from '../../workflows/contract/answer-check.ts';
import { readForm, type Field } from '../../workflows/contract/form.ts';
import type { JsonObject } from '../../workflows/contract/json.ts';

const schema = {
  type: 'object',
  required: ['force', 'count'],
  properties: {
    force: { type: 'boolean', default: true },
    count: { type: 'integer', minimum: 1 },
    ratio: { type: 'number' },
    note: { type: 'string' },
    env: { type: 'string', enum: ['a', 'b'], enumNames: ['Alpha', 'Beta'], default: 'b' },
    days: { type: 'array', items: { type: 'string', enum: ['mon', 'tue', 'wed'] }, maxItems: 2 },
    level: { type: 'integer', enum: [1, 2] },
  },
};

function fieldsOf(form: JsonObject): Field[] {
  const read = readForm(form);
  if (read.kind !== 'form') throw new Error(read.reason);
  return read.fields;
}

function typed(...words: string[]) {
  const { content, fields } = typedContent(fieldsOf(schema), { words });
  const misfits = checkContent(schema, content);
  return { content, problems: { ...misfits, ...fields } };
}

const accepted = (...words: string[]) => {
  const { content, problems } = typed(...words);
  expect(problems).toEqual({});
  return content;
};

describe('C04: typed answers from a command line', () => {
  test('booleans and whole numbers are sent as what they are', () => {
    expect(accepted('force=false', 'count=3')).toEqual({ force: false, count: 3, env: 'b' });
  });

  test.each([
    ['true', true],
    ['yes', true],
    ['false', false],
    ['no', false],
  ])('force=%s is %s', (text, value) => {
    expect(accepted(`force=${text}`, 'count=1')['force']).toBe(value);
  });

  test.each(['1', '0', 'on', 'TRUE', 'Yes', 'ja', ''])(
    'force=%s is refused by name, never taken for true',
    (text) => {
      expect(typed(`force=${text}`, 'count=1').problems).toEqual({
        force: `force must be true or false (or yes or no), got ${JSON.stringify(text)}`,
      });
    },
  );

  test.each([
    '12abc',
    '1.5',
    '0x10',
    '０３',
    'NaN',
    'Infinity',
    '',
    ' 3',
    '3 ',
    '+3',
    '03',
    '1e-1',
    '1e400',
    '1_000',
    '9007199254740993',
  ])('count=%s is refused by name', (text) => {
    const { problems, content } = typed(`count=${text}`);
    expect(problems['count']).toMatch(/^count /);
    expect(content).not.toHaveProperty('count');
  });

  test.each([
    ['1e3', 1000],
    ['3.0', 3],
    ['42', 42],
  ])('count=%s is the whole number %d', (text, value) => {
    expect(accepted(`count=${text}`)['count']).toBe(value);
  });

  test.each(['NaN', 'Infinity', '0x1', '1,5', '.5', '٣'])('ratio=%s is refused by name', (text) => {
    expect(typed('count=1', `ratio=${text}`).problems['ratio']).toMatch(/^ratio must be a number/);
  });

  test('a number may be negative, broken and have an exponent', () => {
    expect(accepted('count=1', 'ratio=-2.5e-1')['ratio']).toBe(-0.25);
  });

  test('a default fills what nobody touched, and nothing else is filled in', () => {
    expect(accepted('count=3')).toEqual({ count: 3, force: true, env: 'b' });
  });

  test('note= sends an empty text, never null', () => {
    expect(accepted('count=3', 'note=')['note']).toBe('');
  });

  test('a text may hold =, spaces and a number', () => {
    expect(accepted('count=3', 'note=a=b 12')['note']).toBe('a=b 12');
  });

  test('an unknown name is refused by name, and the one that is near is named', () => {
    expect(typed('count=1', 'extra=1').problems).toEqual({ extra: 'extra is not a field of this form' });
    expect(typed('count=1', 'coutn=3').problems).toEqual({
      coutn: 'coutn is not a field of this form (close: count)',
    });
    expect(typed('count=1', ' count=3').problems).toEqual({
      ' count': '" count" is not a field of this form (close: count)',
    });
  });

  test.each(['env=B', 'env=', 'env=b ', 'level=3', 'level=01', 'level=', 'days=', 'days=Mon'])(
    '%s is no choice, and is refused by name',
    (word) => {
      const name = word.slice(0, word.indexOf('='));
      expect(typed('count=1', word).problems[name]).toMatch(new RegExp(`^${name} must be one of `));
    },
  );

  test('-0 is sent as 0, as every reader of JSON takes it', () => {
    expect(Object.is(accepted('count=1', 'ratio=-0')['ratio'], 0)).toBe(true);
    expect(typed('count=-0').problems).toEqual({ count: 'count must be at least 1, got 0' });
  });

  test.each([
    ['1e-400', 'too small'],
    ['9007199254740993', 'too large'],
  ])('ratio=%s would be sent as another number: refused as %s', (text, why) => {
    expect(typed('count=1', `ratio=${text}`).problems['ratio']).toContain(`ratio is ${why} to be kept`);
  });

  test('ratio=0.1 and ratio=1e300 are numbers like any other', () => {
    expect(accepted('count=1', 'ratio=0.1')['ratio']).toBe(0.1);
    expect(accepted('count=1', 'ratio=1e300')['ratio']).toBe(1e300);
  });

  test('which defaults were filled in is known, to be told', () => {
    expect(typedContent(fieldsOf(schema), { words: ['count=3', 'env=b'] }).defaults).toEqual(['force']);
  });

  test('a bound of the schema is told with what was given', () => {
    expect(typed('count=0').problems).toEqual({ count: 'count must be at least 1, got 0' });
  });

  test('a choice is taken by its value or its title', () => {
    expect(accepted('count=1', 'env=a')['env']).toBe('a');
    expect(accepted('count=1', 'env=Alpha')['env']).toBe('a');
    expect(accepted('count=1', 'level=2')['level']).toBe(2);
    expect(typed('count=1', 'env=c').problems['env']).toBe('env must be one of "a", "b", got "c"');
  });

  test('a repeated name adds a choice where several are allowed, and is refused elsewhere', () => {
    expect(accepted('count=1', 'days=mon', 'days=wed')['days']).toEqual(['mon', 'wed']);
    expect(typed('count=1', 'days=mon', 'days=tue', 'days=wed').problems['days']).toMatch(
      /at most 2 choices/,
    );
    expect(typed('count=1', 'days=mon', 'days=mon').problems['days']).toBe('days has "mon" twice');
    expect(typed('count=1', 'count=2').problems['count']).toBe('count is given 2 times');
  });

  test('a word without = is a usage error', () => {
    expect(() => typed('count')).toThrow('"count" is not NAME=VALUE');
    expect(() => typed('=3')).toThrow('is not NAME=VALUE');
  });

  test('two choices of one title are not guessed between', () => {
    const form = fieldsOf({
      type: 'object',
      properties: {
        x: {
          type: 'string',
          oneOf: [
            { const: 'a', title: 'Same' },
            { const: 'b', title: 'Same' },
          ],
        },
      },
    });
    expect(typedContent(form, { words: ['x=Same'] }).fields['x']).toBe('x: two choices are called "Same"');
  });

  test('a name that holds = is found whole', () => {
    const form = fieldsOf({
      type: 'object',
      properties: { a: { type: 'string' }, 'a=b': { type: 'string' } },
    });
    expect(typedContent(form, { words: ['a=b=c', 'a=d'] }).content).toEqual({ 'a=b': 'c', a: 'd' });
  });

  test('words beat the file, JSON keeps its type', () => {
    const { content } = typedContent(fieldsOf(schema), {
      words: ['count=2'],
      json: ['note="x"'],
      base: { count: 1, ratio: 3 },
    });
    expect(content).toEqual({ count: 2, ratio: 3, note: 'x', force: true, env: 'b' });
    expect(() => typedContent(fieldsOf(schema), { words: [], json: ['note=x'] })).toThrow(
      '--set-json note is not JSON',
    );
  });

  test('JSON of the wrong type is refused by name, and JSON given twice is no command', () => {
    const form = fieldsOf(schema);
    const { content } = typedContent(form, { words: [], json: ['count="3"', 'env="Alpha"', 'force=1'] });
    expect(Object.keys(checkContent(schema, content))).toEqual(['count', 'env', 'force']);
    const twice = { words: ['count=1'], json: ['count=2'] };
    expect(() => typedContent(form, twice)).toThrow('count is given twice');
    expect(() => typedContent(form, { words: [], json: ['count=1', 'count=2'] })).toThrow('given twice');
    expect(() => typedContent(form, { words: [], json: ['note={"a":1,"a":2}'] })).toThrow('names a twice');
  });

  test('what is not NAME=VALUE is shown as escapes', () => {
    expect(() => typed('\u202ecount')).toThrow(String.raw`"\u{202e}count" is not NAME=VALUE`);
  });

  test('a prototype key is a name like any other', () => {
    expect(Object.entries(typed('count=1', '__proto__=1').problems)).toEqual([
      ['__proto__', '__proto__ is not a field of this form'],
    ]);
  });
});

describe('spans', () => {
  test.each([
    ['30s', 30_000],
    ['10m', 600_000],
    ['2 h', 7_200_000],
    ['3d', 259_200_000],
  ])('%s', (text, value) => expect(parseSpan(text)).toBe(value));
  test.each(['90', '', 'soon', '-5m', '5 parsecs', '1e3s'])('%s is none', (text) =>
    expect(parseSpan(text)).toBeNull(),
  );
});
