// What crosses from one run of a job to the next: all of it, with closed questions cut to what still matters.
import { bounds, fitsIn, type Question } from './contract/index.ts';
import type { Job } from './job.ts';

export function carry(job: Job): Job {
  return { ...job, questions: job.questions.map(compact) };
}

export function tooBigToCarry(job: Job): boolean {
  return !fitsIn(carry(job), bounds.carryBytes);
}

/** A closed question keeps its id, digest and decision: a late answer is still recognised, a reuse still compared. */
function compact(question: Question): Question {
  return question.state === 'open' ? question : { ...question, history: question.history.slice(-5) };
}
