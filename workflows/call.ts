// One call, from its first step to its result. The loop is the call's own flow: all its decisions and commands are made here.
import { isCancellation } from '@temporalio/workflow';
import { end } from './call-state.ts';
import { folded, type Question } from './contract/index.ts';
import { describe } from './describe.ts';
import { now, questionOf, type Call, type Running, type Step } from './job.ts';
import { close, tick, untilNext } from './question-state.ts';
import { rest } from './rest.ts';
import { send } from './send.ts';
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
    case 'describe':
      return describe(running, call);
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
  if (ready()) {
    conclude(job, call, step, questions);
    live.dirty = true;
  }
  return 'go-on';
}

/** Changes when a question is put off: the timer has to be set anew. */
function momentsOf(questions: Question[]): string {
  return questions.map(({ state, againAt, remindAt }) => `${state} ${againAt} ${remindAt}`).join();
}

function waitSummary(open: Question[]): string {
  return folded(`waits for a person: ${open.map(({ id }) => id).join(', ')}`, 160);
}

function cancelCall({ job, live }: Running, call: Call): void {
  for (const question of job.questions)
    if (question.call === call.id) close(question, 'job-cancelled', now());
  if (call.result === null) {
    const sent = call.sentAt !== null ? 'while this call waited' : 'before this call was sent';
    end(call, 'cancelled', `The job was cancelled ${sent}.`);
  }
  live.dirty = true;
}
