// Keeps a query from running a workflow ahead of its task. After a worker's death a query can apply events that no
// workflow task has brought yet; an answer sent then would be handled in another order on replay, and results could
// be swapped. Such an activation repeats the time of the last task with a longer history: it is refused, the query
// fails, and is asked again. Also keeps signals with a reserved name from failing the task.
import type { WorkflowInterceptorsFactory } from '@temporalio/workflow';

type Job = { signalWorkflow?: { signalName?: string | null } | null };

export const interceptors: WorkflowInterceptorsFactory = () => {
  let lastTime = '';
  let lastLength = -1;
  return {
    internals: [
      {
        activate(input, next) {
          const { timestamp, historyLength, isReplaying, jobs } = input.activation;
          const time = `${Number(timestamp?.seconds)}.${Number(timestamp?.nanos)}`;
          const length = Number(historyLength);
          if (!isReplaying && lastLength >= 0 && length > lastLength && time === lastTime) {
            throw new Error('the job is between two workflow tasks: ask again in a moment');
          }
          lastTime = time;
          lastLength = length;
          for (const job of jobs ?? []) renameReserved(job);
          next(input);
        },
      },
    ],
  };
};

/** The SDK throws on a signal named `__temporal_*`; under another name it reaches the default handler and is recorded. */
function renameReserved({ signalWorkflow }: Job): void {
  if (signalWorkflow?.signalName?.startsWith('__temporal_')) {
    signalWorkflow.signalName = `reserved:${signalWorkflow.signalName}`;
  }
}
