// How a job hears from the worker between its activities: by a signal through the worker's own Temporal client.
import { Context } from '@temporalio/activity';
import { linkVisitedSignal } from '../../workflows/contract/messages.ts';
import type { TellJob } from './links.ts';

const deadlineMs = 10_000;

/** To be called inside an activity; what comes back serves for as long as the worker runs. */
export function tellThisJob(): TellJob {
  const { client, info } = Context.current();
  const { workflowExecution } = info;
  return async (visited) => {
    if (!workflowExecution) return;
    // Without a run: the job may have gone on in a new one.
    const job = client.workflow.getHandle(workflowExecution.workflowId);
    await client.withDeadline(Date.now() + deadlineMs, () => job.signal(linkVisitedSignal, visited));
  };
}
