// The one error of the client library: what went wrong, as data. The CLI and the HTTP API turn it into words and codes.
import type { AnswerAction } from '../workflows/contract/answer.ts';
import type { JobState } from '../workflows/contract/job.ts';
import type { QuestionState } from '../workflows/contract/question.ts';

export type Problem =
  | { reason: 'unreachable'; address: string; profile: string; detail: string }
  /** Temporal was reached and said no: no permission, no such namespace, an unknown search attribute. */
  | { reason: 'temporal-refused'; address: string; namespace: string; detail: string }
  | { reason: 'bad-profile'; profile: string; detail: string }
  | { reason: 'bad-input'; messages: string[] }
  | { reason: 'duplicate-job'; job: string }
  /** `close`: an existing id that looks like it. */
  | { reason: 'no-such-job'; job: string; close: string | null }
  | { reason: 'unreadable-job'; job: string; detail: string }
  | { reason: 'job-finished'; job: string; state: JobState }
  | { reason: 'no-such-question'; job: string; question: string }
  | {
      reason: 'already-answered';
      job: string;
      question: string;
      action: AnswerAction;
      by: string | null;
      at: string;
      via: string | null;
      /** What this answer would have done; null: nothing was tried. */
      tried: AnswerAction | null;
    }
  /** Closed by something else than an answer: expired, withdrawn, superseded... */
  | { reason: 'closed'; job: string; question: string; state: QuestionState }
  /** `by`: the question that took its place, when it is known. */
  | { reason: 'replaced'; job: string; question: string; by: string | null; difference: string[] }
  /** The answer does not fit; nothing was sent. `fields`: one message per field. */
  | { reason: 'refused'; job: string; question: string; detail: string; fields: Record<string, string> };

export class ClientError extends Error {
  override readonly name = 'ClientError';
  readonly problem: Problem;

  constructor(problem: Problem, options?: ErrorOptions) {
    const { reason, ...data } = problem;
    super(`${reason}: ${JSON.stringify(data)}`, options);
    this.problem = problem;
  }
}
