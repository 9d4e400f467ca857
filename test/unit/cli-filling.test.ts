// Values from words or a file: what is told of them, before they are sent and after.
import { describe, expect, test } from '@jest/globals';
import { explain } from '../../client/cli/errors.ts';
import { contentOf, type Values } from '../../client/cli/filling.ts';
import { report } from '../../client/cli/outcome.ts';
import type { AnswerResult } from '../../client/answer.ts';
import type { JsonObject } from '../../workflows/contract/json.ts';
import { sampleIo, sampleNow, sampleQuestion, sampleStatus } from '../support/cli-samples.ts';

const form = (properties: JsonObject, required: string[] = []) =>
  sampleQuestion({ kind: 'form', schema: { type: 'object', properties, required } });

const secretForm = form({ api_key: { type: 'string', maxLength: 5 }, count: { type: 'integer' } });

async function given(question: ReturnType<typeof form>, values: Partial<Values>, stdin = '') {
  const io = sampleIo({ readStdin: () => Promise.resolve(Buffer.from(stdin)) });
  try {
    return { filled: await contentOf(io, sampleStatus(), question, { words: [], ...values }), fault: null };
  } catch (error) {
    return { filled: null, fault: explain(error, sampleNow) };
  }
}

describe('values of an approval', () => {
  test('C04: the defaults that were filled in are known', async () => {
    const question = form({
      env: { type: 'string', enum: ['a', 'b'], default: 'b' },
      count: { type: 'integer' },
    });
    const { filled } = await given(question, { words: ['count=3'] });
    expect(filled).toEqual({ content: { count: 3, env: 'b' }, defaults: ['env'] });
  });

  test('C05: an empty form takes no value, and needs none', async () => {
    expect((await given(form({}), {})).filled).toEqual({ content: {}, defaults: [] });
    const { fault } = await given(form({}), { words: ['x=1'] });
    expect(fault).toMatchObject({ text: expect.stringContaining('x is not a field of this form'), code: 4 });
    const approval = await given(sampleQuestion(), { words: ['x=1'] });
    expect(approval.fault).toMatchObject({ code: 4 });
  });

  test('C34: a secret is taken from no command line, in words or as JSON', async () => {
    for (const values of [{ words: ['api_key=hunter2'] }, { words: [], setJson: ['api_key="hunter2"'] }]) {
      const { fault } = await given(secretForm, values);
      expect(fault).toMatchObject({ code: 2, text: expect.stringContaining('api_key looks like a secret') });
      expect(fault?.text).not.toContain('hunter2');
    }
  });

  test('C34: a secret that does not fit is not repeated on the screen, what else does not fit is', async () => {
    const { fault } = await given(secretForm, { contentFile: '-' }, '{"api_key":"hunter2","count":"x"}');
    expect(fault?.text).toBe(
      'api_key must have at most 5 characters; count must be of type integer, got "x". Nothing was sent; still open.',
    );
  });
});

describe('the report of an answer', () => {
  const result = (part: Partial<AnswerResult>): AnswerResult => ({
    result: 'recorded',
    reason: null,
    question: secretForm,
    status: sampleStatus(),
    ...part,
  });
  const accept = { action: 'accept' as const, content: {}, defaults: [] };

  function told(outcome: Partial<AnswerResult>, reply: Partial<Parameters<typeof report>[2]> = {}) {
    const io = sampleIo({ columns: 120 });
    const code = report(
      { io, json: false, profile: undefined },
      result(outcome),
      { ...accept, ...reply },
      'kim',
    );
    return { code, text: [...io.stdout, ...io.stderr].join('\n') };
  }

  test('C04: names the defaults that were sent unseen, with their values', () => {
    const question = form({
      env: { type: 'string', default: 'b' },
      api_key: { type: 'string', default: 'hunter2' },
      count: { type: 'integer' },
    });
    const content = { env: 'b', api_key: 'hunter2', count: 3 };
    const { text } = told({ question }, { content, defaults: ['env', 'api_key'] });
    expect(text).toContain('  Also sent, as the form\'s defaults: env="b" api_key=•••• (7 characters)');
    expect(told({ question }, { content }).text).not.toContain('Also sent');
  });

  test('C34: repeats no secret from the reason for which a job refused it', () => {
    const reason = 'api_key must have at most 5 characters, got "hunter2"';
    const { code, text } = told({ result: 'refused', reason });
    expect(code).toBe(4);
    expect(text).toBe('error: api_key must have at most 5 characters. Nothing changed; still open.');
  });
});
