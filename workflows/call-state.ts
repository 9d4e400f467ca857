// The two changes of a call that several parts make: it ends, and it starts anew with the answers so far.
import type { CallOutcome, LegStart } from './contract/index.ts';
import { now, questionOf, type Call, type Job } from './job.ts';

/** Outcomes that say themselves what is known of the send. */
const settled: CallOutcome[] = ['ran', 'failed', 'reported-done', 'reported-failed'];

export function end(call: Call, outcome: CallOutcome, text: string, isError = true): void {
  const doubt =
    call.mayHaveRun && !settled.includes(outcome) ? ' An earlier send of this call may have run.' : '';
  call.result = { outcome, text: text + doubt + unusedNote(call), isError };
  call.endedAt = now();
}

/** An answer that was given and not used is told to whoever reads the result. */
function unusedNote({ unused }: Call): string {
  return unused.length === 0 ? '' : `\n(The server no longer asked ${unused.join(', ')}: not used.)`;
}

/** How to start the tool anew with the answers so far: a legacy server is replayed, a modern one asks again. */
export function freshStart(job: Job, call: Call): LegStart {
  if (call.accepted.length === 0) return { kind: 'fresh' };
  const answers = call.accepted.map((id) => {
    const { digest, decision } = questionOf(job, id);
    return {
      digest,
      reply: { action: 'accept' as const, ...(decision?.content ? { content: decision.content } : {}) },
    };
  });
  return { kind: 'replay', answers };
}
