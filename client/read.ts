// Reads jobs and their questions: from the memo, which needs no worker; whole from the result or the `status` query.
import { WorkflowFailedError, type WorkflowExecutionDescription } from '@temporalio/client';
import { WorkflowNotFoundError } from '@temporalio/common';
import proto from '@temporalio/proto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { JobState } from '../workflows/contract/job.ts';
import { statusQuery, workflowType } from '../workflows/contract/messages.ts';
import type { Question } from '../workflows/contract/question.ts';
import { JobStatus } from '../workflows/contract/status.ts';
import { request, type AgentClient } from './connect.ts';
import { ClientError } from './errors.ts';
import { closest } from './closest.ts';
import { stateOf, viewOf, type JobView } from './view.ts';

/** One page of memos has to fit into one gRPC message. */
const pageSize = 100;
const listMs = 30_000;

export type JobList = { jobs: JobView[]; more: boolean };

/** The newest first. */
export async function listJobs(
  agent: AgentClient,
  { state, limit = 1_000 }: { state?: JobState | undefined; limit?: number } = {},
): Promise<JobList> {
  const alive = state === 'running' || state === 'waiting' ? ` AND ExecutionStatus = "Running"` : '';
  return find(
    agent,
    `WorkflowType = "${workflowType}"${alive}`,
    limit,
    (view) => !state || stateOf(view) === state,
  );
}

export type PendingQuestion = { job: string; status: JobStatus; question: Question };
export type PendingList = {
  questions: PendingQuestion[];
  /** Waiting jobs whose memo this client cannot read. */
  unreadable: JobView[];
  /** Questions that neither a memo had room for nor a worker told of, by job. */
  untold: { job: string; count: number }[];
};

/** Whole statuses that one list asks workers for. */
const mostQueries = 20;

/** Every question that a person can answer now, the one that expires first, then the oldest, in front. */
export async function pendingQuestions(agent: AgentClient): Promise<PendingList> {
  const query = `WorkflowType = "${workflowType}" AND ExecutionStatus = "Running" AND AdjournState = "waiting"`;
  const { jobs } = await find(agent, query, Infinity, () => true);
  const views = await Promise.all(jobs.map(wholeWhereCut(agent)));
  const questions = views.flatMap((view) =>
    view.kind === 'readable'
      ? openOf(view.status).map((question) => ({ job: view.id, status: view.status, question }))
      : [],
  );
  const never = '~';
  const rank = ({ question, job }: PendingQuestion) =>
    [question.expiresAt ?? never, question.askedAt, job, question.id].join(' ');
  questions.sort((a, b) => (rank(a) < rank(b) ? -1 : Number(rank(a) > rank(b))));
  const untold = views.flatMap((view) => {
    const count = view.kind === 'readable' ? view.status.openQuestions - openOf(view.status).length : 0;
    return count > 0 ? [{ job: view.id, count }] : [];
  });
  return { questions, unreadable: jobs.filter((view) => view.kind === 'unreadable'), untold };
}

const openOf = ({ questions }: JobStatus) => questions.filter(({ state }) => state === 'open');

/** A memo has room for some questions only; the job itself knows them all, while a worker is there to ask. */
function wholeWhereCut(agent: AgentClient): (view: JobView) => Promise<JobView> {
  let left = mostQueries;
  return async (view) => {
    if (view.kind !== 'readable' || openOf(view.status).length >= view.status.openQuestions) return view;
    if (left-- <= 0) return view;
    const status = await queryStatus(agent, view.id);
    return status ? { ...view, status } : view;
  };
}

async function find(
  agent: AgentClient,
  query: string,
  limit: number,
  wanted: (view: JobView) => boolean,
): Promise<JobList> {
  return request(
    agent,
    async () => {
      const jobs: JobView[] = [];
      for await (const execution of agent.temporal.workflow.list({ query, pageSize })) {
        const view = viewOf(execution);
        if (!wanted(view)) continue;
        if (jobs.length === limit) return { jobs, more: true };
        jobs.push(view);
      }
      return { jobs, more: false };
    },
    listMs,
  );
}

/** `whole`: ask the worker too, where the memo had to leave something out or is a step behind. */
export async function readJob(
  agent: AgentClient,
  id: string,
  { whole = false }: { whole?: boolean } = {},
): Promise<JobView> {
  const execution = await describe(agent, id);
  const view = viewOf(execution);
  if (view.closed) return readEnd(agent, execution);
  const cut = view.kind === 'unreadable' || view.status.truncated;
  return whole || cut ? viewOf(execution, await queryStatus(agent, id)) : view;
}

export async function describe(agent: AgentClient, id: string): Promise<WorkflowExecutionDescription> {
  try {
    const execution = await request(agent, () => agent.temporal.workflow.getHandle(id).describe());
    if (execution.type === workflowType) return execution;
  } catch (error) {
    if (!(error instanceof WorkflowNotFoundError)) throw error;
  }
  throw new ClientError({ reason: 'no-such-job', job: id, close: await closeId(agent, id) });
}

async function closeId(agent: AgentClient, id: string): Promise<string | null> {
  const { jobs } = await listJobs(agent);
  return closest(
    id,
    jobs.map((view) => view.id),
  );
}

/** A completed run's value is its whole status; of any other end the memo is all there is. */
async function readEnd(agent: AgentClient, execution: WorkflowExecutionDescription): Promise<JobView> {
  try {
    const handle = agent.temporal.workflow.getHandle(execution.workflowId);
    const parsed = JobStatus.safeParse(await request(agent, () => handle.result()));
    return viewOf(execution, parsed.success ? parsed.data : null);
  } catch (error) {
    if (!(error instanceof WorkflowFailedError)) throw error;
    const view = viewOf(execution);
    if (view.kind === 'unreadable' || view.status.reason !== null) return view;
    const reason = error.cause?.message ?? error.message;
    return view.status.state === 'failed' ? { ...view, status: { ...view.status, reason } } : view;
  }
}

/** null when no worker replied in time; a query that was refused (it ran ahead of its task) is asked again. */
async function queryStatus(agent: AgentClient, id: string): Promise<JobStatus | null> {
  const deadline = Date.now() + 2_000;
  while (Date.now() < deadline) {
    try {
      const handle = agent.temporal.workflow.getHandle(id);
      const parsed = JobStatus.safeParse(
        await request(agent, () => handle.query<unknown>(statusQuery), deadline - Date.now()),
      );
      return parsed.success ? parsed.data : null;
    } catch {
      await sleep(100);
    }
  }
  return null;
}

/** The whole status of a finished job; waits for its end as long as `ms`. */
export async function result(agent: AgentClient, id: string, ms = 60_000): Promise<JobView> {
  const deadline = Date.now() + ms;
  for (;;) {
    const view = await readJob(agent, id);
    if (view.closed || Date.now() >= deadline) return view;
    await sleep(250);
  }
}

/** Workers that asked Temporal for work within the last long poll; one that was just killed still counts. */
export async function workersOnline(agent: AgentClient): Promise<number> {
  const { pollers } = await request(agent, () =>
    agent.temporal.workflowService.describeTaskQueue({
      namespace: agent.namespace,
      taskQueue: { name: agent.taskQueue },
      taskQueueType: proto.temporal.api.enums.v1.TaskQueueType.TASK_QUEUE_TYPE_WORKFLOW,
    }),
  );
  const longPollMs = 70_000;
  const recent = pollers.filter(
    ({ lastAccessTime }) => Number(lastAccessTime?.seconds ?? 0) * 1_000 > Date.now() - longPollMs,
  );
  return new Set(recent.map(({ identity }) => identity)).size;
}
