// `start` and `cancel`.
import { startJob, firstStatus, type StartRequest } from '../start.ts';
import { cancelJob } from '../cancel.ts';
import { stateOf } from '../view.ts';
import type { JobInput, OnDecline } from '../../workflows/contract/job.ts';
import { exitCodes } from './errors.ts';
import { jobIdOf } from './handle.ts';
import { printed } from './json.ts';
import { countWorkers, note, withAgent, type Session } from './session.ts';
import { follow } from './watching.ts';

export type StartOptions = {
  id?: string;
  model?: string;
  server?: string[];
  requestedBy?: string;
  onDecline?: OnDecline;
  askAgain?: number;
  attempts?: number;
  expires?: number;
  remind?: number;
  watch?: boolean;
  exitStatus?: boolean;
};

export async function start(session: Session, goal: string, options: StartOptions): Promise<number> {
  const { io, json } = session;
  const asked = requested(goal, options);
  return withAgent(session, async (agent) => {
    const job = await startJob(agent, { ...asked, id: options.id });
    if (json) io.out(printed({ version: 1, job }, options.watch ? 0 : 2));
    else io.out(io.terminal ? `Started ${job}.` : job);
    if ((await countWorkers(agent)) === 0)
      note(io, 'no worker is online: the job begins when one is (adjourn worker)');
    if (options.watch) return follow(session, agent, job, firstStatus(job, asked), options);
    if (io.terminal && !json) io.out(`Follow it: adjourn watch ${job}`);
    return exitCodes.done;
  });
}

function requested(goal: string, options: StartOptions): JobInput & StartRequest {
  return {
    goal,
    requestedBy: options.requestedBy ?? null,
    model: options.model ?? null,
    servers: options.server ?? null,
    onDecline: options.onDecline ?? null,
    prompts: {
      ...(options.askAgain === undefined ? {} : { delayMs: options.askAgain }),
      ...(options.attempts === undefined ? {} : { limit: options.attempts }),
      ...(options.expires === undefined ? {} : { expiresMs: options.expires }),
      ...(options.remind === undefined ? {} : { remindMs: options.remind }),
    },
  };
}

export async function cancel(session: Session, text: string): Promise<number> {
  const { io, json } = session;
  const job = jobIdOf(text);
  return withAgent(session, async (agent) => {
    const view = await cancelJob(agent, job);
    if (json) io.out(printed({ version: 1, job, state: stateOf(view), closed: view.closed }));
    if (view.closed) {
      if (!json) io.out(`Job ${job} is stopped: ${stateOf(view)}.`);
      return exitCodes.done;
    }
    note(io, `job ${job} is told to stop; it has not ended within 5 s.\nCheck: adjourn show ${job}`);
    return exitCodes.unconfirmed;
  });
}
