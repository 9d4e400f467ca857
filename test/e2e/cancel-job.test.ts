// Stopping a job is not answering `cancel`: what is open closes, what runs is told to end, and nothing starts afterwards.
// Case C22. Of an acceptance and a cancellation that reach the job in one task, the cancellation wins: nothing is sent.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import getPort from 'get-port';
import { identify } from '../../activities/mcp/processes.ts';
import { connect, type AgentClient } from '../../client/connect.ts';
import { startJob } from '../../client/start.ts';
import type { Deed } from '../support/mcp-stage.ts';
import { openScene, type Process, type Ran, type Scene } from '../support/scene.ts';
import type { Script, ScriptedTool } from '../support/servers/script.ts';
import { closeTestServers } from '../support/temporal.ts';
import type { JobStatus } from '../../workflows/contract/index.ts';

const scripted = fileURLToPath(new URL('../support/servers/scripted.ts', import.meta.url));
/** A heartbeat, the server's time to end by itself (5 s), the end of a process that will not (4 s), and a slow machine. */
const goneWithinMs = 30_000;

let scene: Scene;
let worker: Process;
let agent: AgentClient;

const stops: [name: string, (job: string) => Promise<Ran>, end: End][] = [
  ['adjourn cancel', (job) => scene.adjourn('cancel', job), 'cancelled'],
  ['cancel of Temporal', (job) => scene.temporalCli('workflow', 'cancel', '--workflow-id', job), 'cancelled'],
  [
    'terminate of Temporal',
    (job) => scene.temporalCli('workflow', 'terminate', '--workflow-id', job),
    'terminated',
  ],
];
type End = keyof typeof ends;
const ends = {
  cancelled: { temporal: 'CANCELLED', state: 'cancelled', question: 'job-cancelled' },
  terminated: { temporal: 'TERMINATED', state: 'failed', question: 'superseded' },
} as const;
const eras = ['modern', 'legacy'] as const;
const sleepers = stops.flatMap(([stop, stopJob, end], n) =>
  eras.map((era) => ({ era, stop, stopJob, end, job: `sleep-${era}-${n + 1}` })),
);
type Sleeper = (typeof sleepers)[number];

beforeAll(async () => {
  scene = await openScene();
  const port = await getPort();
  const operations = { url: `http://127.0.0.1:${port}/mcp` };
  // A legacy server works at one call at a time: each job has a sleeping server of its own.
  const sleeping = Object.fromEntries(sleepers.map((each) => [each.job, sleeper(each)]));
  scene.configure({
    mcpServers: { operations, gated: operations, ...sleeping },
    policy: { default: 'server-asks', servers: { gated: { default: 'ask' } } },
  });
  await scene.startOperations(port);
  worker = await scene.startWorker();
  const env = { TEMPORAL_ADDRESS: scene.temporal.address, ADJOURN_TASK_QUEUE: scene.taskQueue };
  agent = await connect({ env });
});
afterAll(async () => {
  await agent.close();
  await scene.close();
  await closeTestServers();
});

const logOf = (job: string) => path.join(scene.dir, `${job}.log`);

/** A stdio server whose tool begins and sleeps; the legacy one ignores SIGTERM and the end of its input as well. */
function sleeper({ era, job }: Sleeper) {
  const tool: ScriptedTool = {
    definition: { inputSchema: { type: 'object' } },
    steps: [
      { do: 'effect', name: 'began' },
      { do: 'wait', file: path.join(scene.dir, 'never') },
      { do: 'effect', name: 'finished' },
    ],
  };
  const tools = path.join(scene.dir, `${job}.tools`);
  const script: Script = { era, log: logOf(job), tools, stubborn: era === 'legacy' };
  writeFileSync(tools, JSON.stringify({ place_purchase_order: tool }));
  return { ...scene.overStdio(scripted, JSON.stringify(script)), timeout: 1_200_000 };
}

function deeds(job: string): Deed[] {
  const lines = existsSync(logOf(job)) ? readFileSync(logOf(job), 'utf8').split('\n').filter(Boolean) : [];
  return lines.map((line) => JSON.parse(line) as Deed);
}

const start = (job: string, server: string) =>
  startJob(agent, { id: job, goal: 'order 10 of SKU-300', servers: [server] });

async function waiting(job: string, server: string): Promise<string> {
  await start(job, server);
  const { questions } = await scene.until(job, ({ state }) => state === 'waiting');
  return questions[0]?.id ?? '';
}

async function ended(job: string): Promise<string> {
  for (;;) {
    const { status } = await scene.env.client.workflow.getHandle(job).describe();
    if (status.name !== 'RUNNING') return status.name;
    await delay(50);
  }
}

async function shown(job: string): Promise<JobStatus> {
  const { code, stdout } = await scene.adjourn('show', job, '--json');
  expect(code).toBe(0);
  return JSON.parse(stdout) as JobStatus;
}

describe('with a question open', () => {
  test.each(stops)(
    '%s closes it: no answer is taken any more, and nothing is ordered',
    async (stop, stopJob, end) => {
      const job = `open-${stop.replaceAll(' ', '-')}`;
      const id = await waiting(job, 'operations');
      expect(await stopJob(job)).toMatchObject({ code: 0 });
      const { temporal, state, question } = ends[end];
      expect(await ended(job)).toBe(temporal);
      expect(await shown(job)).toMatchObject({ state, questions: [{ id, state: question, decision: null }] });
      expect(await scene.adjourn('answer', `${job}/${id}`, 'approve')).toMatchObject({
        code: 5,
        stderr: expect.stringContaining(`job ${job} is finished: ${state}`),
      });
      expect(await scene.adjourn('cancel', job)).toMatchObject({ code: 5 });
    },
  );
});

describe('with a tool that sleeps', () => {
  const stopped: Record<string, { ran: Ran; goneAfterMs: number }> = {};

  async function stopInMidCall({ job, stopJob }: Sleeper): Promise<void> {
    const began = () => deeds(job).find(({ effect }) => effect === 'began');
    while (!began()) await delay(50);
    const pid = began()?.pid ?? 0;
    expect(identify(pid)).not.toBeNull();
    const from = performance.now();
    const ran = await stopJob(job);
    while (identify(pid) !== null) await delay(50);
    stopped[job] = { ran, goneAfterMs: performance.now() - from };
  }

  beforeAll(async () => {
    for (const { job } of sleepers) await start(job, job);
    await Promise.all(sleepers.map(stopInMidCall));
  }, 120_000);

  test.each(sleepers)(
    '$stop ends the job, and the $era stdio server is gone within seconds',
    async ({ job, end }) => {
      const { ran, goneAfterMs = Infinity } = stopped[job] ?? {};
      // The call's real end is waited for, so that the CLI may be back before: told to stop, and still at it.
      expect([0, 6]).toContain(ran?.code);
      expect(goneAfterMs).toBeLessThan(goneWithinMs);
      const { temporal, state } = ends[end];
      expect(await ended(job)).toBe(temporal);
      const { calls, questions, ...seen } = await shown(job);
      expect(seen.state).toBe(state);
      expect(questions.filter((question) => question.state === 'open')).toEqual([]);
      if (end === 'terminated') return;
      expect(calls).toMatchObject([
        { outcome: 'cancelled', legs: 1, text: expect.stringContaining('not known whether it ran') },
      ]);
    },
  );
});

test('in the same task as an acceptance, whichever came first, the cancellation wins: nothing is sent', async () => {
  const races = [
    { job: 'race-1', server: 'operations', cancelFirst: false, legs: 1, text: 'while this call waited' },
    { job: 'race-2', server: 'operations', cancelFirst: true, legs: 1, text: 'while this call waited' },
    { job: 'race-3', server: 'gated', cancelFirst: false, legs: 0, text: 'before this call was sent' },
    { job: 'race-4', server: 'gated', cancelFirst: true, legs: 0, text: 'before this call was sent' },
  ];
  const questions: string[] = [];
  for (const { job, server } of races) questions.push(await waiting(job, server));
  worker.kill('SIGKILL');
  await worker.gone;
  for (const [index, { job, cancelFirst }] of races.entries()) {
    const handle = scene.env.client.workflow.getHandle(job);
    if (cancelFirst) await handle.cancel();
    await handle.signal('answer', { question: questions[index], action: 'accept' });
    if (!cancelFirst) await handle.cancel();
  }
  worker = await scene.startWorker();
  for (const { job, legs, text } of races) {
    expect(await ended(job)).toBe('CANCELLED');
    // The acceptance came, and is on record; the call it was for is cancelled.
    expect(await shown(job)).toMatchObject({
      state: 'cancelled',
      questions: [{ state: 'accepted' }],
      calls: [{ outcome: 'cancelled', legs, text: expect.stringContaining(text) }],
    });
  }
});

test('after all of that no tool was started again, none finished, nothing was ordered, and no process is left', async () => {
  expect(await scene.stop()).toEqual([]);
  for (const { job } of sleepers) {
    expect(deeds(job).flatMap(({ call }) => call ?? [])).toHaveLength(1);
    expect(deeds(job).flatMap(({ effect }) => effect ?? [])).toEqual(['began']);
  }
  expect(scene.orders()).toEqual([]);
});
