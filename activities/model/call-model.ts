// The `callModel` activity: one step of the model. Tools are offered, never run; every call comes back as a plan.
import { Context } from '@temporalio/activity';
import { generateText, jsonSchema, tool, type ToolSet } from 'ai';
import type { Activities } from '../../workflows/contract/port.ts';
import type { ModelReply, ModelRequest, Usage } from '../../workflows/contract/model.ts';
import { isJsonObject, type JsonObject } from '../../workflows/contract/json.ts';
import { folded } from '../../workflows/contract/visible.ts';
import type { Catalogue, CatalogueTool } from './catalogue-port.ts';
import { toFailure } from './failures.ts';
import { callsSoFar, toMessages } from './messages.ts';
import type { ModelSettings } from './model-config.ts';
import { keptContent, planCalls, type RawCall } from './plan.ts';
import { instructions, lastWordMessage } from './prompt.ts';
import { tame, type Model } from './tame.ts';

export type CallModelOptions = {
  catalogue: Catalogue;
  /** Throws for a model that this worker cannot reach; the message is shown to people. */
  resolveModel: (id: string) => Promise<Model>;
  settings: ModelSettings;
  /** Strings that must not appear in an error's message: keys, header values. */
  secrets?: readonly string[];
  heartbeatMs?: number;
};

/** What people and the history see of the model's words. */
const textCharacters = 32_000;

export function createCallModel(options: CallModelOptions): Activities['callModel'] {
  const { catalogue, resolveModel, secrets = [], heartbeatMs = 3_000 } = options;
  return (request) =>
    alive(heartbeatMs, async () => {
      const { servers, tools } = request.tools
        ? await catalogue(request.servers)
        : { servers: [], tools: [] };
      try {
        const model = await resolveModel(request.model);
        return { ...(await step(model, request, tools, options.settings)), servers };
      } catch (error) {
        throw toFailure(error, request.model, secrets);
      }
    });
}

/** Heartbeats while the work runs, and ends as cancelled as soon as the activity is, whatever the work does. */
async function alive<T>(heartbeatMs: number, work: () => Promise<T>): Promise<T> {
  const context = Context.current();
  const timer = setInterval(() => context.heartbeat(), heartbeatMs);
  try {
    return await Promise.race([work(), context.cancelled]);
  } catch (error) {
    context.cancellationSignal.throwIfAborted();
    throw error;
  } finally {
    clearInterval(timer);
  }
}

async function step(
  model: Model,
  request: ModelRequest,
  tools: CatalogueTool[],
  settings: ModelSettings,
): Promise<Omit<ModelReply, 'servers'>> {
  const { transcript, round } = request;
  const past = callsSoFar(transcript);
  const messages = toMessages(transcript, model.provider);
  if (!request.tools) messages.push({ role: 'user', content: lastWordMessage });
  const taken = new Set(past.map(({ id }) => id));
  const result = await generateText({
    model: tame(model, { taken, round, calls: request.tools }),
    instructions: instructions(settings, request.tools),
    messages,
    ...(request.tools ? { tools: offered(tools) } : lastWordTools(model, past)),
    ...(settings.temperature === undefined ? {} : { temperature: settings.temperature }),
    ...(settings.maxOutputTokens === undefined ? {} : { maxOutputTokens: settings.maxOutputTokens }),
    // Kept by nobody but the history: OpenAI's own store forgets after 30 days and refuses rewritten ids.
    providerOptions: { openai: { store: false } },
    maxRetries: 0,
    abortSignal: Context.current().cancellationSignal,
  });
  const raw = result.toolCalls.map(({ toolCallId: id, toolName: name, input, invalid }): RawCall => ({
    id,
    name,
    input,
    broken: invalid === true && typeof input === 'string',
  }));
  const calls = planCalls(raw, tools, result.finishReason === 'length');
  const reply = result.response.messages.find(({ role }) => role === 'assistant');
  return {
    content: keptContent(reply?.content),
    text: folded(result.text, textCharacters),
    calls,
    usage: usageOf(result.usage),
  };
}

function usageOf(usage: { inputTokens: number | undefined; outputTokens: number | undefined }): Usage {
  return {
    inputTokens: count(usage.inputTokens),
    outputTokens: count(usage.outputTokens),
    modelAttempts: Context.current().info.attempt,
  };
}

function count(tokens: number | undefined): number {
  return tokens !== undefined && Number.isFinite(tokens) ? Math.min(Math.max(0, Math.round(tokens)), 1e9) : 0;
}

function offered(tools: CatalogueTool[]): ToolSet {
  return Object.fromEntries(
    tools.map(({ modelName, description, inputSchema }) => [
      modelName,
      tool({ ...(description ? { description } : {}), inputSchema: jsonSchema(facing(inputSchema)) }),
    ]),
  );
}

/** Keywords that providers refuse at the top level of a tool's schema, with HTTP 400 for the whole request. */
const unfit = new Set(['$schema', 'oneOf', 'anyOf', 'allOf', 'not', 'enum', 'if', 'then', 'else']);

/** The schema as the model sees it; its calls are checked against the full one. */
function facing(schema: JsonObject): JsonObject {
  const rest = Object.fromEntries(Object.entries(schema).filter(([key]) => !unfit.has(key)));
  return { ...rest, type: 'object', properties: isJsonObject(rest['properties']) ? rest['properties'] : {} };
}

/** Anthropic wants the tools of earlier calls declared although none may be called; everyone else gets none. */
function lastWordTools(model: Model, past: { name: string }[]) {
  if (!model.provider.startsWith('anthropic') || past.length === 0) return {};
  const declared = past.map(({ name }) => [
    name,
    tool({ inputSchema: jsonSchema({ type: 'object', properties: {} }) }),
  ]);
  return { tools: Object.fromEntries(declared) as ToolSet, toolChoice: 'none' as const };
}
