// The only waits of a call's flow: on people, on time, and on the hand-over to a new run.
import { condition, workflowInfo } from '@temporalio/workflow';
import type { Job, Running } from './job.ts';

/**
 * Waits until `ready`, for `ms` at most. Returns `handover` when the job is about to go on as a new run: the flow
 * then stops where it stands, and the new run takes it up from the call's step. Throws when the job is cancelled.
 */
export async function rest(
  running: Running,
  ready: () => boolean,
  ms: number,
  summary: string,
): Promise<'go-on' | 'handover'> {
  const { live } = running;
  await condition(() => ready() || live.handingOver || mayHandOver(running), ms, { summary });
  if (!ready() && mayHandOver(running)) live.handingOver = true;
  return live.handingOver ? 'handover' : 'go-on';
}

/** A run ends only while no activity is in flight: nothing can be lost or run twice between two runs. */
function mayHandOver({ job, live }: Running): boolean {
  return live.inFlight === 0 && outgrown(job);
}

/** Temporal suggests a new run, or the history is as long as the job's terms allow. */
export function outgrown(job: Job): boolean {
  const { continueAsNewSuggested, historyLength } = workflowInfo();
  return continueAsNewSuggested || historyLength >= (job.terms?.limits.historyEvents ?? Infinity);
}
