// A call's turn on a legacy connection.
import type { Connection } from './connect.ts';
import { Halted, NotSent } from './not-sent.ts';

/** Runs `work` when it is its turn; leaves the queue, never the turn itself, after `longestMs` or when halted. */
export function takeTurn<T>(
  connection: Connection,
  signal: AbortSignal,
  longestMs: number,
  work: () => Promise<T>,
): Promise<T> {
  const { turns } = connection;
  if (!turns) return work();
  return new Promise<T>((resolve, reject) => {
    let left = false;
    const leave = (error: Error) => {
      left = true;
      stopWaiting();
      reject(error);
    };
    const onHalt = () => leave(new Halted('stopped before it was sent'));
    const busy = `server ${connection.server} is busy: it answers one call at a time`;
    const timer = setTimeout(() => leave(new NotSent(busy)), longestMs);
    const stopWaiting = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', onHalt);
    };
    signal.addEventListener('abort', onHalt, { once: true });
    if (signal.aborted) onHalt();
    void turns.add(async () => {
      if (left) return;
      stopWaiting();
      await work().then(resolve, reject);
    });
  });
}
