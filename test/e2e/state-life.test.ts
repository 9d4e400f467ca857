// A server signs its question's state for two seconds; people take longer. What they agreed to still happens, exactly
// once, and what changed meanwhile is asked anew.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import getPort from 'get-port';
import { connect, type AgentClient } from '../../client/connect.ts';
import { startJob } from '../../client/start.ts';
import { openScene, type Scene } from '../support/scene.ts';
import { closeTestServers } from '../support/temporal.ts';

const quotes = fileURLToPath(new URL('../support/servers/quotes.ts', import.meta.url));

let scene: Scene;
let agent: AgentClient;
const asked: Record<string, string> = {};
const file = (name: string) => path.join(scene.dir, name);
const quoted = () => (existsSync(file('quoted')) ? readFileSync(file('quoted'), 'utf8') : '');

beforeAll(async () => {
  scene = await openScene();
  const port = await getPort();
  writeFileSync(file('price'), '50 EUR');
  const settings = JSON.stringify({ price: file('price'), orders: file('quoted'), ttlSeconds: 2 });
  scene.configure({
    mcpServers: {
      operations: { url: `http://127.0.0.1:${port}/mcp` },
      shop: scene.overStdio(quotes, settings),
    },
  });
  await scene.startOperations(port, '--state-ttl', '2');
  await scene.startWorker();
  const env = { TEMPORAL_ADDRESS: scene.temporal.address, ADJOURN_TASK_QUEUE: scene.taskQueue };
  agent = await connect({ env });
  for (const [job, server] of Object.entries({ yes: 'operations', no: 'operations', changed: 'shop' })) {
    await startJob(agent, { id: job, goal: 'order 10 of SKU-300', servers: [server] });
    const { questions } = await scene.until(job, ({ state }) => state === 'waiting');
    asked[job] = questions[0]?.id ?? '';
  }
  // The subject is real time: nothing shows from outside that a state has expired, and to ask would mint another.
  await delay(5_000);
});
afterAll(async () => {
  await agent.close();
  await scene.close();
  await closeTestServers();
});

const answer = (job: string, question: string, ...words: string[]) =>
  scene.adjourn('answer', `${job}/${question}`, ...words);
const ended = (job: string) => scene.until(job, ({ state }) => state !== 'running' && state !== 'waiting');

test('accepted after five seconds, an order is placed exactly once and nobody is asked again', async () => {
  const { yes: question = '' } = asked;
  expect(await answer('yes', question, 'approve')).toMatchObject({ code: 0 });
  const { state, questions, calls } = await ended('yes');
  expect(state).toBe('completed');
  expect(questions.map(({ id }) => id)).toEqual([question]);
  const events = questions[0]?.history.map(({ what }) => what);
  expect(events).toEqual(expect.arrayContaining(['asked', 'answered', 'reused']));
  // Asked, refused, asked anew, carried out: the state was really dead.
  expect(calls[0]?.legs).toBeGreaterThanOrEqual(4);
  expect(scene.orders()).toHaveLength(1);
});

test('declined after five seconds, nothing is ordered, and the call is not made anew for that', async () => {
  const { no: question = '' } = asked;
  expect(await answer('no', question, 'decline')).toMatchObject({ code: 0 });
  const { state, questions, calls } = await ended('no');
  expect(state).toBe('declined');
  expect(questions).toMatchObject([{ id: question, state: 'declined' }]);
  expect(calls).toMatchObject([{ legs: 2, outcome: 'refused' }]);
  expect(scene.orders()).toHaveLength(1);
});

test('with another price meanwhile, a new question shows the difference; accepted, it orders once, at that price', async () => {
  const { changed: first = '' } = asked;
  writeFileSync(file('price'), '70 EUR');
  expect(await answer('changed', first, 'approve', '--by', 'kim')).toMatchObject({ code: 0 });

  const seen = await scene.until('changed', ({ questions }) => questions.length === 2);
  const difference = 'message "Order 10 of SKU-300 at 50 EUR?" -> "Order 10 of SKU-300 at 70 EUR?"';
  expect(seen).toMatchObject({
    state: 'waiting',
    questions: [
      { id: first, state: 'replaced', decision: { action: 'accept', by: 'kim' } },
      { state: 'open', attempt: 1, replaces: first, difference: [difference] },
    ],
  });
  const second = seen.questions[1]?.id ?? '';
  expect(second).toMatch(/^q1\.1\.2-/);
  const card = await scene.adjourn('show', `changed/${second}`);
  expect(card.stdout).toMatch(/50 EUR.*70 EUR/s);
  expect(await answer('changed', first, 'approve')).toMatchObject({
    code: 5,
    stderr: expect.stringContaining(`was replaced by ${second}`),
  });
  expect(quoted()).toBe('');

  expect(await answer('changed', second, 'approve')).toMatchObject({ code: 0 });
  const { state, questions } = await ended('changed');
  expect(state).toBe('completed');
  expect(questions.map((question) => question.state)).toEqual(['replaced', 'accepted']);
  expect(quoted()).toBe('{"sku":"SKU-300","quantity":10,"price":"70 EUR"}\n');
});

test('no process is left behind', async () => {
  expect(await scene.stop()).toEqual([]);
});
