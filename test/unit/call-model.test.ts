// The callModel activity against a scripted model: what is sent, the last word, and how a step ends early.
import { describe, expect, test } from '@jest/globals';
import { MockLanguageModelV4 } from 'ai/test';
import type { CatalogueTool } from '../../activities/model/catalogue-port.ts';
import type { Turn } from '../../workflows/contract/model.ts';
import {
  call,
  catalogueOf,
  checkStock,
  modelSaying,
  order,
  placeOrder,
  quietActivity,
  request,
  runStep,
  say,
  using,
} from '../support/model-steps.ts';

describe('what the model is given', () => {
  test('tools with their schemas, the host’s and the config’s instructions, the settings, and nothing to run', async () => {
    const model = modelSaying([say('hi')]);
    await runStep(using(model, { settings: { system: 'Be terse.', temperature: 0.2, maxOutputTokens: 99 } }));
    const [sent] = model.doGenerateCalls;
    expect(sent?.tools?.map((tool) => tool.name)).toEqual([checkStock.modelName, placeOrder.modelName]);
    expect(sent?.tools?.[1]).toMatchObject({ type: 'function', inputSchema: placeOrder.inputSchema });
    expect(sent).toMatchObject({ temperature: 0.2, maxOutputTokens: 99 });
    expect(JSON.stringify(sent?.prompt[0])).toContain('Be terse.');
  });

  test('the transcript as it was, with provider metadata unchanged and failed results marked', async () => {
    const signed = { anthropic: { signature: 'sig' } };
    const transcript: Turn[] = [
      { role: 'user', text: 'go' },
      {
        role: 'assistant',
        content: [
          { type: 'reasoning', text: 'hm', providerOptions: signed },
          { type: 'tool-call', toolCallId: 'a', toolName: checkStock.modelName, input: { sku: 'X' } },
          { type: 'tool-call', toolCallId: 'b', toolName: checkStock.modelName, input: { sku: 'Y' } },
        ],
      },
      {
        role: 'tools',
        results: [
          { id: 'a', name: checkStock.modelName, text: '3', isError: false },
          { id: 'b', name: checkStock.modelName, text: 'no', isError: true },
        ],
      },
      { role: 'assistant', content: [] },
    ];
    const model = modelSaying([say('ok')]);
    await runStep(using(model), request({ transcript }));
    const prompt = model.doGenerateCalls[0]?.prompt.slice(2);
    expect(prompt).toMatchObject([
      {
        role: 'assistant',
        content: [{ type: 'reasoning', providerOptions: signed }, { input: { sku: 'X' } }, {}],
      },
      {
        role: 'tool',
        content: [
          { toolCallId: 'a', output: { type: 'text', value: '3' } },
          { toolCallId: 'b', output: { type: 'error-text', value: 'no' } },
        ],
      },
    ]);
    expect(prompt).toHaveLength(2);
  });

  test('a tool’s schema without what providers refuse at its top, while calls are checked against all of it', async () => {
    const either: CatalogueTool = {
      ...checkStock,
      inputSchema: { type: 'object', anyOf: [{ required: ['id'] }] },
    };
    const model = modelSaying([call(either.modelName, {})]);
    const { calls } = await runStep(using(model, { catalogue: catalogueOf(either) }));
    expect(model.doGenerateCalls[0]?.tools?.[0]).toMatchObject({
      inputSchema: { type: 'object', properties: {} },
    });
    expect(JSON.stringify(model.doGenerateCalls[0]?.tools)).not.toContain('anyOf');
    expect(calls[0]?.kind).toBe('invalid');
  });
});

describe('the last word', () => {
  test('offers no tools, asks for a report, lists no servers and drops calls made all the same', async () => {
    const model = modelSaying([say('Done: nothing.'), call(placeOrder.modelName, order)]);
    const reply = await runStep(using(model), request({ tools: false }));
    const [sent] = model.doGenerateCalls;
    expect(sent?.tools).toBeUndefined();
    expect(JSON.stringify(sent?.prompt.at(-1))).toContain('what was done, what was not done');
    expect(reply).toMatchObject({
      text: 'Done: nothing.',
      content: [{ type: 'text', text: 'Done: nothing.' }],
      calls: [],
      servers: [],
    });
  });
});

describe('a step', () => {
  test('that is cancelled ends as cancelled and stops the request', async () => {
    const environment = quietActivity();
    let aborted = false;
    const model = new MockLanguageModelV4({
      doGenerate: ({ abortSignal }) =>
        new Promise((_resolve, reject) => {
          abortSignal?.addEventListener('abort', () => {
            aborted = true;
            reject(new Error('aborted'));
          });
          environment.cancel('CANCELLED');
        }),
    });
    await expect(runStep(using(model), request(), environment)).rejects.toMatchObject({
      name: 'CancelledFailure',
    });
    expect(aborted).toBe(true);
  });

  test('heartbeats while the model thinks', async () => {
    const environment = quietActivity();
    const beats = new Promise<void>((resolve) => {
      let count = 0;
      environment.on('heartbeat', () => ++count === 2 && resolve());
    });
    const answer = modelSaying([say('at last')]);
    const model = new MockLanguageModelV4({
      doGenerate: async (options) => {
        await beats;
        return answer.doGenerate(options);
      },
    });
    expect((await runStep(using(model, { heartbeatMs: 5 }), request(), environment)).text).toBe('at last');
  });
});
