// What the callModel activity makes of each kind of reply, however broken or hostile.
import { describe, expect, test } from '@jest/globals';
import { bounds } from '../../workflows/contract/bounds.ts';
import type { JsonObject } from '../../workflows/contract/json.ts';
import { ModelReply, type Turn } from '../../workflows/contract/model.ts';
import {
  call,
  catalogueOf,
  checkStock,
  modelSaying,
  order,
  placeOrder,
  quietActivity,
  reasons,
  request,
  runStep,
  say,
  using,
  type Part,
} from '../support/model-steps.ts';

describe('a reply', () => {
  test('with good calls names server, tool and definition, and counts tokens and attempts', async () => {
    const reply = await runStep(
      using(modelSaying([say('On it.'), call(placeOrder.modelName, order)])),
      request(),
      quietActivity({ attempt: 3 }),
    );
    expect(ModelReply.parse(reply)).toEqual({
      content: [
        { type: 'text', text: 'On it.' },
        { type: 'tool-call', toolCallId: 'c', toolName: placeOrder.modelName, input: order },
      ],
      text: 'On it.',
      calls: [
        {
          kind: 'call',
          id: 'c',
          name: placeOrder.modelName,
          server: 'operations',
          tool: 'place_purchase_order',
          arguments: order,
          definitionDigest: placeOrder.definitionDigest,
          destructive: false,
        },
      ],
      usage: { inputTokens: 7, outputTokens: 3, modelAttempts: 3 },
      servers: [{ name: 'operations', problem: null }],
    });
  });

  test('with arguments that nest too deep reaches neither a person nor a server, and keeps the content readable', async () => {
    const deep = `{"a":${'{"a":'.repeat(3_000)}1${'}'.repeat(3_000)}}`;
    const reply = await runStep(
      using(modelSaying([call(placeOrder.modelName, deep)])),
      request(),
      quietActivity(),
    );
    expect(reply.calls).toMatchObject([{ kind: 'invalid', reason: 'the arguments must be a JSON object' }]);
    expect(reply.content).toMatchObject([{ type: 'tool-call', input: {} }]);
  });

  test('that is empty, without any usage, is an empty text', async () => {
    const none = { total: undefined, noCache: undefined, cacheRead: undefined, cacheWrite: undefined };
    const usage = {
      inputTokens: none,
      outputTokens: { total: undefined, text: undefined, reasoning: undefined },
    };
    const reply = await runStep(using(modelSaying([], { usage })));
    expect(reply).toMatchObject({
      content: [],
      text: '',
      calls: [],
      usage: { inputTokens: 0, outputTokens: 0 },
    });
  });

  test.each<[string, unknown, string]>([
    ['no_such_tool', {}, 'there is no tool with this name'],
    ['constructor', {}, 'there is no tool with this name'],
    [placeOrder.modelName, '{"sku": "SKU-3', 'not valid JSON'],
    [placeOrder.modelName, '"text"', 'must be a JSON object'],
    [placeOrder.modelName, [1], 'must be a JSON object'],
    [placeOrder.modelName, 'null', 'must be a JSON object'],
    [placeOrder.modelName, { sku: 'SKU-300', quantity: 0 }, 'quantity: 0 is less than 1'],
    [placeOrder.modelName, { sku: 'SKU-300' }, 'quantity'],
    [placeOrder.modelName, { ...order, note: 'x' }, 'note: not an argument of this tool'],
    [placeOrder.modelName, '{"sku":"S","quantity":1,"__proto__":{"a":1}}', 'not valid JSON'],
    [checkStock.modelName, { sku: 'x'.repeat(bounds.argumentBytes) }, 'over 262144 bytes'],
  ])(
    'that calls %s with %j is an invalid call, and keeps an object as its input',
    async (name, input, reason) => {
      const reply = await runStep(using(modelSaying([call(name, input)])));
      expect(reasons(reply.calls)[0]).toContain(reason);
      const [part] = reply.content as JsonObject[];
      expect(Object.prototype.toString.call(part?.['input'])).toBe('[object Object]');
      expect(JSON.stringify(reply).length).toBeLessThan(10_000);
    },
  );

  test('that was cut off in the middle of a call says so', async () => {
    const model = modelSaying([call(checkStock.modelName, '{"sku": ')], {
      finishReason: { unified: 'length', raw: 'length' },
    });
    expect(reasons((await runStep(using(model))).calls)[0]).toContain('cut off');
  });

  test('that reuses ids, in itself or from before, gets ids of its own in calls and content, each with its own arguments', async () => {
    const transcript: Turn[] = [
      { role: 'user', text: 'go' },
      {
        role: 'assistant',
        content: [
          { type: 'tool-call', toolCallId: 'c', toolName: checkStock.modelName, input: { sku: 'OLD' } },
        ],
      },
      { role: 'tools', results: [{ id: 'c', name: checkStock.modelName, text: '1', isError: false }] },
    ];
    const model = modelSaying([
      call(checkStock.modelName, { sku: 'A' }, 'c'),
      call(checkStock.modelName, { sku: 'B' }, 'd'),
      call(placeOrder.modelName, order, 'd'),
      call(checkStock.modelName, { sku: 'C' }, ''),
    ]);
    const { calls, content } = await runStep(using(model), request({ transcript, round: 2 }));
    const ids = calls.map(({ id }) => id);
    expect(new Set([...ids, 'c']).size).toBe(5);
    expect((content as JsonObject[]).map((part) => part['toolCallId'])).toEqual(ids);
    expect(calls.map((one) => one.kind === 'call' && one.arguments)).toEqual([
      { sku: 'A' },
      { sku: 'B' },
      order,
      { sku: 'C' },
    ]);
  });

  test('with a tool name that no provider would take back is renamed in call and content alike', async () => {
    const { calls, content } = await runStep(using(modelSaying([call('rm -rf /', {})])));
    expect(calls[0]).toMatchObject({ kind: 'invalid', name: 'not_a_tool_name' });
    expect((content as JsonObject[])[0]).toMatchObject({ toolName: 'not_a_tool_name' });
  });

  test('with more calls than a round may hold runs the first ones', async () => {
    const many = Array.from({ length: 70 }, (_, n) => call(checkStock.modelName, { sku: 'S' }, `c${n}`));
    const { calls } = await runStep(using(modelSaying(many)));
    expect(calls.filter(({ kind }) => kind === 'call')).toHaveLength(bounds.callsInOneRound);
    expect(reasons(calls).at(-1)).toContain('more than 64 calls');
  });

  test('however large stays far under Temporal’s limit of 2 MiB', async () => {
    const large = Array.from({ length: 12 }, (_, n) =>
      call(checkStock.modelName, { sku: 'x'.repeat(200 * 1024) }, `c${n}`),
    );
    const reply = await runStep(using(modelSaying([say('y'.repeat(2 ** 21)), ...large])));
    expect(JSON.stringify(reply).length).toBeLessThan(1.5 * 2 ** 20);
    expect(reply.text).toContain('more characters');
    expect(reply.calls.map(({ id }) => id)).toEqual(
      (reply.content as JsonObject[]).flatMap((part) => part['toolCallId'] ?? []),
    );
  });

  test('with a tool that the provider ran itself loses that part', async () => {
    const ran = { ...call('web_search', {}), providerExecuted: true } as Part;
    const result = { type: 'tool-result', toolCallId: 'c', toolName: 'web_search', result: 'x' } as Part;
    const reply = await runStep(using(modelSaying([ran, result, say('found')])));
    expect(reply).toMatchObject({ content: [{ type: 'text', text: 'found' }], calls: [] });
  });
});

const asking = async (inputSchema: JsonObject, input: unknown) => {
  const tool = { ...checkStock, inputSchema };
  const { calls } = await runStep(
    using(modelSaying([call(tool.modelName, input)]), { catalogue: catalogueOf(tool) }),
  );
  return reasons(calls)[0];
};

describe('a schema from a server', () => {
  test('may hold references', async () => {
    const schema: JsonObject = {
      type: 'object',
      properties: { item: { $ref: '#/$defs/Item' } },
      $defs: { Item: { type: 'object', properties: { n: { type: 'number' } }, required: ['n'] } },
    };
    expect(await asking(schema, { item: { n: 1 } })).toBe('call');
    expect(await asking(schema, { item: { n: 'x' } })).toContain('item/n');
  });

  test('cannot freeze the worker: patterns and formats are left to the server, multiplying references stop', async () => {
    const evil = 'a'.repeat(50_000) + '!';
    expect(await asking({ properties: { s: { pattern: '^(a+)+$', format: 'url' } } }, { s: evil })).toBe(
      'call',
    );
    expect(
      await asking({ patternProperties: { '^(a+)+$': false }, additionalProperties: false }, { [evil]: 1 }),
    ).toBe('call');
    const defs = Object.fromEntries(
      Array.from({ length: 40 }, (_, n) => {
        const next = { $ref: `#/$defs/d${n + 1}` };
        return [`d${n}`, { allOf: [next, next] }];
      }),
    );
    expect(await asking({ $ref: '#/$defs/d0', $defs: { ...defs, d40: {} } }, {})).toContain('takes too long');
  });

  test('that has a property called pattern still checks it', async () => {
    expect(await asking({ properties: { pattern: { type: 'string' } } }, { pattern: 1 })).toContain(
      'pattern',
    );
  });

  test.each<[string, JsonObject]>([
    ['refers to itself', { $ref: '#' }],
    ['refers to elsewhere', { $ref: 'https://example.org/schema.json' }],
  ])('that %s makes the call invalid with the reason', async (_what, schema) => {
    expect(await asking(schema, {})).toContain('cannot be evaluated');
  });
});
