// What happens to a sent request when Temporal no longer wants it.
import type { Watch } from './activity-watch.ts';
import type { Underway } from './wire.ts';

/** How long a call that was told to stop may take to end by itself. */
const lastWordsMs = 5_000;

/**
 * Resolves when the request ended. A stop is told to the server, which then has a little time for the real end; `tell` says
 * false when there is nothing to stop yet.
 */
export async function endOrStop(
  { exchange, ended }: Underway,
  watch: Watch,
  tell: () => boolean,
): Promise<void> {
  const stopped = new Promise<'stopped'>((resolve) => {
    if (watch.stopped.aborted) resolve('stopped');
    watch.stopped.addEventListener('abort', () => resolve('stopped'), { once: true });
  });
  const first = await Promise.race([ended, stopped]);
  if (first !== 'stopped' || !tell()) return ended;
  const timer = setTimeout(() => exchange.giveUp(), lastWordsMs);
  await ended;
  clearTimeout(timer);
}
