// One line about what the worker is at, when that has changed.
import type { Worker } from '@temporalio/worker';
import type { Report } from './report.ts';

const everyMs = 5_000;

export function keepStatusLine(worker: Worker, report: Report): () => void {
  let last = '';
  const look = () => {
    const { numInFlightActivities, numCachedWorkflows } = worker.getStatus();
    const line = `status: ${numInFlightActivities} activities in flight, ${numCachedWorkflows} jobs in memory`;
    if (line !== last) report('info', line);
    last = line;
  };
  const timer = setInterval(look, everyMs);
  return () => clearInterval(timer);
}
