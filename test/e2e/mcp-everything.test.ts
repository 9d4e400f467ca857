// Questions of a server that adjourn did not write (server-everything, legacy): each is captured, and answered from the record
// when the tool runs again.
import { afterEach, describe, expect, test } from '@jest/globals';
import type { AskedRequest, ElicitationReply, LegOutcome, LegStart } from '../../workflows/contract/call.ts';
import { askedIn, recorded, run } from '../support/mcp-stage.ts';
import { startEverything, type Everything } from '../support/servers/everything.ts';

let server: Everything;
afterEach(() => server.close());

async function replay(
  ...[request, reply, call]: [AskedRequest, ElicitationReply, Parameters<typeof recorded>[3]]
): Promise<LegStart> {
  return { kind: 'replay', answers: [await recorded(server, request, reply, call)] };
}

function text(outcome: LegOutcome): string {
  if (outcome.kind !== 'result') throw new Error(JSON.stringify(outcome));
  expect(outcome.result.isError).toBe(false);
  return outcome.result.text;
}

describe.each([{ http: false }, { http: true }])('server-everything, http: $http', ({ http }) => {
  test('asks for an answer as a task: captured, then fetched from the record', async () => {
    server = await startEverything({ http });
    const call = { tool: 'trigger-elicitation-request-async', arguments: {} };
    const { request, closing } = askedIn(await run(server, call));
    expect(request).toMatchObject({ mode: 'form', message: expect.stringContaining('async task demo') });
    expect(closing.text).toContain('[CANCELLED]');
    const content = { name: '김', favoriteColor: 'Blue', agreeToTerms: true };
    const start = await replay(request, { action: 'accept', content }, call);
    const outcome = await run(server, { ...call, start });
    expect(outcome).toMatchObject({ answersUsed: 1 });
    expect(text(outcome)).toContain('- Name: 김\n- Favorite Color: Blue\n- Agreed to terms: true');
  });

  test('runs a tool only as a task: its question is captured, then answered in the midst of the task', async () => {
    server = await startEverything({ http });
    const call = {
      tool: 'simulate-research-query',
      arguments: { topic: 'python', ambiguous: true },
    };
    const { request, closing } = askedIn(await run(server, call));
    expect(request.message).toContain('The research query "python"');
    expect(closing.text).toContain('User cancelled - using default interpretation');
    const reply = { action: 'accept', content: { interpretation: 'snake' } } as const;
    const start = await replay(request, reply, call);
    expect(text(await run(server, { ...call, start }))).toContain('# Research Report: python (snake)');
  });

  test('runs a tool only as a task that asks nothing', async () => {
    server = await startEverything({ http });
    const call = { tool: 'simulate-research-query', arguments: { topic: 'tea', ambiguous: false } };
    expect(text(await run(server, call))).toContain('# Research Report: tea');
  });

  test('wants an address opened in the middle of a call', async () => {
    server = await startEverything({ http });
    const call = {
      tool: 'trigger-url-elicitation',
      arguments: { url: 'https://pay.test/1', message: 'Pay', elicitationId: 'e1', errorPath: false },
    };
    const { request } = askedIn(await run(server, call));
    expect(request).toMatchObject({ mode: 'url', url: 'https://pay.test/1', elicitationId: 'e1' });
    const start = await replay(request, { action: 'accept' }, call);
    expect(text(await run(server, { ...call, start }))).toContain('User completed the URL elicitation');
  });

  test('C08 (d) wants an address opened before the call: error -32042, and the call made anew goes on', async () => {
    server = await startEverything({ http });
    const call = {
      tool: 'trigger-url-elicitation',
      arguments: { url: 'https://pay.test/1', message: 'Pay', errorPath: true },
    };
    expect(await run(server, call)).toMatchObject({
      kind: 'asked-links',
      requests: [{ mode: 'url', url: 'https://modelcontextprotocol.io', elicitationId: expect.any(String) }],
      closing: { text: expect.stringContaining('browser-based authorization'), isError: true },
    });
    expect(askedIn(await run(server, call)).request).toMatchObject({
      mode: 'url',
      url: 'https://pay.test/1',
    });
  });
});
