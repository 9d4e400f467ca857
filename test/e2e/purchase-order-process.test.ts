// The operations server of the example as a process: who may reach it over HTTP, its flags, and how it ends.
import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import { describe, expect, test } from '@jest/globals';
import {
  connect,
  later,
  order,
  orders,
  paper,
  serve,
  start,
  statusOf,
  useOperations,
} from '../support/operations-server.ts';

useOperations();

test.each(['modern', 'legacy'])(
  'the %s server refuses foreign Host and Origin headers and other paths',
  async (era) => {
    const { url } = await serve('--era', era);
    const refused = [
      { host: 'evil.example' },
      { host: '127.0.0.1.evil.example:80' },
      { origin: 'https://evil.example' },
    ];
    for (const headers of refused) expect(await statusOf(url, headers)).toBe(403);
    expect(await statusOf(url, { origin: 'null' })).toBe(403);
    expect(await statusOf(new URL('/', url), {})).toBe(404);
    expect(await statusOf(url, { host: `localhost:${url.port}`, origin: url.origin })).toBe(400);
  },
);

describe('the process', () => {
  test.each([
    [['--era', 'future'], '--era is modern or legacy, not "future"'],
    [['--transport', 'carrier-pigeon'], '--transport is http or stdio'],
    [['--port', '65536'], '--port is a whole number from 0 to 65535'],
    [['--state-ttl', '0'], '--state-ttl is a whole number from 1'],
    [['--lang', ''], '--lang is en or ko'],
    [['--colour', 'red'], "Unknown option '--colour'"],
    [['please'], "Unexpected argument 'please'"],
  ])('refuses %j with exit code 2 and one clear reason', async (flags, reason) => {
    const { ended, said } = start(...flags);
    expect(await ended).toBe(2);
    expect(said()).toContain(`error: ${reason}`);
    expect(said()).not.toMatch(/^\s+at /m);
  });

  test('says what to do when the port is taken', async () => {
    const squatter = createServer().listen(0, '127.0.0.1');
    await once(squatter, 'listening');
    later(async () => squatter.close());
    const { port } = squatter.address() as AddressInfo;
    const { ended, said } = start('--port', String(port));
    expect(await ended).toBe(1);
    expect(said()).toBe(
      `error: port ${port} is taken: stop what listens there, or choose another with --port\n`,
    );
  });

  test.each(['SIGTERM', 'SIGINT'] as const)('ends on %s although a question is open', async (signal) => {
    const { url, child, ended } = await serve('--era', 'legacy');
    const asked = Promise.withResolvers<void>();
    const client = await connect(url, async () => (asked.resolve(), await new Promise<never>(() => {})));
    const lost = order(client).catch(() => 'lost');
    await asked.promise;
    child.kill(signal);
    expect(await ended).toBe(0);
    await client.close();
    expect(await lost).toBe('lost');
    expect(orders()).toEqual([]);
  });

  test.each(['modern', 'legacy'])('ends in stdio mode when its input ends (%s)', async (era) => {
    const { child, ended } = start('--transport', 'stdio', '--era', era);
    const messages = [
      {
        id: 1,
        method: 'initialize',
        params: {
          protocolVersion: '2025-11-25',
          capabilities: { elicitation: {} },
          clientInfo: { name: 'raw', version: '1' },
        },
      },
      { method: 'notifications/initialized' },
      { id: 2, method: 'tools/call', params: { name: 'place_purchase_order', arguments: paper } },
    ];
    for (const message of messages) child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
    for await (const line of createInterface({ input: child.stdout })) {
      if (/elicitation\/create|unsupported/i.test(line)) break;
    }
    child.stdin.end();
    expect(await ended).toBe(0);
  });
});
