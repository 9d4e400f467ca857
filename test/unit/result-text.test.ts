import { describe, expect, test } from '@jest/globals';
import { readReply } from '../../activities/mcp/read-reply.ts';
import { bounded, resultText } from '../../activities/mcp/result-text.ts';
import { bounds } from '../../workflows/contract/bounds.ts';

const asItIs = (text: string) => text;

const text = (words: string) => ({ type: 'text', text: words });
const fresh = { kind: 'fresh' } as const;
const reply = (result: unknown) => ({ kind: 'result', result }) as const;

describe('C30 what the model is told of a result', () => {
  test.each([
    ['isError with text', { isError: true, content: [text('no')] }, 'no', true],
    ['no content', { content: [] }, '(no output)', false],
    ['structured content alone', { content: [], structuredContent: { k: 1 } }, '{"k":1}', false],
    [
      'structured content said in text too',
      { content: [text('{ "k": 1 }')], structuredContent: { k: 1 } },
      '{ "k": 1 }',
      false,
    ],
    [
      'text and other structured content',
      { content: [text('hi')], structuredContent: { k: 1 } },
      'hi\n[structured content]\n{"k":1}',
      false,
    ],
    [
      'an image',
      { content: [{ type: 'image', mimeType: 'image/png', data: 'AAAA' }] },
      '[image: image/png, 3 bytes]',
      false,
    ],
    [
      'audio',
      { content: [{ type: 'audio', mimeType: 'audio/wav', data: 'AAA=' }] },
      '[audio: audio/wav, 2 bytes]',
      false,
    ],
    [
      'a resource link',
      { content: [{ type: 'resource_link', uri: 'file:///a', name: 'a', mimeType: 'text/plain' }] },
      '[resource link: a, file:///a, text/plain]',
      false,
    ],
    [
      'embedded text',
      {
        content: [{ type: 'resource', resource: { uri: 'file:///a', mimeType: 'text/plain', text: 'body' } }],
      },
      '[resource: file:///a, text/plain]\nbody',
      false,
    ],
    [
      'an embedded blob',
      { content: [{ type: 'resource', resource: { uri: 'file:///a', mimeType: 'x/y', blob: 'AAAA' } }] },
      '[resource: file:///a, x/y, 3 bytes]',
      false,
    ],
    ['a text that only says it is an error', { content: [text('Error: failed')] }, 'Error: failed', false],
    ['a result without content', {}, '(no output)', false],
    ['a block of an unknown type', { content: [{ type: 'video' }] }, '[video: 16 bytes of JSON]', false],
    ['content that is no list', { content: 'hello' }, '(no output)', false],
  ])('%s', (_name, result, expected, isError) => {
    expect(resultText(result)).toEqual({ text: expected, isError });
  });

  test('a JSON-RPC error -32602 of a call that carried no state is an error result', () => {
    const refusal = { kind: 'error', code: -32602, message: 'bad', data: undefined } as const;
    expect(readReply(refusal, 'modern', fresh, asItIs)).toEqual({
      kind: 'result',
      result: { text: 'error -32602: bad', isError: true },
    });
  });
});

describe('a long text', () => {
  test.each(['a', 'é', '가', '👍'])('of %s is cut between characters, with its full size', (character) => {
    const cut = bounded(character.repeat(40_000));
    expect(Buffer.byteLength(cut)).toBeLessThanOrEqual(bounds.resultBytes);
    expect(cut).not.toContain('\uFFFD');
    expect(cut).toContain(`${40_000 * Buffer.byteLength(character)} bytes]`);
  });

  test('of exactly the limit stays whole', () => {
    expect(bounded('a'.repeat(bounds.resultBytes))).toBe('a'.repeat(bounds.resultBytes));
  });
});

describe('a reply of a modern server', () => {
  test('of an unknown type is no end of the call', () => {
    expect(readReply(reply({ resultType: 'task' }), 'modern', fresh, asItIs)).toMatchObject({
      kind: 'unknown',
    });
  });

  test('without a type is taken as complete', () => {
    expect(readReply(reply({ content: [text('ok')] }), 'modern', fresh, asItIs)).toMatchObject({
      kind: 'result',
    });
  });

  test.each([
    ['sampling', { inputRequests: { s: { method: 'sampling/createMessage', params: {} } } }],
    ['nothing', {}],
    ['a state that is too long', { requestState: 'x'.repeat(bounds.requestStateBytes + 1) }],
    ['a state that is no text', { requestState: 1 }],
    [
      'too many questions',
      { inputRequests: Object.fromEntries(Array.from({ length: 21 }, (_, n) => [n, {}])) },
    ],
    ['no message', { inputRequests: { q: { method: 'elicitation/create', params: {} } } }],
    [
      'an unknown mode',
      { inputRequests: { q: { method: 'elicitation/create', params: { mode: 'voice', message: 'm' } } } },
    ],
  ])('that asks for %s cannot be put to a person', (_name, asked) => {
    const outcome = readReply(reply({ resultType: 'input_required', ...asked }), 'modern', fresh, asItIs);
    expect(outcome).toMatchObject({ kind: 'undrawable' });
  });
});

describe('a reply that could harm its reader', () => {
  test('nested too deep is an error result, and never a lost reply', () => {
    let deep: unknown = 'x';
    for (let level = 0; level < 20_000; level += 1) deep = [deep];
    expect(readReply(reply({ content: [], deep }), 'modern', fresh, asItIs)).toEqual({
      kind: 'result',
      result: { text: '(the result nests too deep to be read)', isError: true },
    });
  });

  test('with -32602 counts as a refused state only when it says so', () => {
    const resumed = { kind: 'resume' as const, responses: {}, requestState: 's' };
    const kindOf = (message: string, data?: unknown) =>
      readReply({ kind: 'error', code: -32602, message, data }, 'modern', resumed, asItIs).kind;
    expect(kindOf('quantity must be even')).toBe('result');
    expect(kindOf('no', { reason: 'invalid_request_state' })).toBe('state-refused');
    expect(kindOf('requestState expired')).toBe('state-refused');
  });

  test('with a key for its question that is too long is not shown', () => {
    const ask = { method: 'elicitation/create', params: { message: 'Sure?' } };
    const asked = { resultType: 'input_required', inputRequests: { ['k'.repeat(1_000)]: ask } };
    expect(readReply(reply(asked), 'modern', fresh, asItIs).kind).toBe('undrawable');
  });
});
