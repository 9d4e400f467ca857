// A question that a person must answer, with its whole history: an entry of the ledger.
import { z } from 'zod';
import { AnswerAction } from './answer.ts';
import { bounds } from './bounds.ts';
import { OnDecline, Prompts } from './job.ts';
import { Json, JsonObject } from './json.ts';

/**
 * approval: the host's policy asks before `tools/call`; form, url: an MCP elicitation;
 * unknown: a call was sent and its reply lost; finished: a url was opened, is the person done there?
 */
export const QuestionKind = z.enum(['approval', 'form', 'url', 'unknown', 'finished']);
export type QuestionKind = z.infer<typeof QuestionKind>;

export const QuestionState = z.enum([
  'open',
  'accepted',
  'declined',
  'expired',
  'undecided',
  'withdrawn',
  'superseded',
  'replaced',
  'job-cancelled',
]);
export type QuestionState = z.infer<typeof QuestionState>;

export const QuestionEvent = z.object({
  at: z.string(),
  what: z.enum([
    'asked',
    'asked-again',
    'reminded',
    'reused',
    'answered',
    'put-off',
    'refused',
    'visited',
    'closed',
  ]),
  action: AnswerAction.nullable(),
  by: z.string().nullable(),
  via: z.string().nullable(),
  comment: z.string().nullable(),
});
export type QuestionEvent = z.infer<typeof QuestionEvent>;

/** Payload of the `link-visited` signal: both as the worker knows them. */
export const LinkVisited = z.strictObject({
  server: z.string().max(bounds.nameCharacters),
  call: z.string().max(bounds.nameCharacters),
  elicitationId: z.string().min(1).max(bounds.elicitationIdCharacters),
});
export type LinkVisited = z.infer<typeof LinkVisited>;

/** The answer that decided a question. */
export const Decision = z.object({
  action: AnswerAction,
  /** null also where a large one was left out to make room: `contentDigest` still tells whether another is the same. */
  content: JsonObject.nullable(),
  contentDigest: z.string(),
  /** Of an approval: what the person changed the arguments to; null: approved as shown. */
  arguments: JsonObject.nullable(),
  by: z.string().nullable(),
  via: z.string().nullable(),
  comment: z.string().nullable(),
  at: z.string(),
  answer: z.string().nullable(),
});
export type Decision = z.infer<typeof Decision>;

export const Question = z.object({
  id: z.string(),
  call: z.string(),
  kind: QuestionKind,
  state: QuestionState,
  server: z.string(),
  tool: z.string(),
  definitionDigest: z.string(),
  arguments: JsonObject,
  /** Key of the request in a modern server's `inputRequests`; null for every other question. */
  key: z.string().nullable(),
  message: z.string().nullable(),
  schema: Json.nullable(),
  url: z.string().nullable(),
  /** Of a url: the server's name for what happens there, and when the server said that it is done. */
  elicitationId: z.string().nullable(),
  visitedAt: z.string().nullable(),
  digest: z.string(),
  /** Accepting starts the tool again from its start (a legacy server's question). */
  rerun: z.boolean(),
  /** 1-based rule of the policy that asks, and why. */
  rule: z.int().nullable(),
  because: z.string().nullable(),
  /** Of an approval: digest of the policy that it is given under. */
  policyDigest: z.string().nullable(),
  /** Of an approval whose arguments may be changed: the schema that they have to fit. */
  argumentsSchema: JsonObject.nullable(),
  /** What a decline does. */
  onDecline: OnDecline,
  /** How this question is put, put again, and ends unanswered. */
  prompts: Prompts,
  attempt: z.int(),
  askedAt: z.string(),
  /** When a question that was put off comes again; null while it is being put. */
  againAt: z.string().nullable(),
  /** When people are reminded of it next; null: not until it is put again, or never. */
  remindAt: z.string().nullable(),
  /** Reminders since it was last put. */
  reminders: z.int(),
  expiresAt: z.string().nullable(),
  /** The question that this one took the place of, and what differs. */
  replaces: z.string().nullable(),
  difference: z.array(z.string()),
  closedAt: z.string().nullable(),
  decision: Decision.nullable(),
  history: z.array(QuestionEvent),
});
export type Question = z.infer<typeof Question>;
