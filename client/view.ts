// What an execution's memo says of a job, checked, and corrected by what Temporal itself knows of how it ended.
import type { WorkflowExecutionInfo, WorkflowExecutionStatusName } from '@temporalio/client';
import type { JobState } from '../workflows/contract/job.ts';
import { bounds } from '../workflows/contract/bounds.ts';
import { deeperThan } from '../workflows/contract/json.ts';
import { memoKey } from '../workflows/contract/messages.ts';
import { JobStatus } from '../workflows/contract/status.ts';

export type JobView =
  | {
      kind: 'readable';
      id: string;
      closed: boolean;
      status: JobStatus;
      /** Steps that failed and are tried again, in words; known of a job that was described, not of one in a list. */
      retrying: string[];
    }
  /** Its memo is not one of ours, or of a newer version: listed as such, never hidden. */
  | { kind: 'unreadable'; id: string; closed: boolean; state: JobState; startedAt: string; problem: string };

type Execution = Pick<WorkflowExecutionInfo, 'workflowId' | 'startTime' | 'memo'> & {
  status: { name: WorkflowExecutionStatusName };
  raw?: object;
};

type PendingActivity = {
  activityType?: { name?: string | null } | null;
  attempt?: number | null;
  lastFailure?: { message?: string | null } | null;
};

const open = new Set<WorkflowExecutionStatusName>([
  'RUNNING',
  'PAUSED',
  'UNSPECIFIED',
  'UNKNOWN',
  'CONTINUED_AS_NEW',
]);

/** `whole`: a fuller status than the memo's, from the job's result or its query. */
export function viewOf(execution: Execution, whole?: JobStatus | null): JobView {
  const { workflowId: id, memo } = execution;
  const { name } = execution.status;
  const closed = !open.has(name);
  const parsed = whole ? { success: true as const, data: whole } : readMemo(memo?.[memoKey]);
  if (parsed.success)
    return {
      kind: 'readable',
      id,
      closed,
      status: corrected({ ...parsed.data, id }, name),
      retrying: retryingOf(execution),
    };
  const first = parsed.error.issues[0];
  const problem =
    memo?.[memoKey] === undefined || memo[memoKey] === null
      ? `it has no readable memo "${memoKey}"`
      : `its memo does not fit: ${first?.path.join('.') || 'value'}: ${first?.message ?? 'unknown'}`;
  const startedAt = execution.startTime.toISOString();
  return { kind: 'unreadable', id, closed, state: endOf(name) ?? 'running', startedAt, problem };
}

function retryingOf({ raw }: Execution): string[] {
  const pending =
    raw && 'pendingActivities' in raw ? (raw.pendingActivities as PendingActivity[] | null) : [];
  const failed = (pending ?? []).filter(({ lastFailure }) => lastFailure);
  return failed.map(({ activityType, attempt, lastFailure }) => {
    const step = activityType?.name === 'callModel' ? 'the model step' : (activityType?.name ?? 'a step');
    return `${step} (try ${attempt ?? 1}): ${lastFailure?.message ?? 'no reason given'}`;
  });
}

/** One odd memo must not break the list of all: a value that nests too deep would exhaust the parser's stack. */
function readMemo(memo: unknown) {
  return JobStatus.safeParse(deeperThan(memo, 2 * bounds.levels) ? 'it nests too deep' : memo);
}

export function stateOf(view: JobView): JobState {
  return view.kind === 'readable' ? view.status.state : view.state;
}

function corrected(status: JobStatus, name: WorkflowExecutionStatusName): JobStatus {
  const end = endOf(name);
  if (end === null) return status;
  const { state } = status;
  const ended = end === 'completed' && state !== 'running' && state !== 'waiting' ? state : end;
  // A run that was terminated could not tidy up: its questions are open in the memo, and nobody can answer them.
  const closedAs = ended === 'cancelled' ? 'job-cancelled' : 'superseded';
  const questions = status.questions.map((question) =>
    question.state === 'open' ? ({ ...question, state: closedAs, againAt: null } as const) : question,
  );
  return { ...status, state: ended, reason: reasonFor(name) ?? status.reason, questions };
}

function reasonFor(name: WorkflowExecutionStatusName): string | null {
  if (name === 'TERMINATED') return 'terminated';
  return name === 'TIMED_OUT' ? 'timed out' : null;
}

function endOf(name: WorkflowExecutionStatusName): 'completed' | 'cancelled' | 'failed' | null {
  if (open.has(name)) return null;
  if (name === 'COMPLETED') return 'completed';
  return name === 'CANCELLED' ? 'cancelled' : 'failed';
}
