// The model activity against a real HTTP server that speaks OpenAI's chat protocol, through the real provider module.
import { afterEach, describe, expect, test } from '@jest/globals';
import { ApplicationFailure } from '@temporalio/activity';
import { resolveModel } from '../../activities/model/providers.ts';
import { failureTypes } from '../../workflows/contract/failures.ts';
import type { ModelRequest, Turn } from '../../workflows/contract/model.ts';
import { startFakeOpenAi, type FakeOpenAi, type FakeReply } from '../support/fake-openai.ts';
import { checkStock, placeOrder, quietActivity, request, runStep } from '../support/model-steps.ts';

const key = 'sk-very-secret-0123456789';
let server: FakeOpenAi | undefined;

afterEach(async () => {
  await server?.stop();
  server = undefined;
});

async function step(reply: FakeReply, given?: ModelRequest, environment = quietActivity()) {
  server ??= await startFakeOpenAi({ reply: () => reply });
  const models = {
    'openai-compatible': { baseURL: server.baseURL, apiKey: key, headers: { 'x-team': 'blue' } },
  };
  return runStep({ resolveModel: (id) => resolveModel(id, models), secrets: [key] }, given, environment);
}

async function failureOf(reply: FakeReply): Promise<ApplicationFailure> {
  const error: unknown = await step(reply).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(ApplicationFailure);
  expect(JSON.stringify(error) + String(error)).not.toContain(key);
  expect((error as ApplicationFailure).cause).toBeUndefined();
  expect(server?.requests).toHaveLength(1);
  return error as ApplicationFailure;
}

describe('an OpenAI-compatible server', () => {
  test('gets key, headers, model and tools, and its calls come back planned', async () => {
    const sku = { sku: 'SKU-300' };
    const reply = await step({ text: 'Looking.', calls: [{ name: checkStock.modelName, arguments: sku }] });
    expect(server?.requests[0]?.headers).toMatchObject({ authorization: `Bearer ${key}`, 'x-team': 'blue' });
    expect(server?.requests[0]?.body).toMatchObject({
      model: 'm',
      tools: [
        { function: { name: checkStock.modelName } },
        { function: { parameters: placeOrder.inputSchema } },
      ],
    });
    expect(reply).toMatchObject({ text: 'Looking.', usage: { inputTokens: 10, outputTokens: 5 } });
    expect(reply.calls).toMatchObject([
      { kind: 'call', server: 'operations', tool: 'check_stock', arguments: sku },
    ]);
  });

  test('that gives two calls one id, and broken JSON, gets every result back under its own id', async () => {
    const calls = [
      { id: 'same', name: checkStock.modelName, arguments: { sku: 'A' } },
      { id: 'same', name: checkStock.modelName, arguments: { sku: 'B' } },
      { id: 'same', name: placeOrder.modelName, arguments: '{"sku": "C", ' },
    ];
    const first = await step({ calls, usage: null });
    expect(first.calls).toMatchObject([
      { kind: 'call', arguments: { sku: 'A' } },
      { kind: 'call', arguments: { sku: 'B' } },
      { kind: 'invalid', reason: expect.stringContaining('not valid JSON') },
    ]);
    const results = first.calls.map(({ id, name }, n) => ({
      id,
      name,
      text: `result ${n}`,
      isError: n === 2,
    }));
    const transcript: Turn[] = [
      { role: 'user', text: 'go' },
      { role: 'assistant', content: first.content },
      { role: 'tools', results },
    ];
    const second = await step({}, request({ transcript, round: 2 }));
    const sent = server?.requests[1]?.body.messages.slice(2);
    expect(sent?.[0]?.tool_calls?.map(({ id }) => id)).toEqual(results.map(({ id }) => id));
    expect(sent?.[0]?.tool_calls?.[2]?.function.arguments).toBe('{}');
    expect(sent?.slice(1)).toEqual(
      results.map(({ id, text, isError }) => ({
        role: 'tool',
        tool_call_id: id,
        // The protocol has no mark for errors.
        content: isError ? JSON.stringify({ error: text }) : text,
      })),
    );
    expect(new Set([...first.calls, ...second.calls].map(({ id }) => id)).size).toBe(6);
  });

  test('gets no tools for the last word', async () => {
    const reply = await step({ text: 'Nothing was done.' }, request({ tools: false }));
    expect(server?.requests[0]?.body.tools).toBeUndefined();
    expect(reply.text).toBe('Nothing was done.');
  });

  test('loses its request when the activity is cancelled', async () => {
    const environment = quietActivity();
    server = await startFakeOpenAi({
      reply: () => {
        environment.cancel('CANCELLED');
        return { hang: true };
      },
    });
    await expect(step({}, request(), environment)).rejects.toMatchObject({ name: 'CancelledFailure' });
    await waitFor(() => server?.abandoned() === 1);
  });
});

describe('a failure', () => {
  test('400 ends the job with the provider’s reason', async () => {
    const failure = await failureOf({ status: 400, message: `context too long for ${key}` });
    expect(failure).toMatchObject({ type: failureTypes.modelRefused, nonRetryable: true });
    expect(failure.message).toContain('context too long');
  });

  test.each([401, 403])('%d is retried slowly and asks for credentials', async (status) => {
    const failure = await failureOf({ status, message: `Incorrect API key provided: ${key}` });
    expect(failure).toMatchObject({
      type: failureTypes.modelUnavailable,
      nonRetryable: false,
      nextRetryDelay: 60_000,
      message: `needs credentials: provider openai-compatible refused the key (HTTP ${status})`,
    });
  });

  test('429 waits as long as the provider says, an hour at most', async () => {
    const seconds = await failureOf({ status: 429, headers: { 'retry-after': '7' } });
    expect(seconds).toMatchObject({ nonRetryable: false, nextRetryDelay: 7_000 });
    await server?.stop();
    server = undefined;
    const date = new Date(Date.now() + 86_400_000).toUTCString();
    expect((await failureOf({ status: 429, headers: { 'retry-after': date } })).nextRetryDelay).toBe(
      3_600_000,
    );
  });

  test.each([404, 422, 500, 503])('%d is retried by Temporal and by nobody else', async (status) => {
    expect(await failureOf({ status })).toMatchObject({
      type: failureTypes.modelUnavailable,
      nonRetryable: false,
    });
  });

  test('to connect is retried', async () => {
    const gone = await startFakeOpenAi({ reply: () => ({}) });
    await gone.stop();
    const models = { 'openai-compatible': { baseURL: gone.baseURL } };
    await expect(runStep({ resolveModel: (id) => resolveModel(id, models) })).rejects.toMatchObject({
      type: failureTypes.modelUnavailable,
      nonRetryable: false,
      message: expect.stringContaining('ECONNREFUSED'),
    });
  });

  test('to know the provider is retried, for the config may be put right', async () => {
    await expect(runStep({ resolveModel: (id) => resolveModel(id, {}) })).rejects.toMatchObject({
      type: failureTypes.modelUnavailable,
      message: expect.stringContaining('baseURL'),
    });
  });
});

async function waitFor(condition: () => boolean): Promise<void> {
  const deadline = Date.now() + 10_000;
  while (!condition()) {
    if (Date.now() > deadline) throw new Error('waited 10 s in vain');
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
