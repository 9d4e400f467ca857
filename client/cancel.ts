// Stops a job by Temporal's own cancellation: durable at once, carried out when a worker is up.
import { setTimeout as sleep } from 'node:timers/promises';
import { WorkflowNotFoundError } from '@temporalio/common';
import { request, type AgentClient } from './connect.ts';
import { ClientError } from './errors.ts';
import { readJob } from './read.ts';
import { stateOf, type JobView } from './view.ts';

/** Returns the job as it stands after `ms` at most: not closed yet means asked to stop, and still at it. */
export async function cancelJob(agent: AgentClient, job: string, ms = 5_000): Promise<JobView> {
  const before = await readJob(agent, job);
  if (before.closed) throw new ClientError({ reason: 'job-finished', job, state: stateOf(before) });
  try {
    await request(agent, () => agent.temporal.workflow.getHandle(job).cancel());
  } catch (error) {
    if (!(error instanceof WorkflowNotFoundError)) throw error;
  }
  const deadline = Date.now() + ms;
  for (;;) {
    const view = await readJob(agent, job);
    if (view.closed || Date.now() >= deadline) return view;
    await sleep(100);
  }
}
