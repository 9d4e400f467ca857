// Keeps a query from running a workflow ahead of its task. After a worker's death a query can apply events that no
// workflow task has brought yet; an answer sent then would be handled in another order on replay, and results could
// be swapped. Such an activation repeats the time of the last task with a longer history: it is refused, the query
// fails, and is asked again. Also disarms signals that would freeze the run.
import type { WorkflowInterceptorsFactory } from '@temporalio/workflow';
import { disarm } from './poison.ts';

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
          disarm(jobs ?? []);
          next(input);
        },
      },
    ],
  };
};
