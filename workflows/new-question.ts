// A question as it is when it opens, from what is asked and from the terms that hold for its call. Pure.
import { questionDigest, questionId, type JsonObject, type Question } from './contract/index.ts';
import { declineOf, promptsFor } from './gate.ts';
import type { Call, Job } from './job.ts';
import { event, later } from './question-state.ts';

export type NewQuestion = Pick<Question, 'kind' | 'message' | 'schema' | 'url' | 'key' | 'rerun'> & {
  elicitationId?: string | null;
  policyDigest?: string | null;
  argumentsSchema?: JsonObject | null;
  replaces?: Question;
  difference?: string[];
  rule?: number | null;
  because?: string | null;
};

/** Takes the next number of the call. */
export function newQuestion(job: Job, call: Call, fresh: NewQuestion, at: string): Question {
  const { kind, message, schema, url, key, rerun, replaces } = fresh;
  const {
    elicitationId = null,
    policyDigest = null,
    argumentsSchema = null,
    difference = [],
    rule = null,
    because = null,
  } = fresh;
  const { server, tool, definitionDigest, arguments: args } = call;
  const asked = { kind, server, tool, definitionDigest, arguments: args, message, schema, url, policyDigest };
  const digest = questionDigest(asked);
  const prompts = promptsFor(job, call);
  call.asked += 1;
  return {
    ...asked,
    id: questionId(call.id, call.asked, job.firstRunId, digest),
    call: call.id,
    state: 'open',
    key,
    digest,
    rerun,
    rule,
    because,
    argumentsSchema,
    onDecline: declineOf(job, call),
    elicitationId,
    visitedAt: null,
    prompts,
    attempt: 1,
    askedAt: at,
    againAt: null,
    remindAt: prompts.remindMs === null ? null : later(at, prompts.remindMs),
    reminders: 0,
    expiresAt: prompts.expiresMs === null ? null : later(at, prompts.expiresMs),
    replaces: replaces?.id ?? null,
    difference,
    closedAt: null,
    decision: null,
    history: [event(at, 'asked')],
  };
}
