// What the host says of a question that it does not show: nothing that the config holds as a secret, however it is spelled.
import { describe, expect, test } from '@jest/globals';
import { readReply } from '../../activities/mcp/read-reply.ts';
import { readRequest } from '../../activities/mcp/read-request.ts';
import { redactSecrets } from '../../activities/mcp/secrets.ts';
import { ServerConfig } from '../../activities/mcp/server-config.ts';
import type { JsonObject } from '../../workflows/contract/json.ts';

const secret = 'sk-Abc/def~0123456789abcdef0123456789';
const config = ServerConfig.parse({
  url: 'http://127.0.0.1:1/mcp',
  headers: { Authorization: `Bearer ${secret}` },
});
const scheme = 'Sk-Abc.0123456789';
const redact = redactSecrets(config, [secret, scheme]);

const asks = (inputRequests: JsonObject) =>
  readReply(
    { kind: 'result', result: { resultType: 'input_required', inputRequests } },
    'modern',
    { kind: 'fresh' },
    redact,
  );
const ask = (params: JsonObject) => asks({ q: { method: 'elicitation/create', params } });
const parsed = (json: string) => JSON.parse(json) as JsonObject;

describe('a secret of the config is not told', () => {
  const form = (properties: JsonObject) => ({
    message: 'm',
    requestedSchema: { type: 'object', properties },
  });

  test('as a part of the place, where "/" and "~" are spelled otherwise', () => {
    expect(ask(form({ [`a/${secret}`]: { type: 'object' } }))).toMatchObject({
      kind: 'undrawable',
      pointer: '/properties/a~1[secret]',
    });
    expect(ask(form({ 'a/b~c': { type: 'object' } }))).toMatchObject({ pointer: '/properties/a~1b~0c' });
  });

  test.each<[string, () => unknown]>([
    ['a method', () => asks({ q: { method: 'x'.repeat(80) + secret, params: {} } })],
    ['a mode', () => ask({ message: 'm', mode: 'x'.repeat(80) + secret })],
    ['a protocol', () => ask({ message: 'm', mode: 'url', url: `${scheme}:x` })],
    ['a keyword', () => ask(form({ a: { type: 'string', [secret]: 1 } }))],
  ])('cut through or in lower case, by %s', (_name, read) => {
    const told = JSON.stringify(read());
    expect(told).toContain('undrawable');
    expect(told).not.toMatch(/sk-a/i);
  });
});

describe('a key named "__proto__" is refused', () => {
  const entry = '{"method":"elicitation/create","params":{"message":"m"}}';
  test.each([
    ['as the name of a question', `{"__proto__":${entry}}`],
    ['beside another question', `{"a":${entry},"__proto__":${entry}}`],
    [
      'among its parameters',
      '{"a":{"method":"elicitation/create","params":{"message":"m","__proto__":{"mode":"url"}}}}',
    ],
  ])('%s', (_name, json) => {
    expect(asks(parsed(json))).toMatchObject({
      kind: 'undrawable',
      reason: 'what it asks is not taken: it has a key named "__proto__"',
    });
  });

  test('also when a server asks in the middle of a call', () => {
    expect(readRequest(null, parsed('{"message":"m","__proto__":{"mode":"url"}}')).kind).toBe('undrawable');
    expect(readRequest(null, parsed('{"message":"m","_meta":{"a":1}}')).kind).toBe('request');
  });
});
