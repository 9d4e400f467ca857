// One leg of a call: the activity that sends it, and what is made of its end.
import { CancellationScope, CancelledFailure, isCancellation } from '@temporalio/workflow';
import { callTool } from './activities.ts';
import { end } from './call-state.ts';
import {
  activityId,
  bounds,
  deeperThan,
  fitsIn,
  folded,
  LegOutcome,
  visible,
  type LegStart,
  type ToolLeg,
} from './contract/index.ts';
import { now, termsOf, type Call, type Job, type Running } from './job.ts';
import { lostLeg } from './lost-leg.ts';
import { advance, patienceMs } from './outcome.ts';

export async function send(running: Running, call: Call, start: LegStart): Promise<'go-on' | 'handover'> {
  const { job, live } = running;
  if (job.ending && !call.closing) {
    end(call, 'superseded', 'Not sent: the job ended first.');
    return 'go-on';
  }
  if (cancelled()) throw new CancelledFailure('the job was cancelled');
  if (live.handingOver) return 'handover';
  if (isStale(call)) {
    const reason = 'no worker was there in time to try again';
    advance(job, call, start, { kind: 'not-sent', reason, final: true, sentBefore: false });
    return 'go-on';
  }
  call.legs += 1;
  const began = now();
  const outcome = await inFlight(running, call, () => sendLeg(job, call, start));
  if (outcome.kind !== 'not-sent' && outcome.kind !== 'changed') call.sentAt ??= began;
  if (outcome.kind === 'unknown' && cancelled()) {
    end(
      call,
      'cancelled',
      'The job was cancelled while this call was under way; it is not known whether it ran.',
    );
  } else advance(job, call, start, outcome);
  return 'go-on';
}

const cancelled = (): boolean => CancellationScope.current().consideredCancelled;

/** A call that waited for its server while no worker was up is not sent days later. */
function isStale({ notSentSince }: Call): boolean {
  return notSentSince !== null && Date.now() - notSentSince > patienceMs + 120_000;
}

async function inFlight({ live }: Running, call: Call, work: () => Promise<LegOutcome>): Promise<LegOutcome> {
  call.inFlight = true;
  live.inFlight += 1;
  live.dirty = true;
  try {
    return await work();
  } catch (error) {
    if (!isCancellation(error)) return lostLeg(error, call.idempotent);
    // The activity ends as cancelled only before the bytes leave.
    end(call, 'cancelled', 'The job was cancelled before this call was sent.');
    throw error;
  } finally {
    call.inFlight = false;
    live.inFlight -= 1;
    live.dirty = true;
  }
}

async function sendLeg(job: Job, call: Call, start: LegStart): Promise<LegOutcome> {
  const { id, server, tool, idempotent, definitionDigest } = call;
  const timeoutMs = termsOf(job).servers.find(({ name }) => name === server)?.timeoutMs ?? 300_000;
  const leg: ToolLeg = {
    job: job.id,
    call: id,
    leg: call.legs,
    server,
    tool,
    arguments: call.arguments,
    definitionDigest,
    start,
    approval:
      call.approved === null ? null : { digest: call.approved, policyDigest: termsOf(job).policyDigest },
    idempotent,
    timeoutMs,
  };
  // Temporal would refuse the command, and the run would stand still for ever.
  if (!fitsIn(leg, bounds.legBytes)) {
    const reason = `the call and its answers are over ${bounds.legBytes} bytes`;
    return { kind: 'not-sent', reason, final: true, sentBefore: false };
  }
  const value = await callTool.executeWithOptions(
    {
      activityId: activityId.leg(id, call.legs),
      summary: folded(visible(`${server}: ${tool}`), 160),
      // A call may queue on a legacy connection for as long as the one before it takes.
      startToCloseTimeout: 2 * timeoutMs + 120_000,
      retry: { maximumAttempts: idempotent ? 5 : 1, initialInterval: '1s' },
    },
    [leg],
  );
  return understood(value);
}

/** A result that this code cannot read (of a newer worker, or undecodable) is a lost reply, and never a reason to send again. */
function understood(value: unknown): LegOutcome {
  const parsed = deeperThan(value, 64) ? null : LegOutcome.safeParse(value);
  return parsed?.success
    ? parsed.data
    : { kind: 'unknown', reason: 'its result cannot be read by this worker' };
}
