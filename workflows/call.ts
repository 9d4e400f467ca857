// One call, from its first step to its result. The loop is the call's own flow: the only place where it is sent.
import { CancellationScope, CancelledFailure, isCancellation } from '@temporalio/workflow';
import { callTool } from './activities.ts';
import { end } from './call-state.ts';
import {
  activityId,
  bounds,
  jsonBytes,
  visible,
  type LegOutcome,
  type LegStart,
  type ToolLeg,
  type Question,
} from './contract/index.ts';
import { now, questionOf, termsOf, type Call, type Job, type Running, type Step } from './job.ts';
import { close, tick, untilNext } from './ledger.ts';
import { lostLeg } from './lost-leg.ts';
import { advance } from './outcome.ts';
import { rest } from './rest.ts';
import { decided, conclude } from './verdict.ts';

/** Runs a call until it has its result, the job is cancelled, or a new run takes over. */
export async function settle(running: Running, call: Call): Promise<'closed' | 'handover' | 'cancelled'> {
  try {
    while (call.result === null) {
      const went = await next(running, call, call.step);
      if (went === 'handover') return went;
    }
    return 'closed';
  } catch (error) {
    if (!isCancellation(error)) throw error;
    cancelCall(running, call);
    return 'cancelled';
  }
}

async function next(running: Running, call: Call, step: Step): Promise<'go-on' | 'handover'> {
  switch (step.kind) {
    case 'send':
      return send(running, call, step.start);
    case 'pause':
      return pause(running, call, step);
    case 'wait':
      return wait(running, call, step);
    default:
      return step satisfies never;
  }
}

async function send(running: Running, call: Call, start: LegStart): Promise<'go-on' | 'handover'> {
  const { job, live } = running;
  if (job.ending && !call.closing) {
    end(call, 'superseded', 'Not sent: the job ended first.');
    return 'go-on';
  }
  // Cancelled in the same task as its acceptance: nothing is sent.
  if (CancellationScope.current().consideredCancelled) throw new CancelledFailure('the job was cancelled');
  if (live.handingOver) return 'handover';
  call.legs += 1;
  call.sentAt ??= now();
  call.inFlight = true;
  live.inFlight += 1;
  live.dirty = true;
  let outcome: LegOutcome;
  try {
    outcome = await sendLeg(job, call, start);
  } catch (error) {
    // The activity ends as cancelled only before the bytes leave.
    if (isCancellation(error)) end(call, 'cancelled', 'The job was cancelled before this call was sent.');
    if (isCancellation(error)) throw error;
    outcome = lostLeg(error);
  } finally {
    call.inFlight = false;
    live.inFlight -= 1;
    live.dirty = true;
  }
  if (outcome.kind === 'unknown' && CancellationScope.current().consideredCancelled) {
    const text = `The job was cancelled while this call was under way; it is not known whether it ran (${outcome.reason}).`;
    end(call, 'cancelled', text);
  } else advance(job, call, start, outcome);
  return 'go-on';
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
    idempotent,
    timeoutMs,
  };
  // Temporal would refuse the command, and the run would stand still for ever.
  if (jsonBytes(leg) > bounds.legBytes) {
    return {
      kind: 'not-sent',
      reason: `the call and its answers are over ${bounds.legBytes} bytes`,
      final: true,
    };
  }
  return callTool.executeWithOptions(
    {
      activityId: activityId.leg(id, call.legs),
      summary: visible(`${server}: ${tool}`).slice(0, 190),
      // A call may queue on a legacy connection for as long as the one before it takes.
      startToCloseTimeout: 2 * timeoutMs + 120_000,
      retry: { maximumAttempts: idempotent ? 5 : 1, initialInterval: '1s' },
    },
    [leg],
  );
}

async function pause(
  running: Running,
  call: Call,
  step: Extract<Step, { kind: 'pause' }>,
): Promise<'go-on' | 'handover'> {
  const due = () => running.job.ending !== null || Date.now() >= step.until;
  const went = await rest(running, due, Math.max(step.until - Date.now(), 1), step.why);
  if (due()) call.step = { kind: 'send', start: step.start };
  return went;
}

async function wait(
  running: Running,
  call: Call,
  step: Extract<Step, { kind: 'wait' }>,
): Promise<'go-on' | 'handover'> {
  const { job, live } = running;
  const questions = step.questions.map((id) => questionOf(job, id));
  const ready = () => decided(questions) || job.ending !== null;
  if (!ready()) {
    const open = questions.filter(({ state }) => state === 'open');
    const planned = momentsOf(open);
    const stirred = () => ready() || momentsOf(open) !== planned;
    const went = await rest(running, stirred, untilNext(open, now()), waitSummary(open));
    if (went === 'handover') return went;
    for (const question of open) if (tick(question, now())) live.dirty = true;
  }
  if (ready()) conclude(job, call, step, questions);
  return 'go-on';
}

/** Changes when a question is put off: the timer has to be set anew. */
function momentsOf(questions: Question[]): string {
  return questions.map(({ state, againAt }) => `${state} ${againAt}`).join();
}

function waitSummary(open: Question[]): string {
  return visible(`waits for a person: ${open.map(({ id }) => id).join(', ')}`).slice(0, 190);
}

function cancelCall({ job, live }: Running, call: Call): void {
  for (const question of job.questions)
    if (question.call === call.id) close(question, 'job-cancelled', now());
  if (call.result === null) {
    const sent = call.legs > 0 ? 'while this call waited' : 'before this call was sent';
    end(call, 'cancelled', `The job was cancelled ${sent}.`);
  }
  live.dirty = true;
}
