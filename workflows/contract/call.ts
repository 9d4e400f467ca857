// One tool call of a round: what it is, what one leg of it came to, and how it ended.
import { z } from 'zod';
import { Json, JsonObject } from './json.ts';

/** What the model is told of a call, already cut to `bounds.resultBytes`. */
export const ToolText = z.object({ text: z.string(), isError: z.boolean() });
export type ToolText = z.infer<typeof ToolText>;

/**
 * ran: the server's own reply; refused: a person or an earlier refusal said no; denied: the policy did;
 * invalid: never a call (unknown tool, bad arguments); not-sent: the server could not be reached or no longer fits;
 * failed: given up after it was sent; reported-done, reported-failed: a person said so of an unknown outcome;
 * superseded: the job ended first; undecided, expired: nobody decided; cancelled: the job was.
 */
export const CallOutcome = z.enum([
  'ran',
  'refused',
  'denied',
  'invalid',
  'not-sent',
  'failed',
  'reported-done',
  'reported-failed',
  'superseded',
  'undecided',
  'expired',
  'cancelled',
]);
export type CallOutcome = z.infer<typeof CallOutcome>;

export const CallResult = ToolText.extend({ outcome: CallOutcome });
export type CallResult = z.infer<typeof CallResult>;

/** An elicitation as the server sent it: raw, bounded, drawable. */
export const AskedRequest = z.discriminatedUnion('mode', [
  z.object({ mode: z.literal('form'), key: z.string().nullable(), message: z.string(), schema: Json }),
  z.object({
    mode: z.literal('url'),
    key: z.string().nullable(),
    message: z.string(),
    url: z.string(),
    /** The server's name for what happens there; it may say later that it is done. */
    elicitationId: z.string().nullable(),
  }),
]);
export type AskedRequest = z.infer<typeof AskedRequest>;

export const ElicitationReply = z.object({
  action: z.enum(['accept', 'decline', 'cancel']),
  content: JsonObject.optional(),
});
export type ElicitationReply = z.infer<typeof ElicitationReply>;

/** How a leg starts: anew, as the retry of a suspended modern call, or as a legacy replay with the answers so far. */
export const LegStart = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('fresh') }),
  z.object({
    kind: z.literal('resume'),
    /** Byte for byte as the server sent it; absent when it sent none. */
    requestState: z.string().optional(),
    responses: z.record(z.string(), ElicitationReply),
  }),
  z.object({
    kind: z.literal('replay'),
    /** In the order in which the tool asks. */
    answers: z.array(z.object({ digest: z.string(), reply: ElicitationReply })),
  }),
]);
export type LegStart = z.infer<typeof LegStart>;

/** Argument of the `callTool` activity: one send of one call. */
export const ToolLeg = z.object({
  job: z.string(),
  call: z.string(),
  leg: z.int(),
  server: z.string(),
  tool: z.string(),
  arguments: JsonObject,
  definitionDigest: z.string(),
  start: LegStart,
  /** What a person approved, to be computed anew right before the send; null: nobody had to. */
  approval: z.object({ digest: z.string(), policyDigest: z.string() }).nullable(),
  /** The tool may be sent again without asking when its reply is lost. */
  idempotent: z.boolean(),
  timeoutMs: z.int(),
});
export type ToolLeg = z.infer<typeof ToolLeg>;

export const LegOutcome = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('result'),
    result: ToolText,
    /** Of a replay: how many of the recorded answers the server asked for. */
    answersUsed: z.int().optional(),
  }),
  /** A modern server wants input; no requests: it wants to be called again later. */
  z.object({
    kind: z.literal('asked'),
    requests: z.array(AskedRequest),
    requestState: z.string().optional(),
  }),
  /** A legacy server asked in mid-call, was told `cancel`, and closed with `closing`. */
  z.object({ kind: z.literal('asked-legacy'), request: AskedRequest, place: z.int(), closing: ToolText }),
  /** The tool did not begin: its server wants these addresses visited first (error -32042, with `closing` as its words). */
  z.object({ kind: z.literal('asked-links'), requests: z.array(AskedRequest), closing: ToolText }),
  z.object({ kind: z.literal('state-refused'), reason: z.string() }),
  /** The server asked in a way that cannot be shown whole; it was told so. `pointer` is a JSON pointer into its schema. */
  z.object({ kind: z.literal('undrawable'), reason: z.string(), pointer: z.string() }),
  /**
   * Nothing reached the tool this time. `final`: trying again would not help (no such server or tool).
   * `sentBefore`: an earlier attempt of this leg may have reached it.
   */
  z.object({ kind: z.literal('not-sent'), reason: z.string(), final: z.boolean(), sentBefore: z.boolean() }),
  /** Not sent: the tool is no longer the one that the call was made for. `valid`: the arguments still fit it. */
  z.object({ kind: z.literal('changed'), definitionDigest: z.string(), valid: z.boolean() }),
  /** Sent, and the reply lost: it is not known whether the tool acted. */
  z.object({ kind: z.literal('unknown'), reason: z.string() }),
]);
export type LegOutcome = z.infer<typeof LegOutcome>;
