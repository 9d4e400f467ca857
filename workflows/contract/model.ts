// One model step as the workflow sees it: no schemas, no provider types.
import { z } from 'zod';
import { Json, JsonObject } from './json.ts';

export const Turn = z.discriminatedUnion('role', [
  z.object({ role: z.literal('user'), text: z.string() }),
  /** `content` is the provider's own message, kept as it came so that it can be sent back unchanged. */
  z.object({ role: z.literal('assistant'), content: Json }),
  z.object({
    role: z.literal('tools'),
    results: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        text: z.string(),
        isError: z.boolean(),
        /** Of a text that was shortened: what it had before. */
        bytes: z.int().optional(),
      }),
    ),
  }),
]);
export type Turn = z.infer<typeof Turn>;

/** A call that the model asked for. `id` is unique in the job; `name` is the model-facing name. */
export const PlannedCall = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('call'),
    id: z.string(),
    name: z.string(),
    server: z.string(),
    tool: z.string(),
    arguments: JsonObject,
    definitionDigest: z.string(),
    /** The server itself calls the tool destructive. */
    destructive: z.boolean(),
  }),
  /** Unknown tool, broken JSON or arguments that do not fit: it reaches neither a person nor a server. */
  z.object({ kind: z.literal('invalid'), id: z.string(), name: z.string(), reason: z.string() }),
]);
export type PlannedCall = z.infer<typeof PlannedCall>;

export const ModelRequest = z.object({
  job: z.string(),
  round: z.int(),
  model: z.string(),
  servers: z.array(z.string()),
  transcript: z.array(Turn),
  /** False for the last word: the model reports and can call nothing. */
  tools: z.boolean(),
});
export type ModelRequest = z.infer<typeof ModelRequest>;

export const Usage = z.object({
  inputTokens: z.int(),
  outputTokens: z.int(),
  /** Requests sent to the model, lost ones too. */
  modelAttempts: z.int(),
});
export type Usage = z.infer<typeof Usage>;

/** A server as the last model step found it; `problem` is null when its tools are there. */
export const ServerHealth = z.object({ name: z.string(), problem: z.string().nullable() });
export type ServerHealth = z.infer<typeof ServerHealth>;

export const ModelReply = z.object({
  content: Json,
  text: z.string(),
  calls: z.array(PlannedCall),
  usage: Usage,
  servers: z.array(ServerHealth),
});
export type ModelReply = z.infer<typeof ModelReply>;
