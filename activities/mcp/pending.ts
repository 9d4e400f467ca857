// Asks the Temporal server whether it lists this very attempt of this activity as running.
import { Context } from '@temporalio/activity';

const deadlineMs = 5_000;
/** temporal.api.enums.v1.PendingActivityState STARTED: nobody asked to cancel or pause it. */
const started: number = 2;

/** To be called inside an activity; throws when the server does not say. */
export async function listedAsPending(): Promise<boolean> {
  const { client, info } = Context.current();
  const { workflowExecution, activityId, attempt } = info;
  if (!workflowExecution) return false;
  const { workflowId, runId } = workflowExecution;
  const description = await client.withDeadline(Date.now() + deadlineMs, () =>
    client.workflow.getHandle(workflowId, runId).describe(),
  );
  // A terminated run still lists the activities that it had.
  if (description.status.name !== 'RUNNING') return false;
  return (description.raw.pendingActivities ?? []).some(
    (listed) =>
      listed.activityId === activityId && listed.attempt === attempt && Number(listed.state) === started,
  );
}
