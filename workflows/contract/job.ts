// What a starter asks for, and how a job can stand and end.
import { z } from 'zod';
import { bounds } from './bounds.ts';
import { utf8Bytes } from './json.ts';

export const JobState = z.enum([
  'running',
  'waiting',
  'completed',
  'declined',
  'undecided',
  'limit',
  'cancelled',
  'failed',
]);
export type JobState = z.infer<typeof JobState>;

/** The ends that Temporal shows as Completed, with a `JobStatus` as the result. */
export type JobEnd = Exclude<JobState, 'running' | 'waiting' | 'cancelled' | 'failed'>;

export const OnDecline = z.enum(['finish', 'continue']);
export type OnDecline = z.infer<typeof OnDecline>;

/** How a question is put, put again after `later`, and ends unanswered; times in milliseconds. */
export const Prompts = z.strictObject({
  /** Wait before the second prompt; doubles each time, up to a day. */
  delayMs: z.int().min(1_000).max(86_400_000),
  /** How often a question is put; `later` on the last one leaves the job undecided. */
  limit: z.int().min(1).max(1_000),
  /** Life of a question from when it was first asked; null: for ever. */
  expiresMs: z
    .int()
    .min(1_000)
    .max(366 * 86_400_000)
    .nullable(),
  /** Wait before people are reminded of a question that nobody answered; doubles each time, up to a day; null: never. */
  remindMs: z.int().min(1_000).max(86_400_000).nullable(),
});
export type Prompts = z.infer<typeof Prompts>;

/** Only what differs. */
export const PromptWishes = Prompts.partial();
export type PromptWishes = z.infer<typeof PromptWishes>;

export function overriddenBy(prompts: Prompts, wishes: PromptWishes): Prompts {
  const {
    delayMs = prompts.delayMs,
    limit = prompts.limit,
    expiresMs = prompts.expiresMs,
    remindMs = prompts.remindMs,
  } = wishes;
  return { delayMs, limit, expiresMs, remindMs };
}

/** A starter's wishes: a life that was granted can be shortened, never prolonged. */
export function narrowedBy(granted: Prompts, wishes: PromptWishes): Prompts {
  const lives = [granted.expiresMs, wishes.expiresMs].filter((life) => typeof life === 'number');
  return { ...overriddenBy(granted, wishes), expiresMs: lives.length > 0 ? Math.min(...lives) : null };
}

const day = 86_400_000;

/** Milliseconds before the `turn`-th repetition (from 1): `firstMs`, then doubled each time, up to a day. */
export function backOffMs(firstMs: number, turn: number): number {
  return Math.min(firstMs * 2 ** Math.min(turn - 1, 40), day);
}

/** A starter's wishes; the worker's terms bound them. */
export const JobInput = z.strictObject({
  goal: z
    .string()
    .refine((goal) => goal.trim() !== '', 'the goal is empty')
    .refine((goal) => utf8Bytes(goal) <= bounds.goalBytes, `the goal is over ${bounds.goalBytes} bytes`),
  requestedBy: z.string().max(bounds.nameCharacters).nullable(),
  /** `provider/model` as the worker's config allows; null: its default. */
  model: z.string().max(bounds.nameCharacters).nullable(),
  /** Names of configured servers; null: all. */
  servers: z.array(z.string().max(bounds.nameCharacters)).max(64).nullable(),
  onDecline: OnDecline.nullable(),
  prompts: PromptWishes,
});
export type JobInput = z.infer<typeof JobInput>;
