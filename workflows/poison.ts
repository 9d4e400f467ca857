// Signals that must not reach a handler as they are: each would freeze the run, by an error or by the time it takes. They are
// replaced before they are decoded, and end as refused answers. Pure, and of the activation alone: a replay does the same.
import type { Payload } from '@temporalio/workflow';
import { bounds } from './contract/index.ts';
import { refusalOf } from './payload-converter.ts';

type Signal = { signalName?: string | null; input?: Payload[] | null };
export type ActivationJob = { signalWorkflow?: Signal | null };

export function disarm(jobs: ActivationJob[]): void {
  let left: number = bounds.activationBytes;
  for (const { signalWorkflow } of jobs) {
    if (!signalWorkflow) continue;
    renameReserved(signalWorkflow);
    const payloads = signalWorkflow.input ?? [];
    const size = payloads.reduce((sum, { data }) => sum + (data?.length ?? 0), 0);
    const reason = whyRefused(size, left);
    if (reason === null) left -= size;
    else signalWorkflow.input = [refusalOf(reason)];
  }
}

/** The SDK throws on a signal named `__temporal_*`; under another name it reaches the default handler and is recorded. */
function renameReserved(signal: Signal): void {
  if (signal.signalName?.startsWith('__temporal_')) signal.signalName = `reserved:${signal.signalName}`;
}

/** One task may take five seconds: a flood of large signals is refused, answers of a usual size in it are not. */
function whyRefused(size: number, left: number): string | null {
  if (size > bounds.signalBytes) return `it is over ${bounds.signalBytes} bytes`;
  return size > bounds.usualSignalBytes && size > left ? 'too much came at once: send it again' : null;
}
