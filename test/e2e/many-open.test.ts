// Five hundred open questions in two hundred jobs: one list of all of them, and each answer hits its own question only.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { setTimeout as delay } from 'node:timers/promises';
import { answerQuestion } from '../../client/answer.ts';
import { connect, type AgentClient } from '../../client/connect.ts';
import type { JobStatus } from '../../workflows/contract/index.ts';
import { asks, says } from '../support/modern-steps.ts';
import type { Process } from '../support/scene.ts';
import { openScriptedScene, type ScriptedScene } from '../support/scripted-scene.ts';
import { closeTestServers } from '../support/temporal.ts';

const jobs = Array.from({ length: 200 }, (_, n) => `job-${n + 1}`);
const keysOf = (job: string) => (Number(job.slice(4)) % 2 === 0 ? ['a', 'b'] : ['a', 'b', 'c']);
const listedWithinMs = 3_000;

let scene: ScriptedScene;
let agent: AgentClient;
let worker: Process;

const asksFor = (...keys: string[]) => {
  const requestedSchema = { type: 'object', properties: { n: { type: 'integer' } }, required: ['n'] };
  const form = (key: string) => ({
    method: 'elicitation/create',
    params: { message: `Which number for ${key}?`, requestedSchema },
  });
  return {
    steps: [asks(Object.fromEntries(keys.map((key) => [key, form(key)])), 'asked')],
    rounds: { asked: [says('taken')] },
  };
};

beforeAll(async () => {
  scene = await openScriptedScene(() => ({ two: asksFor('a', 'b'), three: asksFor('a', 'b', 'c') }));
  scene.configure({ policy: { default: 'allow' } });
  worker = await scene.startWorker();
  const env = { TEMPORAL_ADDRESS: scene.temporal.address, ADJOURN_TASK_QUEUE: scene.taskQueue };
  agent = await connect({ env });
}, 120_000);
afterAll(async () => {
  await agent.close();
  await scene.close();
  await closeTestServers();
}, 120_000);

type Item = { job: string; id: string; message: string };
let open: Item[] = [];

test('all five hundred are in one list, which is there in under three seconds (a slow turn is measured again)', async () => {
  const starts = jobs.values();
  const startSome = async () => {
    for (const id of starts) await scene.start(id, keysOf(id).length === 2 ? 'two' : 'three');
  };
  await Promise.all(Array.from({ length: 20 }, startSome));
  const query = 'AdjournState = "waiting"';
  while ((await scene.env.client.workflow.count(query)).count < jobs.length) await delay(250);

  // Again when it was slow: the machine may have had other work to do.
  let ms = Infinity;
  for (let turn = 1; turn <= 5 && ms >= listedWithinMs; turn += 1) {
    const from = performance.now();
    const { code, stdout, stderr } = await scene.adjourn('pending', '--json');
    ms = performance.now() - from;
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    open = (JSON.parse(stdout) as { items: Item[] }).items;
  }
  expect(open).toHaveLength(500);
  expect(new Set(open.map(({ job, id }) => `${job}/${id}`)).size).toBe(500);
  expect(ms).toBeLessThan(listedWithinMs);
}, 240_000);

/** The number that is answered to one question: no other has it. */
const numberFor = ({ job, message }: Pick<Item, 'job' | 'message'>) =>
  Number(job.slice(4)) * 10 + 'abc'.indexOf(/for (\w)/.exec(message)?.[1] ?? '');

test('the same id in another job is no question there: nothing is recorded', async () => {
  const [one] = open;
  const other = open.find(({ job }) => job !== one?.job);
  const wrong = answerQuestion(
    agent,
    { job: other?.job ?? '', question: one?.id ?? '' },
    { action: 'accept', content: { n: 1 }, via: 'test' },
  );
  await expect(wrong).rejects.toMatchObject({ problem: { reason: 'no-such-question' } });
}, 60_000);

test('each, answered by its id in a mixed order, gets its own number and no other', async () => {
  const mixed = open.toSorted((a, b) => (a.id.slice(-8) < b.id.slice(-8) ? -1 : 1)).values();
  const answerSome = async () => {
    for (const item of mixed) {
      const asked = { action: 'accept' as const, content: { n: numberFor(item) }, via: 'test' };
      const { result } = await answerQuestion(agent, { job: item.job, question: item.id }, asked);
      expect(['recorded', 'unconfirmed']).toContain(result);
    }
  };
  await Promise.all(Array.from({ length: 20 }, answerSome));

  for (const job of jobs) {
    const { state, questions }: JobStatus = await scene.ended(job);
    expect(state).toBe('completed');
    const given = questions.map(({ message, decision }) => [message, decision?.content]);
    expect(given).toEqual(
      questions.map(({ message }) => [message, { n: numberFor({ job, message: message ?? '' }) }]),
    );
  }
  const sent = scene.stage.deeds().filter(({ responses }) => responses !== null && responses !== undefined);
  expect(sent).toHaveLength(jobs.length);
  for (const { call, responses } of sent) {
    const { ['_meta']: meta } = call as { _meta?: Record<string, string> };
    const [job = ''] = String(meta?.['adjourn/idempotencyKey']).split('/');
    const expected = keysOf(job).map((key) => [
      key,
      { action: 'accept', content: { n: numberFor({ job, message: `for ${key}` }) } },
    ]);
    expect(responses).toEqual(Object.fromEntries(expected));
  }
}, 240_000);

test('nothing is pending any more, and no process is left behind', async () => {
  expect(JSON.parse((await scene.adjourn('pending', '--json')).stdout)).toMatchObject({ items: [] });
  worker.kill('SIGTERM');
  await worker.gone;
  expect(await scene.stop()).toEqual([]);
}, 60_000);
