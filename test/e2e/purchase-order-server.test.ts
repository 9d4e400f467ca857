// The operations server of the example, as a real process, driven by the public MCP client: both eras, both transports.
import { statSync, writeFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, test } from '@jest/globals';
import { Client, StreamableHTTPClientTransport, isInputRequiredResult } from '@modelcontextprotocol/client';
import {
  ask,
  check,
  connect,
  fileIn,
  later,
  order,
  orders,
  paper,
  serve,
  statusOf,
  stock,
  textOf,
  turn,
  useOperations,
} from '../support/operations-server.ts';
import type { Action, Person } from '../support/operations-server.ts';

useOperations();

const emptyForm = { type: 'object', properties: {} };
const executed = { at: expect.stringMatching(/^\d{4}-.*Z$/), ...paper };
const refusedState = { code: -32602, data: { reason: 'invalid_request_state' } };

describe.each([
  ['modern', 'http'],
  ['modern', 'stdio'],
  ['legacy', 'http'],
  ['legacy', 'stdio'],
])('the %s server over %s', (era, transport) => {
  const open = async (answer: Person, ...flags: string[]) => {
    const all = ['--era', era, ...flags];
    return await connect(transport === 'http' ? (await serve(...all)).url : all, answer);
  };

  test('asks with an empty form, and an accepted order is on disk before the reply', async () => {
    const asked: unknown[] = [];
    const client = await open(async (message, schema) => (asked.push(message, schema), 'accept'));
    expect(client.getProtocolEra()).toBe(era);

    expect(textOf(await order(client, { sku: ' sku-300 ', quantity: 10 }))).toMatch(/^Ordered 10 of SKU-300/);
    expect(asked).toEqual([expect.stringContaining('10 of SKU-300'), emptyForm]);
    expect(orders()).toEqual([executed]);
    expect(stock()).toEqual({ 'SKU-100': 12, 'SKU-200': 7, 'SKU-300': 13 });
    expect(await check(client, 'sku-300')).toBe('SKU-300: 13 in stock.');
    expect(await check(client, 'SKU-999')).toContain('never stocked');
  });

  test('leaves the stock alone when the person declines or does not decide, and says which', async () => {
    const actions: Action[] = ['decline', 'cancel'];
    const client = await open(
      async () => actions.shift() ?? 'accept',
      '--lang',
      era === 'modern' ? 'en' : 'ko',
    );

    expect(textOf(await order(client))).toMatch(/a person declined|거절하여/);
    expect(textOf(await order(client))).toMatch(/nobody has decided|아무도 결정하지 않아/);
    expect(orders()).toEqual([]);
    expect(stock()['SKU-300']).toBe(3);
  });

  test('explains bad input in an error result and asks nobody', async () => {
    const client = await open(async () => Promise.reject(new Error('nobody is to be asked')));
    const cases: [Record<string, unknown>, string][] = [
      [{ sku: 'SKU 300; rm', quantity: 1 }, 'A SKU is'],
      [{ sku: 'x'.repeat(65), quantity: 1 }, 'A SKU is'],
      [{ quantity: 1 }, 'A SKU is'],
      ...[0, -1, 1.5, 10_001, '10', null].map((quantity): [Record<string, unknown>, string] => [
        { sku: 'SKU-300', quantity },
        'A quantity is a whole number from 1 to 10,000',
      ]),
      [{ ...paper, qty: 3 }, 'qty'],
    ];
    for (const [args, reason] of cases) {
      const result = await order(client, args);
      expect(result).toMatchObject({ isError: true });
      expect(textOf(result)).toContain(reason);
    }
    expect(orders()).toEqual([]);
  });
});

describe('the modern server', () => {
  test('takes an answer after it was killed and started again, and again: it does not deduplicate', async () => {
    const first = await serve();
    const state = await ask(await connect(first.url));
    first.child.kill('SIGKILL');
    await first.ended;

    const client = await connect((await serve()).url);
    for (const times of [1, 2]) {
      expect(await turn(client, paper, state, 'accept')).not.toHaveProperty('isError');
      expect(orders()).toHaveLength(times);
    }
    expect(statSync(fileIn('state.key')).mode.toString(8)).toMatch(/600$/);
  });

  test('refuses a state that is expired or tampered with', async () => {
    const client = await connect((await serve('--state-ttl', '1')).url);
    const tampered = (await ask(client)).replace(/\.(.)/, (_, first) => (first === 'A' ? '.B' : '.A'));
    await expect(turn(client, paper, tampered, 'accept')).rejects.toMatchObject(refusedState);

    const state = await ask(client);
    const isTaken = () => turn(client, paper, state, 'decline').then(Boolean, () => false);
    while (await isTaken()) await pause(50);
    await expect(turn(client, paper, state, 'accept')).rejects.toMatchObject(refusedState);
    expect(orders()).toEqual([]);
  });

  test('refuses an answer for other arguments, and asks anew when the state or the answer is missing', async () => {
    const client = await connect((await serve()).url);
    const state = await ask(client);
    for (const other of [
      { ...paper, quantity: 11 },
      { ...paper, sku: 'SKU-100' },
    ]) {
      const refused = await turn(client, other, state, 'accept');
      expect(refused).toMatchObject({
        isError: true,
        content: [{ text: expect.stringContaining('10 of SKU-300') }],
      });
    }
    expect(isInputRequiredResult(await turn(client, paper, undefined, 'accept'))).toBe(true);
    expect(isInputRequiredResult(await turn(client, paper, state))).toBe(true);
    expect(orders()).toEqual([]);
  });

  test('shares its directory with another process: one key, no order lost, no stale stock', async () => {
    const servers = await Promise.all([serve(), serve()]);
    const clients = await Promise.all(servers.map(({ url }) => connect(url)));
    const states = await Promise.all(clients.map(ask));
    const swapped = states.toReversed();
    await Promise.all(
      clients.flatMap((client, n) =>
        Array.from({ length: 10 }, () => turn(client, paper, swapped[n], 'accept')),
      ),
    );
    expect(orders()).toHaveLength(20);
    expect(stock()['SKU-300']).toBe(203);
  });

  test('loses no order to a line that a crash has torn', async () => {
    writeFileSync(fileIn('orders.jsonl'), `${JSON.stringify({ at: 'x', ...paper })}\n{"at":"2026-`);
    const client = await connect((await serve()).url);
    await turn(client, paper, await ask(client), 'accept');
    expect(await check(client, 'SKU-300')).toBe('SKU-300: 23 in stock.');
  });

  test('does not serve clients of the legacy era', async () => {
    const { url } = await serve();
    const client = new Client({ name: 'old', version: '1.0.0' });
    later(() => client.close());
    await expect(client.connect(new StreamableHTTPClientTransport(url))).rejects.toThrow(/version/i);
  });
});

describe('the legacy server', () => {
  test('answers 404 for a session that it does not know, or that was ended', async () => {
    const { url } = await serve('--era', 'legacy');
    const transport = new StreamableHTTPClientTransport(url);
    const client = new Client({ name: 'old', version: '1.0.0' });
    later(() => client.close());
    await client.connect(transport);
    const known = { 'mcp-session-id': transport.sessionId };
    expect([await statusOf(url, known), await statusOf(url, {})]).toEqual([200, 400]);
    await transport.terminateSession();
    expect([await statusOf(url, known), await statusOf(url, { 'mcp-session-id': 'x' })]).toEqual([404, 404]);
  });

  test('asks on the stream of the call itself, so a client needs no other stream', async () => {
    const { url } = await serve('--era', 'legacy');
    const post = (body: object, session: Record<string, string> = {}) => {
      const accept = 'application/json, text/event-stream';
      const headers = { 'content-type': 'application/json', accept, ...session };
      return fetch(url, { method: 'POST', headers, body: JSON.stringify({ jsonrpc: '2.0', ...body }) });
    };
    const client = { capabilities: { elicitation: {} }, clientInfo: { name: 'raw', version: '1.0.0' } };
    const params = { protocolVersion: '2025-11-25', ...client };
    const opened = await post({ id: 1, method: 'initialize', params });
    const session = { 'mcp-session-id': opened.headers.get('mcp-session-id') ?? '' };
    const call = { id: 2, method: 'tools/call', params: { name: 'place_purchase_order', arguments: paper } };

    let streamed = '';
    for await (const chunk of (await post(call, session)).body ?? []) {
      streamed += new TextDecoder().decode(chunk);
      if (streamed.includes('elicitation/create')) break;
    }
    expect(streamed).toContain('10 of SKU-300');
  });

  test('says so when the client cannot ask anybody', async () => {
    const { url } = await serve('--era', 'legacy');
    const client = new Client({ name: 'mute', version: '1.0.0' });
    later(() => client.close());
    await client.connect(new StreamableHTTPClientTransport(url));
    const result = await order(client);
    expect(result).toMatchObject({ isError: true });
    expect(textOf(result)).toContain('no person could be asked');
  });
});
