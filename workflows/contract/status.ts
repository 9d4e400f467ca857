// How a job stands: the result of the `status` query, the value of a finished run, and (cut to size) the memo.
import { z } from 'zod';
import { Answer, Verdict } from './answer.ts';
import { CallOutcome } from './call.ts';
import { JobState, Prompts } from './job.ts';
import { JsonObject } from './json.ts';
import { ServerHealth, Usage } from './model.ts';
import { Policy, PolicyOutcome } from './policy.ts';
import { Question } from './question.ts';

export const CallStatus = z.object({
  id: z.string(),
  server: z.string().nullable(),
  tool: z.string(),
  arguments: JsonObject,
  /** Legs begun; one that could not be sent counts too. */
  legs: z.int(),
  /** The config says that it may be sent again unasked. */
  idempotent: z.boolean(),
  /** When the first leg that may have reached the server began; null: none did yet. */
  sentAt: z.string().nullable(),
  endedAt: z.string().nullable(),
  /** What the policy said of it, and why; null: it never came to that. */
  policy: z.object({ outcome: PolicyOutcome, rule: z.int().nullable(), source: z.string() }).nullable(),
  /** A person changed the arguments before approving them. */
  edited: z.boolean(),
  /** The policy let it through because its server asks, and the server did not. */
  unasked: z.boolean(),
  state: z.enum(['planned', 'in-flight', 'waiting', 'closed']),
  outcome: CallOutcome.nullable(),
  isError: z.boolean().nullable(),
  text: z.string().nullable(),
});
export type CallStatus = z.infer<typeof CallStatus>;

export const JobStatus = z.object({
  version: z.literal(1),
  id: z.string(),
  goal: z.string(),
  requestedBy: z.string().nullable(),
  startedAt: z.string(),
  state: JobState,
  /** Why the job stands so, in words; null while there is nothing to say. */
  reason: z.string().nullable(),
  model: z.string().nullable(),
  onDecline: z.string().nullable(),
  policyDigest: z.string().nullable(),
  /** The policy that the job keeps, whatever the config says later; null in a memo that has no room for it. */
  policy: Policy.nullable(),
  prompts: Prompts.nullable(),
  round: z.int(),
  calls: z.array(CallStatus),
  questions: z.array(Question),
  /** How many are open, also where `questions` had to leave some out. */
  openQuestions: z.int(),
  /** Answers that were refused, with the reason; the newest last. */
  rejected: z.array(Verdict),
  /** Answers for questions that are not open yet. */
  early: z.array(Answer),
  /** What became of the last answers. */
  verdicts: z.array(Verdict),
  servers: z.array(ServerHealth),
  usage: Usage,
  /** Old tool results that were shortened for the model, so that the conversation fits. */
  shortenedResults: z.int(),
  /** The model's last words. */
  text: z.string().nullable(),
  /** Something was left out: of a memo the `status` query has more. */
  truncated: z.boolean(),
});
export type JobStatus = z.infer<typeof JobStatus>;
