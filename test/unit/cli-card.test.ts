// A question's card: whole, and in the host's words.
import { describe, expect, test } from '@jest/globals';
import { card } from '../../client/cli/card.ts';
import { shellWord } from '../../client/cli/text.ts';
import { unknownForm } from '../../workflows/contract/host-forms.ts';
import type { Question, QuestionEvent } from '../../workflows/contract/question.ts';
import { sampleIo, sampleQuestion, sampleStatus } from '../support/cli-samples.ts';

const shown = (part: Partial<Question>) =>
  card(sampleStatus(), sampleQuestion(part), sampleIo(), { full: true, commands: true });

describe('a card', () => {
  test('reads as the host wrote it', () => {
    expect(shown({})).toEqual([
      'po-1042/q1.1.1  APPROVAL  waiting 2 h  attempt 1 of 5  expires in 22 h',
      '  goal    Reorder paper   started by kim (not verified)',
      '  server  operations',
      '  tool    place_purchase_order',
      '  why     policy rule 2 asks: "spends money"',
      'If approved, this call is sent once, exactly like this:',
      '  | item      "A4 paper, 80 g"',
      '  | quantity  40',
      'Answer with one of:',
      '  adjourn answer po-1042/q1.1.1-9f31c2ab approve   sent once',
      '  adjourn answer po-1042/q1.1.1-9f31c2ab decline --comment "why"   the job ends after a last report',
      '  adjourn answer po-1042/q1.1.1-9f31c2ab later   asked again in 1 min',
      '  adjourn answer po-1042/q1.1.1-9f31c2ab   asks you which, step by step',
    ]);
  });

  test('of a closed form says what it was answered with, and no longer what would follow', () => {
    const schema = {
      type: 'object',
      properties: { quantity: { type: 'integer' }, note: { type: 'string' } },
    };
    const decision = {
      action: 'accept' as const,
      content: { quantity: 40 },
      contentDigest: '',
      arguments: null,
      by: 'kim',
      via: 'cli',
      comment: null,
      at: '2026-11-30T11:00:00Z',
      answer: null,
    };
    const text = shown({ kind: 'form', message: 'How many?', schema, state: 'accepted', decision }).join(
      '\n',
    );
    expect(text).toMatch(/It was answered with:\n.*quantity +40/);
    expect(text).not.toContain('If approved');
  });

  test('says that accepting a legacy question runs the tool again', () => {
    expect(shown({ kind: 'form', rerun: true }).join('\n')).toContain('the tool runs again from its start');
  });

  test('says that the last "later" ends the job undecided', () => {
    expect(shown({ attempt: 5 }).join('\n')).toContain('last time: then the job ends undecided');
  });

  test('says what differs from the question it took the place of', () => {
    const text = shown({ replaces: 'q1.1.1-00000000', difference: ['quantity 40 -> 400'] }).join('\n');
    expect(text).toContain('took the place of q1.1.1-00000000');
    expect(text).toContain('quantity 40 -> 400');
  });

  test('says when parts of it are missing: its digest binds all that it shows', () => {
    const whole = sampleQuestion();
    const cut = shown({ arguments: {}, digest: whole.digest }).join('\n');
    expect(cut).toContain('PARTS ARE MISSING');
    expect(shown({}).join('\n')).not.toContain('PARTS ARE MISSING');
  });

  test('has a line for each outcome of a call whose reply was lost, and presets none', () => {
    const lines = shown({ kind: 'unknown', schema: unknownForm }).filter((line) => line.includes('approve'));
    expect(lines.map((line) => line.replace(/^.* approve /, ''))).toEqual([
      'outcome=run-again   the call is sent once more',
      'outcome=done   taken as done, nothing is sent',
      'outcome=failed   taken as failed, nothing is sent',
    ]);
  });

  test('tells what happened so far: reminders, visits, who said what and by which door', () => {
    const event = (what: QuestionEvent['what'], at: string) => ({
      at,
      what,
      action: null,
      by: null,
      via: null,
      comment: null,
    });
    const lee = { action: 'cancel' as const, by: 'lee', via: 'web', comment: 'after lunch' };
    const history = [
      event('asked', '2026-11-30T10:00:00Z'),
      event('reminded', '2026-11-30T11:00:00Z'),
      { ...event('put-off', '2026-11-30T11:30:00Z'), ...lee },
      event('visited', '2026-11-30T11:55:00Z'),
    ];
    const lines = shown({ history });
    const start = lines.indexOf('So far:');
    expect(lines.slice(start, start + 5)).toEqual([
      'So far:',
      '  1 h ago  reminded',
      '  30 min ago  put off',
      '  | by lee, through web, "after lunch"',
      '  5 min ago  the server says that what its link asks for is done',
    ]);
    const many = Array.from({ length: 30 }, () => event('reminded', '2026-11-30T11:00:00Z'));
    expect(shown({ history: many })).toContain('  (20 earlier events)');
  });

  test('C03: says who checks a pattern, and that a default which does not fit is not used', () => {
    const properties = {
      a: { type: 'string', pattern: '^OPS-[0-9]+$' },
      b: { type: 'string', pattern: '^(?=x)' },
      c: { type: 'integer', default: 'three' },
    };
    const lines = shown({ kind: 'form', schema: { type: 'object', properties } });
    expect(lines).toContain('  | a  text, optional, pattern "^OPS-[0-9]+$"');
    expect(lines).toContain('  | b  text, optional, pattern "^(?=x)" (the server checks it)');
    expect(lines.join('\n')).toContain('its default "three" does not fit and is not used');
  });

  test('shows what the server says of the form, of a choice and of the items of a list, behind the mark', () => {
    const one = { type: 'string', oneOf: [{ const: 'a', title: 'Yes', description: 'deletes\nall' }] };
    const items = { type: 'string', title: 'Days', description: 'All\u202e week', enum: ['x'] };
    const texts = { title: 'Transfer', description: `1000 EUR${'!'.repeat(400)}` };
    const properties = { one, list: { type: 'array', items } };
    const question = sampleQuestion({ kind: 'form', schema: { type: 'object', ...texts, properties } });
    const wide = sampleIo({ columns: 500 });
    const cut = card(sampleStatus(), question, wide, { full: false, commands: true }).join('\n');
    expect(cut).toContain('It asks for:\n  | (the whole form)  called "Transfer", "1000 EUR!!!');
    expect(cut).toContain('more characters)');
    expect(cut).toContain(String.raw`  |     "a"  "Yes", described as "deletes\nall"`);
    expect(cut).toContain(String.raw`any of, optional, each of them called "Days", "All\u{202e} week"`);
    const empty = shown({ kind: 'form', schema: { type: 'object', properties: {}, title: 'T' } });
    expect(empty.join('\n')).toContain('nothing but yes or no.\n  | (the whole form)  called "T"');
  });

  test('never uses a word that people take for another', () => {
    for (const kind of ['approval', 'form', 'url', 'unknown', 'finished'] as const) {
      expect(shown({ kind }).join('\n')).not.toMatch(/\b(cancel|ok|submit|reject)\b/i);
    }
  });

  test('offers no line to copy that holds what cannot be seen or what a shell would run', () => {
    expect(shellWord("a'; rm -rf ~; '=1")).toBe(String.raw`'a'\''; rm -rf ~; '\''=1'`);
    expect(shellWord('a\u202eb=1')).toBeNull();
    const schema = { type: 'object', required: ['a\u202e'], properties: { 'a\u202e': { type: 'string' } } };
    expect(shown({ kind: 'form', schema }).join('\n')).toContain('approve --content-file -');
  });
});
