// How Temporal stands to this attempt while it runs: heartbeats out, cancellation in.
import type { Context } from '@temporalio/activity';

type Progress = { progress: number; total: number | null; message: string | null };

export type Watch = {
  /** Aborts for whatever reason: from here on nothing new may be sent. */
  halted: AbortSignal;
  /**
   * Aborts when nobody waits for the outcome any more: the job was cancelled or is gone, or the attempt timed out. A sent call
   * outlives a stopping worker (it has its grace time), a pause and a reset.
   */
  stopped: AbortSignal;
  heartbeatTimeoutMs: number | null;
  progress(progress: Progress): void;
  end(): void;
};

const slowestMs = 3_000;
const fastestMs = 100;

export function watchActivity(context: Context): Watch {
  const stop = new AbortController();
  const { cancellationSignal: halted, info } = context;
  let details: Progress | undefined;

  const onHalt = () => {
    const why = context.cancellationDetails;
    const goesOn = why?.workerShutdown === true || why?.paused === true || why?.reset === true;
    if (!goesOn || why.cancelRequested || why.notFound || why.timedOut) stop.abort();
  };
  if (halted.aborted) onHalt();
  else halted.addEventListener('abort', onHalt, { once: true });

  const { heartbeatTimeoutMs } = info;
  let timer: NodeJS.Timeout | undefined;
  if (heartbeatTimeoutMs) {
    const everyMs = Math.max(fastestMs, Math.min(slowestMs, heartbeatTimeoutMs / 3));
    context.heartbeat(details);
    timer = setInterval(() => context.heartbeat(details), everyMs);
  }

  return {
    halted,
    stopped: stop.signal,
    heartbeatTimeoutMs: heartbeatTimeoutMs || null,
    progress: (progress) => {
      details = progress;
    },
    end: () => {
      clearInterval(timer);
      halted.removeEventListener('abort', onHalt);
    },
  };
}
