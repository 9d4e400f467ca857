// An answer as it comes by signal, and what became of it.
import { z } from 'zod';
import { bounds } from './bounds.ts';
import { QuestionId } from './ids.ts';
import { isJsonObject, type JsonObject } from './json.ts';

export const AnswerAction = z.enum(['accept', 'decline', 'cancel'], {
  error: 'action must be exactly "accept", "decline" or "cancel"',
});
export type AnswerAction = z.infer<typeof AnswerAction>;

/** It was JSON before it came here: looking at each value once more would take a job more time than all the rest. */
const values = z.custom<JsonObject>(isJsonObject, 'must be a JSON object');

const name = z.string().max(bounds.nameCharacters);

/** Payload of the `answer` signal; one JSON object. Unknown keys are refused: a misspelt "content" is no empty form. */
export const Answer = z.strictObject({
  question: QuestionId,
  action: AnswerAction,
  /** Values of the form, for accept only. */
  content: values.optional(),
  /** Edited arguments, for the acceptance of an approval that allows it. */
  arguments: values.optional(),
  /** What the sender says they are called; shown as not verified. */
  by: name.optional(),
  /** By which door it came ("cli", "http", ...), as the sender says. */
  via: name.optional(),
  comment: z.string().max(bounds.commentCharacters).optional(),
  /** The full digest of what was shown: an answer to anything else is refused. */
  digest: z
    .string()
    .regex(/^[0-9a-f]{64}$/, 'digest must be 64 hex digits')
    .optional(),
  /** When the sender sent it, as it says: an answer given in time counts although a worker sees it only after the expiry. */
  sentAt: z.iso.datetime().optional(),
  /** The sender's own id of this answer, to find its verdict by. */
  id: name.min(1).optional(),
});
export type Answer = z.infer<typeof Answer>;

export const Verdict = z.object({
  /** The sender's id of the answer, when it gave one. */
  answer: z.string().nullable(),
  question: z.string().nullable(),
  action: z.string().nullable(),
  by: z.string().nullable(),
  at: z.string(),
  /** recorded: taken; duplicate: the same again; conflict: another was first; early: kept for a question to come. */
  result: z.enum(['recorded', 'duplicate', 'conflict', 'refused', 'early']),
  reason: z.string().nullable(),
});
export type Verdict = z.infer<typeof Verdict>;
