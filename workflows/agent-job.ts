// The specification in code: a job is rounds of a model step and the calls that it asked for, until somebody has the
// last word. Read top-down; each verb is a file of its own.
import {
  ApplicationFailure,
  ActivityFailure,
  CancellationScope,
  CancelledFailure,
  continueAsNew,
  isCancellation,
  workflowInfo,
} from '@temporalio/workflow';
import { z } from 'zod';
import { begin } from './activities.ts';
import { settle } from './call.ts';
import { carry, tooBigToCarry } from './carry.ts';
import { activityId, failureTypes, JobInput, type JobEnd, type JobStatus } from './contract/index.ts';
import { listen } from './door.ts';
import { newJob, now, termsOf, type Job, type Running } from './job.ts';
import { refuseEarly } from './ledger.ts';
import { close } from './question-state.ts';
import { hostWord, lastWord, think } from './model-step.ts';
import { outgrown } from './rest.ts';
import { closeRound, plan } from './round.ts';
import { keepCurrent, publish } from './screen.ts';
import { statusOf } from './status.ts';

/** One job. `carried` is the state of the run before, after a continue-as-new. */
export async function agentJob(given: JobInput, carried?: Job): Promise<JobStatus> {
  const input = readInput(given);
  const running = restore(input, carried);
  const { job } = running;
  listen(running);
  keepCurrent(running);
  try {
    job.terms ??= await begin.executeWithOptions(
      { activityId: activityId.begin, summary: 'terms of the job' },
      [input],
    );
    for (;;) {
      if (job.round === null) {
        const limit = overLimit(job);
        if (limit) return await finish(running, 'limit', limit);
        const reply = await think(job);
        running.live.dirty = true;
        if (reply.calls.length === 0) return conclude(running, 'completed', null, reply.text);
        job.round = plan(job, reply);
      }
      await settleRound(running);
      if (!job.ending && outgrown(job)) await handOver(running);
      if (job.ending) return await finish(running, job.ending.state, job.ending.reason);
    }
  } catch (error) {
    throw closeDown(running, error);
  }
}

/** A job may have been started by hand, with anything as its input: it fails at once and says why. */
function readInput(given: unknown): JobInput {
  const parsed = JobInput.safeParse(given);
  if (parsed.success) return parsed.data;
  throw ApplicationFailure.nonRetryable(
    `the job's input does not fit: ${z.prettifyError(parsed.error).slice(0, 1_000)}`,
    failureTypes.badTerms,
  );
}

function restore(input: JobInput, carried?: Job): Running {
  const { workflowId, firstExecutionRunId, startTime } = workflowInfo();
  const job = carried ?? newJob(input, workflowId, firstExecutionRunId, startTime.toISOString());
  return { job, live: { inFlight: 0, handingOver: false, dirty: true, shown: carried ? job.state : null } };
}

async function settleRound(running: Running): Promise<void> {
  const { job } = running;
  while (job.round !== null) {
    const ends = await Promise.all(job.round.calls.map((call) => settle(running, call)));
    if (ends.includes('cancelled')) throw new CancelledFailure('the job was cancelled');
    if (ends.includes('handover')) await handOver(running);
    else closeRound(job, job.round);
    running.live.dirty = true;
  }
}

/** Goes on as a new run with the same state. It returns only for a job too big for that: it then ends, open calls first. */
async function handOver(running: Running): Promise<void> {
  const { job, live } = running;
  // A new run would not know of the cancellation.
  if (CancellationScope.current().consideredCancelled) throw new CancelledFailure('the job was cancelled');
  if (tooBigToCarry(job)) {
    live.handingOver = false;
    job.ending ??= { state: 'limit', reason: 'the job grew too big to go on' };
    return;
  }
  publish(running);
  await continueAsNew<typeof agentJob>(job.input, carry(job));
}

function overLimit(job: Job): string | null {
  const { rounds, tokens } = termsOf(job).limits;
  if (job.rounds >= rounds) return `the limit of ${rounds} rounds is reached`;
  const used = job.usage.inputTokens + job.usage.outputTokens;
  if (tokens !== null && used >= tokens) return `the limit of ${tokens} tokens is reached`;
  return tooBigToCarry(job) ? 'the conversation is too long to go on' : null;
}

async function finish(running: Running, state: JobEnd, reason: string): Promise<JobStatus> {
  const { job } = running;
  job.reason = reason;
  const text = tooBigToCarry(job) ? hostWord(job, 'the conversation is too long') : await lastWord(job);
  return conclude(running, state, reason, text);
}

function conclude(running: Running, state: JobEnd, reason: string | null, text: string): JobStatus {
  const { job } = running;
  refuseEarly(job, now());
  Object.assign(job, { state, reason, text });
  publish(running);
  return statusOf(job);
}

/** What Temporal shows: Canceled for a cancelled job, Failed with a cause that a person can act on. */
function closeDown(running: Running, error: unknown): unknown {
  const { job } = running;
  const cancelled = isCancellation(error);
  const failed = error instanceof ActivityFailure || error instanceof ApplicationFailure;
  if (!cancelled && !failed) return error;
  const cause =
    error instanceof ActivityFailure && error.cause instanceof ApplicationFailure ? error.cause : error;
  const state = cancelled ? 'cancelled' : 'failed';
  const reason = cancelled
    ? 'the job was cancelled'
    : cause instanceof Error
      ? cause.message
      : 'no reason given';
  for (const question of job.questions) close(question, cancelled ? 'job-cancelled' : 'superseded', now());
  refuseEarly(job, now());
  Object.assign(job, { state, reason });
  publish(running);
  if (cancelled) return error;
  const type = cause instanceof ApplicationFailure && cause.type ? cause.type : failureTypes.jobBroken;
  return ApplicationFailure.nonRetryable(reason, type);
}
