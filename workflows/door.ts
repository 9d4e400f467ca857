// What a job can be told and asked from outside. Handlers only file: each decision and each command is made in a
// call's own flow. Nothing that comes in may throw: an error in a handler would freeze the run.
import { defineQuery, defineSignal, setDefaultSignalHandler, setHandler } from '@temporalio/workflow';
import {
  answerSignal,
  bounds,
  deeperThan,
  linkVisitedSignal,
  oddityOf,
  statusQuery,
  visible,
  type JobStatus,
} from './contract/index.ts';
import { now, type Running } from './job.ts';
import { fileAnswer, refuse } from './ledger.ts';
import { undecodable } from './payload-converter.ts';
import { statusOf } from './status.ts';
import { fileVisit } from './visits.ts';

const description =
  'Answers one question of this job. Input: one JSON object, {"question":"q1.1.1-9f31c2ab","action":"accept"}. ' +
  'action: "accept", "decline", or "cancel" to be asked again later; optional: "content" (values of the form), "by", "comment". ' +
  'Current Details (tab User Metadata) has the input ready to copy. ' +
  'This dialog never says whether the answer was taken: Current Details and "adjourn show JOB" do.';

export function listen(running: Running): void {
  const { job, live } = running;
  setHandler(
    defineSignal<unknown[]>(answerSignal),
    (...payloads: unknown[]) => {
      file(running, payloads);
      live.dirty = true;
    },
    { description },
  );
  setHandler(
    defineSignal<unknown[]>(linkVisitedSignal),
    (payload: unknown) => {
      const readable = undecodable(payload) === null && !deeperThan(payload, 2);
      if (readable && fileVisit(job, payload, now())) live.dirty = true;
    },
    { description: 'For workers only: a server says that what it wanted done at a link is done.' },
  );
  setDefaultSignalHandler((name) => {
    refuse(
      job,
      now(),
      null,
      `a job has no signal named ${visible(name).slice(0, 100)}; answers come as "${answerSignal}"`,
    );
    live.dirty = true;
  });
  setHandler(defineQuery<JobStatus>(statusQuery), () => statusOf(job), {
    description: 'The whole status of the job.',
  });
}

function file({ job }: Running, payloads: unknown[]): void {
  const [payload] = payloads;
  if (payloads.length === 0 || payload === null || payload === undefined)
    return refuse(job, now(), null, 'the signal came without input');
  if (payloads.length > 1) return refuse(job, now(), null, 'the signal came with more than one input');
  const reason = undecodable(payload);
  if (reason !== null) return refuse(job, now(), null, `the input could not be decoded: ${reason}`);
  const oddity = oddityOf(payload, bounds.answerLevels);
  if (oddity !== null) return refuse(job, now(), null, `the input is not taken: ${oddity}`);
  fileAnswer(job, payload, now());
}
