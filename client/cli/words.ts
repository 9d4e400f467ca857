// The words of the CLI: verbs, outcomes and states, and which colour goes with them. The word is always there.
import type { AnswerAction } from '../../workflows/contract/answer.ts';
import type { JobState } from '../../workflows/contract/job.ts';
import type { Question, QuestionState } from '../../workflows/contract/question.ts';
import type { Style } from './io.ts';
import { UsageError } from './usage-error.ts';

const actions: Record<string, AnswerAction> = {
  approve: 'accept',
  accept: 'accept',
  decline: 'decline',
  later: 'cancel',
};

/** "cancel" is the wire's word for `later` and everyone's word for stopping a job: here it is refused. */
export function actionOf(verb: string): AnswerAction {
  const action = Object.hasOwn(actions, verb) ? actions[verb] : undefined;
  if (action) return action;
  if (verb === 'cancel') {
    throw new UsageError('"cancel" is not an answer: say later, or stop the job with: adjourn cancel JOB');
  }
  throw new UsageError(`${JSON.stringify(verb)} is not an answer. Use approve, decline or later.`);
}

export const verbOf: Record<AnswerAction, string> = {
  accept: 'approve',
  decline: 'decline',
  cancel: 'later',
};
export const nounOf: Record<AnswerAction, string> = {
  accept: 'approval',
  decline: 'decline',
  cancel: '"later"',
};
export const doneWord: Record<AnswerAction, string> = {
  accept: 'approved',
  decline: 'declined',
  cancel: 'put off',
};

export function stateStyle(state: JobState): Style | null {
  switch (state) {
    case 'waiting':
      return 'yellow';
    case 'completed':
      return 'green';
    case 'declined':
    case 'failed':
      return 'red';
    case 'undecided':
    case 'limit':
    case 'cancelled':
      return 'dim';
    case 'running':
      return null;
    default:
      return state satisfies never;
  }
}

const closings: Record<QuestionState, string> = {
  open: 'waiting',
  accepted: 'approved',
  declined: 'declined',
  expired: 'expired unanswered, nobody decided',
  undecided: 'put off for the last time, nobody decided',
  withdrawn: 'withdrawn by the server, it can no longer be answered',
  superseded: 'no longer asked, the job ended first',
  replaced: 'replaced by a new question',
  'job-cancelled': 'no longer asked, the job was cancelled',
};

/** "approved by kim (cli)", "expired unanswered, nobody decided". */
export function outcomeOf({ state, decision }: Question): {
  text: string;
  by: string | null;
  via: string | null;
} {
  const decided = state === 'accepted' || state === 'declined';
  return {
    text: closings[state],
    by: decided ? (decision?.by ?? null) : null,
    via: decided ? (decision?.via ?? null) : null,
  };
}

export function count(number: number, one: string, many = `${one}s`): string {
  return `${number.toLocaleString('en-US')} ${number === 1 ? one : many}`;
}
