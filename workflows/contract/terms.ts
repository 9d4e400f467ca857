// What the worker grants a job when it starts: a snapshot that the job keeps, whatever the config says later. No secrets.
import { z } from 'zod';
import { OnDecline, Prompts } from './job.ts';
import { Policy } from './policy.ts';

export const ServerTerms = z.object({
  name: z.string(),
  /** Longest that one leg of a call may take, in milliseconds; people's time does not count. */
  timeoutMs: z.int().positive(),
  /** Tools (globs) that the config declares safe to repeat. */
  idempotent: z.array(z.string()),
});
export type ServerTerms = z.infer<typeof ServerTerms>;

export const JobLimits = z.object({
  /** Rounds of tool calls before the model gets its last turn. */
  rounds: z.int().positive(),
  /** Input and output tokens of the whole job; null: no limit. */
  tokens: z.int().positive().nullable(),
  /** History length in events at which the job goes on as a new run, besides the server's own suggestion. */
  historyEvents: z.int().positive(),
});
export type JobLimits = z.infer<typeof JobLimits>;

export const Terms = z.object({
  model: z.string(),
  servers: z.array(ServerTerms),
  policy: Policy,
  policyDigest: z.string(),
  onDecline: OnDecline,
  prompts: Prompts,
  limits: JobLimits,
});
export type Terms = z.infer<typeof Terms>;
