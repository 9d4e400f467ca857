// What tests of the model activity share: a catalogue of two tools, a request, and a run inside an activity.
import type { Info } from '@temporalio/activity';
import { MockLanguageModelV4 } from 'ai/test';
import { MockActivityEnvironment } from '@temporalio/testing';
import { DefaultLogger } from '@temporalio/worker';
import type { Catalogue, CatalogueTool } from '../../activities/model/catalogue-port.ts';
import { createCallModel, type CallModelOptions } from '../../activities/model/call-model.ts';
import type { ModelReply, ModelRequest, PlannedCall } from '../../workflows/contract/model.ts';

export const checkStock: CatalogueTool = {
  modelName: 'operations__check_stock',
  server: 'operations',
  name: 'check_stock',
  description: 'Tells how many are in stock',
  inputSchema: { type: 'object', properties: { sku: { type: 'string' } }, required: ['sku'] },
  annotations: null,
  definitionDigest: 'a'.repeat(64),
};
export const placeOrder: CatalogueTool = {
  modelName: 'operations__place_purchase_order',
  server: 'operations',
  name: 'place_purchase_order',
  description: 'Orders',
  inputSchema: {
    type: 'object',
    properties: { sku: { type: 'string' }, quantity: { type: 'integer', minimum: 1 } },
    required: ['sku', 'quantity'],
    additionalProperties: false,
  },
  annotations: null,
  definitionDigest: 'b'.repeat(64),
};

export function catalogueOf(...tools: CatalogueTool[]): Catalogue {
  return async (names) => ({ servers: names.map((name) => ({ name, problem: null })), tools });
}

export function request(changes: Partial<ModelRequest> = {}): ModelRequest {
  return {
    job: 'j1',
    round: 1,
    model: 'openai-compatible/m',
    servers: ['operations'],
    transcript: [{ role: 'user', text: 'order 10 of SKU-300' }],
    tools: true,
    ...changes,
  };
}

export type StepOptions = Partial<CallModelOptions> & Pick<CallModelOptions, 'resolveModel'>;

export function runStep(
  options: StepOptions,
  given: ModelRequest = request(),
  environment = quietActivity(),
): Promise<ModelReply> {
  const callModel = createCallModel({
    catalogue: catalogueOf(checkStock, placeOrder),
    settings: {},
    ...options,
  });
  return environment.run(callModel, given);
}

/** Without a line on the terminal for each failure that a test is about. */
export function quietActivity(info: Partial<Info> = {}): MockActivityEnvironment {
  return new MockActivityEnvironment(info, { logger: new DefaultLogger('ERROR') });
}

type Result = Awaited<ReturnType<MockLanguageModelV4['doGenerate']>>;
export type Part = Result['content'][number];

export function call(name: string, input: unknown, id = 'c'): Part {
  const text = typeof input === 'string' ? input : JSON.stringify(input);
  return { type: 'tool-call', toolCallId: id, toolName: name, input: text };
}

export function modelSaying(content: Part[], changes: Partial<Result> = {}): MockLanguageModelV4 {
  return new MockLanguageModelV4({
    doGenerate: {
      content,
      finishReason: {
        unified: content.some(({ type }) => type === 'tool-call') ? 'tool-calls' : 'stop',
        raw: undefined,
      },
      usage: {
        inputTokens: { total: 7, noCache: undefined, cacheRead: undefined, cacheWrite: undefined },
        outputTokens: { total: 3, text: undefined, reasoning: undefined },
      },
      warnings: [],
      ...changes,
    },
  });
}

export const using = (model: MockLanguageModelV4, rest: Partial<StepOptions> = {}): StepOptions => ({
  resolveModel: async () => model,
  ...rest,
});
export const reasons = (calls: PlannedCall[]) =>
  calls.map((one) => (one.kind === 'invalid' ? one.reason : one.kind));
export const say = (text: string): Part => ({ type: 'text', text });
export const order = { sku: 'SKU-300', quantity: 10 };
