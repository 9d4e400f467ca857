// Follows a job until it ends, by reading its memo again and again: nothing of it is lost when a connection is.
import { setTimeout as sleep } from 'node:timers/promises';
import type { AgentClient } from './connect.ts';
import { ClientError } from './errors.ts';
import { readJob } from './read.ts';
import type { JobView } from './view.ts';

export type WatchEvent =
  /** The job as it stands now; sent at first and at every change. */
  | { kind: 'job'; view: JobView }
  /** Temporal cannot be reached; reading goes on. */
  | { kind: 'lost'; error: ClientError }
  | { kind: 'back' };

const readEveryMs = 500;
const slowestMs = 5_000;
const giveUpMs = 10 * 60_000;

/** Ends after the job's last state, or quietly when `signal` aborts. */
export async function* watchJob(
  agent: AgentClient,
  id: string,
  signal?: AbortSignal,
): AsyncGenerator<WatchEvent> {
  let shown = '';
  let lostAt: number | null = null;
  let waitMs = readEveryMs;
  for (;;) {
    if (signal?.aborted) return;
    try {
      const view = await readJob(agent, id);
      if (lostAt !== null) yield { kind: 'back' };
      lostAt = null;
      waitMs = readEveryMs;
      const text = JSON.stringify(view);
      if (text !== shown) yield { kind: 'job', view };
      shown = text;
      if (view.closed) return;
    } catch (error) {
      if (!(error instanceof ClientError) || error.problem.reason !== 'unreachable') throw error;
      if (lostAt === null) yield { kind: 'lost', error };
      lostAt ??= Date.now();
      if (Date.now() - lostAt > giveUpMs) throw error;
      waitMs = Math.min(waitMs * 2, slowestMs);
    }
    await pause(waitMs, signal);
  }
}

async function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  try {
    await sleep(ms, undefined, signal ? { signal } : {});
  } catch (error) {
    if (!signal?.aborted) throw error;
  }
}
