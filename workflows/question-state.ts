// One question as time passes: it is put again, expires, closes; its history is kept short. Pure.
import type { Answer, Question, QuestionEvent, QuestionState } from './contract/index.ts';

const day = 86_400_000;

/** Lets time pass for an open question: it expires, or is put again; true when it did. An answer that is there has won. */
export function tick(question: Question, at: string): boolean {
  if (question.state !== 'open') return false;
  if (question.expiresAt !== null && question.expiresAt <= at) {
    close(question, 'expired', at);
    return true;
  }
  if (question.againAt === null || question.againAt > at) return false;
  question.againAt = null;
  question.attempt += 1;
  note(question, event(at, 'asked-again'));
  return true;
}

/** Milliseconds until time next changes something about these questions; at most a day, so that a wait always has a bar. */
export function untilNext(questions: Question[], at: string): number {
  const moments = questions
    .flatMap(({ againAt, expiresAt }) => [againAt, expiresAt])
    .filter((moment) => moment !== null);
  const first = Math.min(...moments.map((moment) => Date.parse(moment) - Date.parse(at)), day);
  return Math.max(first, 1);
}

export function close(question: Question, state: QuestionState, at: string): void {
  if (question.state !== 'open') return;
  question.state = state;
  question.closedAt = at;
  question.againAt = null;
  note(question, event(at, 'closed'));
}

/** A question keeps its last 200 events, so that ten thousand refused answers cannot fill the job's state. */
export function note(question: Question, what: QuestionEvent): void {
  question.history = [...question.history, what].slice(-200);
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
