// What crosses from one run of a job to the next: all of it; where that is too much, closed questions and calls are cut
// to what still matters.
import { bounds, fitsIn, type Question } from './contract/index.ts';
import type { Job } from './job.ts';
import { reference, shortCall } from './status.ts';

export function carry(job: Job): Job {
  const whole = { ...job, questions: job.questions.map(compact) };
  return fitsIn(whole, bounds.carryBytes) ? whole : cut(whole);
}

export function tooBigToCarry(job: Job): boolean {
  return !fitsIn(carry(job), bounds.carryBytes);
}

function compact(question: Question): Question {
  return question.state === 'open' ? question : { ...question, history: question.history.slice(-5) };
}

/** A late answer is still recognised by the id and the decision. Questions of calls under way stay whole: they may be compared. */
function cut(job: Job): Job {
  const underWay = job.round?.calls.map(({ id }) => id) ?? [];
  return {
    ...job,
    closedCalls: job.closedCalls.map(shortCall),
    questions: job.questions.map((question) =>
      underWay.includes(question.call) ? question : reference(question),
    ),
  };
}
