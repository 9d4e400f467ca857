// One question as time passes: it is put again, expires, closes; its history is kept short. Pure.
import {
  backOffMs,
  bounds,
  fitsIn,
  type Answer,
  type Question,
  type QuestionEvent,
  type QuestionState,
} from './contract/index.ts';

const day = 86_400_000;

/** Lets time pass for an open question: it expires, is put again, or people are reminded; true when it did. An answer that is there has won. */
export function tick(question: Question, at: string): boolean {
  if (question.state !== 'open') return false;
  if (question.expiresAt !== null && question.expiresAt <= at) {
    close(question, 'expired', at);
    return true;
  }
  const { againAt, remindAt } = question;
  if (againAt !== null && againAt <= at) return putAgain(question, at);
  return remindAt !== null && remindAt <= at && remind(question, at);
}

function putAgain(question: Question, at: string): true {
  const { remindMs } = question.prompts;
  question.againAt = null;
  question.attempt += 1;
  question.reminders = 0;
  question.remindAt = remindMs === null ? null : later(at, remindMs);
  note(question, event(at, 'asked-again'));
  return true;
}

/** After a time without a worker one reminder makes up for all that were missed. */
function remind(question: Question, at: string): true {
  question.reminders += 1;
  question.remindAt = later(at, backOffMs(question.prompts.remindMs ?? day, question.reminders + 1));
  note(question, event(at, 'reminded'));
  return true;
}

/** Milliseconds until time next changes something about these questions; at most a day, so that a wait always has a bar. */
export function untilNext(questions: Question[], at: string): number {
  const moments = questions
    .flatMap(({ againAt, remindAt, expiresAt }) => [againAt, remindAt, expiresAt])
    .filter((moment) => moment !== null);
  const first = Math.min(...moments.map((moment) => Date.parse(moment) - Date.parse(at)), day);
  return Math.max(first, 1);
}

export function close(question: Question, state: QuestionState, at: string): void {
  if (question.state !== 'open') return;
  question.state = state;
  question.closedAt = at;
  question.againAt = question.remindAt = null;
  note(question, event(at, 'closed'));
}

/** An answer was given, and the server, run anew, does not ask for it any more: it was not used. */
export function withdraw(question: Question, at: string): void {
  question.state = 'withdrawn';
  question.closedAt = at;
  note(question, event(at, 'closed'));
}

/** A question keeps its last events only, so that ten thousand refused answers cannot fill the job's state. */
export function note(question: Question, what: QuestionEvent): void {
  const history = [...question.history, what].slice(-bounds.questionEvents);
  while (history.length > 1 && !fitsIn(history, bounds.questionHistoryBytes)) history.shift();
  question.history = history;
}

export function event(at: string, what: QuestionEvent['what'], answer?: Answer): QuestionEvent {
  return {
    at,
    what,
    action: answer?.action ?? null,
    by: answer?.by ?? null,
    via: answer?.via ?? null,
    comment: answer?.comment ?? null,
  };
}

export function later(at: string, ms: number): string {
  return new Date(Date.parse(at) + ms).toISOString();
}
