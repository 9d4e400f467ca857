// Thrown on the way to a send; both mean that nothing reached the tool.
import type { LegOutcome } from '../../workflows/contract/call.ts';

/** The call was not sent; `final`: trying again would not help. */
export class NotSent extends Error {
  override readonly name = 'NotSent';
  readonly final: boolean;
  constructor(reason: string, final = false) {
    super(reason);
    this.final = final;
  }
}

/** Temporal no longer wants this attempt to start anything: it was cancelled, paused, or its worker is stopping. */
export class Halted extends Error {
  override readonly name = 'Halted';
}

/** Waits for `work` no longer than Temporal wants it; `work` itself goes on. */
export async function unlessHalted<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  if (signal.aborted) {
    work.catch(() => undefined);
    throw new Halted('stopped before it was sent');
  }
  let stop: (() => void) | undefined;
  const halted = new Promise<never>((_resolve, reject) => {
    stop = () => reject(new Halted('stopped before it was sent'));
    signal.addEventListener('abort', stop, { once: true });
  });
  try {
    return await Promise.race([work, halted]);
  } finally {
    if (stop) signal.removeEventListener('abort', stop);
  }
}

/** As an outcome; `sentBefore`: an earlier attempt may have reached the tool. */
export function notSentOf(reason: string, final: boolean, sentBefore = false): LegOutcome {
  return { kind: 'not-sent', reason, final, sentBefore };
}
