// A question's card: whole, and in the host's words.
import { describe, expect, test } from '@jest/globals';
import { card } from '../../client/cli/card.ts';
import { shellWord } from '../../client/cli/text.ts';
import type { Question } from '../../workflows/contract/question.ts';
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
      '  item      "A4 paper, 80 g"',
      '  quantity  40',
      'Answer with one of:',
      '  adjourn answer po-1042/q1.1.1-9f31c2ab approve   sent once',
      '  adjourn answer po-1042/q1.1.1-9f31c2ab decline --comment "why"   the job ends after a last report',
      '  adjourn answer po-1042/q1.1.1-9f31c2ab later   asked again in 1 min',
    ]);
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
