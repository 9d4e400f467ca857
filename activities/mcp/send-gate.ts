// Right before the write: may this very attempt still send? A worker that slept past its heartbeat is a zombie: Temporal has
// given the call up, maybe asked a person, and must not see the tool act after that.
import { performance } from 'node:perf_hooks';
import type { Watch } from './activity-watch.ts';
import { Halted, NotSent } from './not-sent.ts';
import type { Gate } from './wire.ts';

/** Asks Temporal whether it still counts this attempt as running. */
export type Pending = () => Promise<boolean>;
/** Milliseconds. Two by default: the monotonic one stands still while a laptop sleeps, the wall clock can be set back. */
export type Clock = () => number;

export const clocks: Clock[] = [() => performance.now(), () => Date.now()];

const attempts = 3;
/**
 * The SDK sends at most one heartbeat in 0.8 of the time-out, so an attempt that is alive has a fifth of it left: an older word
 * from Temporal counts for nothing.
 */
const freshShare = 0.2;

export function createGate(watch: Watch, pending: Pending, time: Clock[]): Gate {
  const freshMs = watch.heartbeatTimeoutMs === null ? Infinity : watch.heartbeatTimeoutMs * freshShare;
  const readClocks = () => time.map((clock) => clock());
  let alive: number[] | null = null;
  const stale = () =>
    alive === null || readClocks().some((now, index) => now - (alive?.[index] ?? now) > freshMs);
  const checkHalted = () => {
    if (watch.halted.aborted) throw new Halted('stopped before it was sent');
  };

  return {
    open: async () => {
      for (let attempt = 0; attempt < attempts && stale(); attempt++) {
        checkHalted();
        // Counted from before the question: the answer may have been under way for long.
        const asked = readClocks();
        const listed = await pending().catch(() => null);
        checkHalted();
        if (listed === null)
          throw new NotSent('Temporal could not be asked whether this call is still wanted');
        if (!listed) throw new NotSent('Temporal has given this attempt up');
        alive = asked;
      }
    },
    check: () => {
      checkHalted();
      if (stale()) throw new NotSent('this worker stalled: Temporal may have given this attempt up');
    },
  };
}
