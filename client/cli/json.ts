// What --json prints: wire words, UTC times, raw values. Keys are only ever added.
import type { Question } from '../../workflows/contract/question.ts';
import type { JobStatus } from '../../workflows/contract/status.ts';
import { visibleJson } from '../../workflows/contract/visible.ts';
import type { JobView } from '../view.ts';
import type { JobChange } from '../changes.ts';

/** Valid JSON of the very same values, with whatever a terminal would act on or hide written as an escape. */
export function printed(value: unknown, indent = 2): string {
  return visibleJson(JSON.stringify(value, null, indent));
}

export function questionItem(job: string, question: Question) {
  const { id, kind, state, server, tool, message, schema, url, digest, attempt, prompts } = question;
  const {
    askedAt,
    againAt,
    remindAt,
    reminders,
    expiresAt,
    visitedAt,
    rule,
    because,
    rerun,
    replaces,
    difference,
    decision,
  } = question;
  return {
    question: `${job}/${id}`,
    job,
    id,
    kind,
    state,
    server,
    tool,
    arguments: question.arguments,
    message,
    schema,
    url,
    digest,
    attempt,
    attemptLimit: prompts.limit,
    askedAt,
    againAt,
    remindAt,
    reminders,
    expiresAt,
    visitedAt,
    rule,
    because,
    rerun,
    replaces,
    difference,
    decision,
    answers: state === 'open' ? ['accept', 'decline', 'cancel'] : [],
  };
}

export function jobItem(view: JobView) {
  if (view.kind === 'unreadable') {
    const { id, state, startedAt, problem } = view;
    return {
      id,
      state,
      goal: null,
      requestedBy: null,
      startedAt,
      round: null,
      open: null,
      reason: null,
      problem,
    };
  }
  const { goal, state, requestedBy, startedAt, round, questions, reason } = view.status;
  const open = questions.filter((question) => question.state === 'open').length;
  return { id: view.id, state, goal, requestedBy, startedAt, round, open, reason, problem: null };
}

/** One line of `watch --json`. */
export function changeItem(status: JobStatus, change: JobChange, at: string) {
  const head = { version: 1, at, job: status.id, state: status.state, what: change.what };
  switch (change.what) {
    case 'call':
      return { ...head, call: change.call };
    case 'state':
      return { ...head, reason: status.reason };
    case 'end':
      return { ...head, reason: status.reason, status };
    case 'asked':
    case 'asked-again':
    case 'reminded':
    case 'put-off':
    case 'visited':
    case 'closed':
      return { ...head, question: questionItem(status.id, change.question) };
    default:
      return change satisfies never;
  }
}
