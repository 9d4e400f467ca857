// `--edit NAME=VALUE`: arguments as the person changes them, typed by the tool's schema and shown before they are sent.
import { describe, expect, test } from '@jest/globals';
import { editedArguments, editLines } from '../../client/cli/edits.ts';
import { sampleIo, sampleQuestion } from '../support/cli-samples.ts';

const argumentsSchema = {
  type: 'object',
  properties: { to: { type: 'string' }, amount: { type: 'integer' }, tags: { type: 'array' } },
};
const question = sampleQuestion({ kind: 'approval', arguments: { to: 'lee', amount: 5 }, argumentsSchema });

describe('changed arguments', () => {
  test('are those that were shown but for what is named; a text stays a text, all else is JSON', () => {
    expect(editedArguments(question, ['to=5=five', 'amount=4', 'tags=["a"]'])).toEqual({
      to: '5=five',
      amount: 4,
      tags: ['a'],
    });
  });

  test('are none when nothing is named', () => {
    expect(editedArguments(question, [])).toBeNull();
  });

  test.each([
    ['no value', ['amount'], 'is not NAME=VALUE'],
    ['a number in words', ['amount=four'], 'the tool takes integer here'],
    ['an unknown name with a bare text', ['cc=me'], 'a text stands in double quotes'],
  ])('are refused with %s', (_what, edits, why) => {
    expect(() => editedArguments(question, edits)).toThrow(why);
  });

  test('are refused where the rule does not allow them, and for what is no approval', () => {
    const fixed = sampleQuestion({ kind: 'approval', argumentsSchema: null });
    expect(() => editedArguments(fixed, ['amount=4'])).toThrow('cannot be changed');
    expect(() => editedArguments(sampleQuestion({ kind: 'form' }), ['amount=4'])).toThrow('approval only');
  });

  test('are shown before they are sent, with what stood there', () => {
    const lines = editLines(question, { to: 'lee', amount: 4 }, sampleIo({ terminal: true })).join('\n');
    expect(lines).toContain('5 -> 4');
    expect(lines).not.toContain('lee');
    const same = editLines(question, { to: 'lee', amount: 5 }, sampleIo({ terminal: true }));
    expect(same).toEqual(['Nothing differs from what was asked.']);
  });
});
