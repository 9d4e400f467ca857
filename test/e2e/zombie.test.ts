// What a worker may no longer do, and what it may still finish: stopped and woken, told to end, in front of a dead server.
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, beforeEach, expect, test } from '@jest/globals';
import { until } from '../support/mcp-stage.ts';
import { holdRequests, type HeldRequests } from '../support/held-requests.ts';
import { says } from '../support/modern-steps.ts';
import { openScriptedScene, type ScriptedScene } from '../support/scripted-scene.ts';
import { closeTestServers } from '../support/temporal.ts';

let scene: ScriptedScene;
let proxy: HeldRequests | null = null;
beforeEach(async () => {
  scene = await openScriptedScene((file) => ({
    ...Object.fromEntries(
      ['order', 'again', 'failed'].map((name) => [
        name,
        { steps: [{ do: 'effect', name }, says('ordered')] },
      ]),
    ),
    slow: {
      steps: [{ do: 'effect', name: 'slow' }, { do: 'wait', file: file('go') }, says('done at last')],
    },
  }));
});
afterEach(async () => {
  await scene.close();
  await proxy?.stop();
  proxy = null;
});
afterAll(closeTestServers);

test('a worker that was stopped before the send does not send when it wakes after somebody decided', async () => {
  const front = await holdRequests(scene.stage.entry.url ?? '');
  proxy = front;
  scene.configure({ mcpServers: { ops: { url: front.url } }, policy: { default: 'ask' } });
  const jobs = ['again', 'failed'];
  const askedAll = () => Promise.all(jobs.map((job) => scene.asked(job, job)));
  const sleeper = await scene.startWorker();
  await Promise.all(jobs.map((job) => scene.start(job, job)));
  const approvals = await askedAll();
  // Each call looks at its tool right before it is sent: there the worker is stopped.
  const held = Promise.all(jobs.map(() => front.hold('tools/list')));
  await Promise.all(approvals.map((approval) => scene.answer(approval.tool, approval, 'accept')));
  const releases = await held;
  sleeper.kill('SIGSTOP');
  for (const release of releases) release();

  await scene.startWorker();
  const unknown = await askedAll();
  expect(unknown).toMatchObject([{ kind: 'unknown' }, { kind: 'unknown' }]);
  expect(scene.stage.calls()).toEqual([]);
  const outcomeOf = (tool: string) => (tool === 'again' ? 'run-again' : 'failed');
  await Promise.all(
    unknown.map((question) =>
      scene.answer(question.tool, question, 'accept', { outcome: outcomeOf(question.tool) }),
    ),
  );
  expect((await scene.ended('again')).calls).toMatchObject([{ outcome: 'ran', text: 'ordered', legs: 2 }]);
  expect((await scene.ended('failed')).calls).toMatchObject([{ outcome: 'reported-failed', legs: 1 }]);

  sleeper.kill('SIGCONT');
  // It ends when its calls in flight have: what it was about to send is sent by then, or never.
  sleeper.kill('SIGTERM');
  expect(await sleeper.gone).toBe(0);
  expect(scene.stage.calls()).toMatchObject([{ name: 'again' }]);
  expect(scene.stage.effects()).toEqual(['again']);
}, 90_000);

test('a server that is down is tried again and nobody is asked; once it is back the call is made once', async () => {
  scene.configure({ policy: { default: 'ask' } });
  await scene.startWorker();
  await scene.start('po-1', 'order');
  const approval = await scene.asked('po-1', 'order');
  await scene.stage.stopHttp();
  await scene.answer('po-1', approval, 'accept');
  const tried = await scene.until('po-1', ({ calls }) => (calls[0]?.legs ?? 0) > 2);
  expect(tried).toMatchObject({ state: 'running', questions: [{ id: approval.id, state: 'accepted' }] });
  await scene.stage.startHttp();
  expect(await scene.ended('po-1')).toMatchObject({
    state: 'completed',
    calls: [{ outcome: 'ran', text: 'ordered', isError: false }],
    questions: [{ kind: 'approval' }],
  });
  expect(scene.calls('order')).toBe(1);
  expect(scene.effects('order')).toBe(1);
});

test('a worker that is told to end lets its call in flight finish, and the result is recorded', async () => {
  scene.configure({});
  const worker = await scene.startWorker();
  await scene.start('po-1', 'slow');
  await until(() => scene.effects('slow') === 1);
  worker.kill('SIGTERM');
  // There is no sign that it waits but that it is still there, after longer than a call that is stopped would be given.
  expect(await Promise.race([worker.gone, delay(6_000, 'waits')])).toBe('waits');
  scene.touch('go');
  expect(await worker.gone).toBe(0);
  // Recorded by this worker: nothing is pending that another could finish.
  const { raw } = await scene.env.client.workflow.getHandle('po-1').describe();
  expect(raw.pendingActivities).toEqual([]);

  await scene.startWorker();
  expect(await scene.ended('po-1')).toMatchObject({
    state: 'completed',
    calls: [{ outcome: 'ran', text: 'done at last', isError: false, legs: 1 }],
    questions: [],
  });
  expect(scene.effects('slow')).toBe(1);
});
