// A person at a terminal: every field, what of it will be sent, and a way out at each step that sends nothing.
import { describe, expect, test } from '@jest/globals';
import { Abandoned } from '../../client/cli/ask.ts';
import { decided } from '../../client/cli/dialogue.ts';
import type { AnswerAction } from '../../workflows/contract/answer.ts';
import { finishedForm, unknownForm } from '../../workflows/contract/host-forms.ts';
import type { JsonObject } from '../../workflows/contract/json.ts';
import type { Question } from '../../workflows/contract/question.ts';
import { sampleIo, sampleQuestion, sampleStatus } from '../support/cli-samples.ts';

const order: JsonObject = {
  type: 'object',
  required: ['quantity', 'force'],
  properties: {
    quantity: { type: 'integer', minimum: 1, maximum: 40 },
    force: { type: 'boolean', default: true },
    env: { type: 'string', enum: ['a', 'b'], enumNames: ['Alpha', 'Beta'], default: 'b' },
    note: { type: 'string', title: 'Anything else?' },
    days: { type: 'array', items: { type: 'string', enum: ['mon', 'tue', 'wed'] }, maxItems: 2 },
  },
};

async function talk(wish: AnswerAction | null, part: Partial<Question>, typed: string[], options = {}) {
  const io = sampleIo({ columns: 120 }, typed);
  const question = sampleQuestion({ message: 'Please', ...part });
  const reply = await decided(
    { io, status: sampleStatus(), question, options: { words: [], ...options } },
    wish,
  );
  return { reply, text: [...io.stdout, ...io.stderr].join('\n'), left: typed.length };
}

const form = (schema: JsonObject): Partial<Question> => ({ kind: 'form', schema });
const filled = ['3', '', '', '', ''];

describe('a form at a terminal', () => {
  test('C04: Enter takes a default or leaves out, and the review lists every field and says which', async () => {
    const { reply, text } = await talk('accept', form(order), [...filled, 'yes']);
    expect(reply).toEqual({
      action: 'accept',
      content: { quantity: 3, force: true, env: 'b' },
      defaults: [],
    });
    expect(text).toContain(
      [
        'You are sending:',
        '  | 1  quantity  3',
        '  | 2  force     true  (default)',
        '  | 3  env       "b"  (default)',
        '  | 4  note      (left out)',
        '  | 5  days      (left out)',
      ].join('\n'),
    );
  });

  test('each field is shown with its title and limits, and each prompt says how to send nothing', async () => {
    const { text } = await talk('accept', form(order), [...filled, 'yes']);
    expect(text).toContain('Field 1 of 5\n  | quantity  whole number, required, at least 1, at most 40');
    expect(text).toContain('Value (Ctrl-C: nothing is sent):');
    expect(text).toContain('Value (Enter: the default; Ctrl-C: nothing is sent):');
    expect(text).toContain('Value (Enter: it is left out; Ctrl-C: nothing is sent):');
    expect(text).toContain(
      'Choose one (Ctrl-C: nothing is sent):\n"a"  "Alpha"\n"b"  "Beta"\n(leave it out)',
    );
    expect(text).toContain('called "Anything else?"');
  });

  test('what does not fit is told at the field itself', async () => {
    const typed = ['12abc', '45', '', '7', 'maybe', 'no', 'a', 'x', 'mon,tue,wed', 'mon,wed', 'yes'];
    const { reply, text } = await talk('accept', form(order), typed);
    expect(reply?.content).toEqual({ quantity: 7, force: false, env: 'a', note: 'x', days: ['mon', 'wed'] });
    expect(text).toContain('It must be a whole number, got "12abc".');
    expect(text).toContain('It must be at most 40, got 45.');
    expect(text).toContain('An answer is required.');
    expect(text).toContain('It must be true or false (or yes or no), got "maybe".');
    expect(text).toContain('It must have at most 2 choices');
  });

  test('a field is changed by its number, with what it had on Enter, and left out by -number', async () => {
    const typed = [...filled, '1', '40', '4', 'soon', '4', '', '-3', '-1', '9', 'yes'];
    const { reply, text, left } = await talk('accept', form(order), typed);
    expect(left).toBe(0);
    expect(reply?.content).toEqual({ quantity: 40, force: true, note: 'soon' });
    expect(text).toContain('Value (Enter: as it is; Ctrl-C: nothing is sent):');
    expect(text).toContain('That field is required.');
    expect(text).toContain('Type yes, decline, later or nothing, not "9".');
  });

  test.each(['constructor', 'toString'])('a field called %s is asked for like any other', async (name) => {
    const schema: JsonObject = {
      type: 'object',
      required: ['n'],
      properties: { n: { type: 'integer' }, [name]: { type: 'string' } },
    };
    const other = await talk('accept', form(schema), ['1', '', '1', '2', 'yes']);
    expect([other.reply?.content, other.left]).toEqual([{ n: 2 }, 0]);
    const itself = await talk('accept', form(schema), ['1', '', '2', '', 'yes']);
    expect([itself.reply?.content, itself.left]).toEqual([{ n: 1 }, 0]);
    const given = await talk('accept', form(schema), ['1', 'x', '-2', 'yes']);
    expect(given.reply?.content).toEqual({ n: 1 });
  });

  test('what the server says of the form and of a choice stands at the prompts', async () => {
    const choice = { const: 'a', title: 'Yes', description: 'deletes all' };
    const schema: JsonObject = {
      type: 'object',
      title: 'Transfer',
      description: 'It moves\n1000 EUR',
      properties: { x: { type: 'string', oneOf: [choice] } },
    };
    const { text } = await talk('accept', form(schema), ['a', 'yes']);
    expect(text).toContain(String.raw`  | (the whole form)  called "Transfer", "It moves\n1000 EUR"`);
    expect(text).toContain('"a"  "Yes", described as "deletes all"');
  });

  test('later and decline are on offer to the end; a decline asks for a reason that may be none', async () => {
    expect((await talk('accept', form(order), [...filled, 'later'])).reply).toMatchObject({
      action: 'cancel',
      content: {},
    });
    const declined = await talk('accept', form(order), [...filled, 'decline', 'too dear']);
    expect(declined.reply).toEqual({ action: 'decline', content: {}, defaults: [], comment: 'too dear' });
    expect(declined.text).toContain('decline  the job ends after a last report');
    const silent = await talk('accept', form(order), [...filled, 'decline', '']);
    expect(silent.reply).toEqual({ action: 'decline', content: {}, defaults: [] });
    const given = await talk('accept', form(order), [...filled, 'decline'], { comment: 'no' });
    expect(given).toMatchObject({ reply: { action: 'decline' }, left: 0 });
  });

  test('nothing sends nothing, and so does Ctrl-C at any prompt', async () => {
    expect((await talk('accept', form(order), [...filled, 'nothing'])).reply).toBeNull();
    const prompts = filled.length + 1;
    for (let at = 0; at < prompts; at += 1) {
      const io = sampleIo({}, [...filled]);
      const { ask } = io;
      let left = at;
      const leaving = <T>(go: () => Promise<T>) =>
        left-- === 0 ? Promise.reject(new Abandoned('Nothing was sent.')) : go();
      io.ask = {
        line: (...given) => leaving(() => ask.line(...given)),
        one: (...given) => leaving(() => ask.one(...given)),
        many: (...given) => leaving(() => ask.many(...given)),
      };
      const question = sampleQuestion(form(order));
      const talking = decided({ io, status: sampleStatus(), question, options: { words: [] } }, 'accept');
      await expect(talking).rejects.toThrow(Abandoned);
    }
  });

  test('only whole words count: y, OK and an empty line are asked again', async () => {
    const { reply, text } = await talk('accept', form(order), [...filled, 'y', 'ok', '', ' YES ']);
    expect(reply?.action).toBe('accept');
    expect(text).toContain('Type yes, decline, later or nothing, not "y".');
  });

  test('a secret is asked for without being shown, and the review has its length only', async () => {
    const schema: JsonObject = { type: 'object', properties: { api_key: { type: 'string', maxLength: 20 } } };
    const secret = 'hunter2hunter2hunter2';
    const { reply, text } = await talk('accept', form(schema), [secret, 'hunter2hunt2', 'yes']);
    expect(reply?.content).toEqual({ api_key: 'hunter2hunt2' });
    expect(text).toContain('It must have at most 20 characters.');
    expect(text).toContain('  | 1  api_key  •••• (12 characters)');
    expect(text).not.toContain('hunter2');
  });

  test('a default that does not fit its own schema is no fault: it is asked for', async () => {
    const schema: JsonObject = {
      type: 'object',
      required: ['count', 'env', 'days'],
      properties: {
        count: { type: 'integer', minimum: 5, default: 'three' },
        env: { type: 'string', enum: ['a', 'b'], default: 7 },
        days: { type: 'array', items: { type: 'string', enum: ['mon'] }, default: ['sun', { a: 1 }] },
      },
    };
    const { reply } = await talk('accept', form(schema), ['6', 'a', 'mon', 'yes']);
    expect(reply?.content).toEqual({ count: 6, env: 'a', days: ['mon'] });
  });

  test('a choice of the server that looks like one of the host is told apart', async () => {
    const schema: JsonObject = {
      type: 'object',
      properties: { x: { type: 'string', oneOf: [{ const: '', title: '(leave it out)' }] } },
    };
    const { text, reply } = await talk('accept', form(schema), ['""  "(leave it out)"', 'yes']);
    expect(text).toContain('""  "(leave it out)"\n(leave it out)');
    expect(reply?.content).toEqual({ x: '' });
  });
});

describe('an answer without a word', () => {
  test('is asked for, with what each would do', async () => {
    const { reply, text } = await talk(null, {}, ['approve']);
    expect(reply).toEqual({ action: 'accept', content: {}, defaults: [] });
    expect(text).toContain(
      [
        '    approve  sent once',
        '    decline  the job ends after a last report',
        '    later    asked again in 1 min',
        '    nothing  nothing is sent, it stays open',
      ].join('\n'),
    );
  });

  test('can be each of the four, and no other', async () => {
    expect((await talk(null, {}, ['later'])).reply).toMatchObject({ action: 'cancel' });
    expect((await talk(null, {}, ['decline', 'no'])).reply).toMatchObject({
      action: 'decline',
      comment: 'no',
    });
    expect((await talk(null, {}, ['nothing'])).reply).toBeNull();
    const { text } = await talk(null, {}, ['yes', 'cancel', 'reject', 'nothing']);
    expect(text).toContain('Type approve, decline, later or nothing, not "cancel".');
  });

  test('C05: fills a form in and reviews it; an empty one is yes or no', async () => {
    const { reply } = await talk(null, form(order), ['approve', ...filled, 'yes']);
    expect(reply).toMatchObject({ action: 'accept', content: { quantity: 3 } });
    const empty = await talk(null, form({ type: 'object', properties: {} }), ['approve']);
    expect(empty.reply).toEqual({ action: 'accept', content: {}, defaults: [] });
  });

  test('says beforehand that a tool starts again, and what an address means', async () => {
    const again = await talk('accept', { ...form({ type: 'object', properties: {} }), rerun: true }, ['yes']);
    expect(again.text).toContain(
      'Send this answer to operations and run place_purchase_order again from its start?',
    );
    expect(again.text).toContain('yes      the tool runs again from its start');
    const url = { kind: 'url' as const, url: 'https://pay.example/' };
    const link = await talk('accept', url, ['yes']);
    expect(link.text).toContain('Agree to open this address for place_purchase_order on operations?');
    expect(link.text).toContain('Nothing opens it for you.');
    expect(link.reply?.content).toEqual({});
  });

  test('an outcome of the host is chosen and never preset', async () => {
    const unknown = { kind: 'unknown' as const, schema: unknownForm };
    const lost = await talk('accept', unknown, ['done', 'it is there', 'yes']);
    expect(lost.reply?.content).toEqual({ outcome: 'done', comment: 'it is there' });
    const finished = { kind: 'finished' as const, schema: finishedForm };
    expect((await talk('accept', finished, ['retry', 'yes'])).reply?.content).toEqual({ outcome: 'retry' });
  });
});

test('what cannot be seen whole is not approved, and can be put off', async () => {
  const cut = { ...form(order), digest: 'other' };
  await expect(talk('accept', cut, [])).rejects.toThrow('what cannot be seen whole is not approved');
  expect((await talk(null, cut, ['later'])).reply).toMatchObject({ action: 'cancel' });
});
