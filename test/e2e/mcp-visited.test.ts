// C08 through the whole product: a server's late word that a link is done reaches the waiting job as a signal, and the question
// stays a person's to answer.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startJob } from '../../client/start.ts';
import { startFakeOpenAi, type FakeOpenAi } from '../support/fake-openai.ts';
import { asks, legacyStage, link } from '../support/legacy-tools.ts';
import type { Stage } from '../support/mcp-stage.ts';
import { openScene, type Scene } from '../support/scene.ts';
import { closeTestServers } from '../support/temporal.ts';

let scene: Scene;
let stage: Stage;
let model: FakeOpenAi;

beforeAll(async () => {
  scene = await openScene();
  stage = await legacyStage([], { http: true });
  model = await startFakeOpenAi({ reply: () => ({ calls: [{ name: 'ops__order', arguments: {} }] }) });
  const done = { do: 'complete' as const, elicitationId: 'e1', file: join(stage.dir, 'done') };
  stage.setTools({ order: { steps: [done, asks(link('https://pay.test/1', 'e1'))] } });
  scene.configure({
    model: 'openai-compatible/scripted',
    models: { 'openai-compatible': { baseURL: model.baseURL } },
    mcpServers: { ops: stage.entry },
  });
});

afterAll(async () => {
  await scene.close();
  await stage.close();
  await model.stop();
  await closeTestServers();
});

test('a job that waits is told that its link is done, and goes on waiting', async () => {
  const worker = await scene.startWorker();
  const agent = {
    temporal: scene.env.client,
    address: scene.temporal.address,
    profile: 'default',
    namespace: 'default',
    taskQueue: scene.taskQueue,
    close: async () => undefined,
  };
  const job = await startJob(agent, { id: 'visited', goal: 'order' });
  const asked = await scene.until(job, ({ questions }) => questions.length === 1);
  expect(asked.questions).toMatchObject([{ kind: 'url', elicitationId: 'e1', visitedAt: null }]);
  writeFileSync(join(stage.dir, 'done'), '');
  const told = await scene.until(job, ({ questions }) => questions[0]?.visitedAt !== null);
  expect(told).toMatchObject({ state: 'waiting', questions: [{ state: 'open', decision: null }] });
  expect(stage.replies()).toEqual([{ action: 'cancel' }]);
  worker.kill('SIGTERM');
  expect(await worker.gone).toBe(0);
});
