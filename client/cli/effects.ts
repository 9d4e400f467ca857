// What each answer will do now, said by the host and never by the server.
import type { AnswerAction } from '../../workflows/contract/answer.ts';
import { backOffMs } from '../../workflows/contract/job.ts';
import type { Question } from '../../workflows/contract/question.ts';
import type { JobStatus } from '../../workflows/contract/status.ts';
import { span } from './age.ts';
import { keyName } from './text.ts';

type Kind = Pick<Question, 'kind' | 'rerun'>;

/** Stands above the arguments. */
export function sendEffect({ kind, rerun }: Kind): string {
  switch (kind) {
    case 'approval':
      return 'If approved, this call is sent once, exactly like this:';
    case 'form':
      return rerun
        ? 'If approved, the tool runs again from its start with this answer. The call it belongs to:'
        : 'If approved, this answer goes to the tool that waits. The call it belongs to:';
    case 'url':
      return rerun
        ? 'If approved, and when you are done there, the tool runs again from its start:'
        : 'If approved, and when you are done there, this call goes on:';
    case 'unknown':
      return 'This call was sent. Nothing is repeated unless you say run-again:';
    case 'finished':
      return rerun
        ? 'If you say retry, the tool runs again from its start. The call that waits:'
        : 'If you say retry, this call goes on:';
    default:
      return kind satisfies never;
  }
}

export function acceptEffect({ kind, rerun }: Kind): string {
  const again = 'the tool runs again from its start';
  switch (kind) {
    case 'approval':
      return 'sent once';
    case 'form':
      return rerun ? again : 'the answer goes to the server';
    case 'url':
      return 'you agree to open it; then you are asked whether you are done';
    case 'unknown':
      return 'only run-again sends it once more';
    case 'finished':
      return `on retry ${rerun ? again : 'the call goes on'}`;
    default:
      return kind satisfies never;
  }
}

/** Of the host's own forms: what each outcome does. */
export function outcomeEffect(outcome: string, { rerun }: Kind): string {
  const effects: Record<string, string> = {
    'run-again': 'the call is sent once more',
    done: 'taken as done, nothing is sent',
    failed: 'taken as failed, nothing is sent',
    retry: rerun ? 'the tool runs again from its start' : 'the call goes on',
    'give-up': 'the call is not executed',
  };
  return effects[outcome] ?? '';
}

export function declineEffect(
  { onDecline }: Pick<JobStatus, 'onDecline'>,
  { kind }: Pick<Question, 'kind'>,
): string {
  if (kind === 'unknown') return 'the call is treated as failed';
  return onDecline === 'continue' ? 'the job goes on without this call' : 'the job ends after a last report';
}

export function laterEffect({ attempt, prompts }: Pick<Question, 'attempt' | 'prompts'>): string {
  return attempt >= prompts.limit
    ? 'last time: then the job ends undecided'
    : `asked again in ${span(backOffMs(prompts.delayMs, attempt))}`;
}

/** What a typed yes agrees to. Names what will be sent, and where. */
export function consent(status: JobStatus, question: Question, action: AnswerAction): string {
  const tool = keyName(question.tool, 200);
  const server = keyName(question.server, 200);
  if (action === 'decline') return `Decline ${tool} on ${server}? ${upper(declineEffect(status, question))}.`;
  if (action === 'cancel') return `Put ${tool} on ${server} off? ${upper(laterEffect(question))}.`;
  switch (question.kind) {
    case 'approval':
      return `Send ${tool} to ${server}, once?`;
    case 'form':
      return question.rerun
        ? `Send this answer to ${server} and run ${tool} again from its start?`
        : `Send this answer to ${server}, for ${tool}?`;
    case 'url':
      return `Agree to open this address for ${tool} on ${server}? Nothing opens it for you.`;
    case 'unknown':
    case 'finished':
      return `Take this answer for ${tool} on ${server}?`;
    default:
      return question.kind satisfies never;
  }
}

export function upper(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
