// Does Temporal still count this attempt as running? Against a real server: what the gate before each send rests on.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Context } from '@temporalio/activity';
import { Worker } from '@temporalio/worker';
import type { TestWorkflowEnvironment } from '@temporalio/testing';
import { fileURLToPath } from 'node:url';
import { listedAsPending } from '../../activities/mcp/pending.ts';
import { until } from '../support/mcp-stage.ts';
import { closeTestServers, connectTo, startTestServer } from '../support/temporal.ts';

const taskQueue = 'asks-pending';
const seen: boolean[] = [];
let env: TestWorkflowEnvironment;
let worker: Worker;
let running: Promise<void>;
let gone = Promise.withResolvers<void>();
const zombieLooked = Promise.withResolvers<void>();

/** Looks, waits until its run was ended or its next attempt has started, and looks again. */
async function look(): Promise<string> {
  const { info } = Context.current();
  seen.push(await listedAsPending());
  if (info.attempt === 2) {
    gone.resolve();
    await zombieLooked.promise;
    return 'second attempt';
  }
  await gone.promise;
  seen.push(await listedAsPending());
  zombieLooked.resolve();
  return 'first attempt';
}

beforeAll(async () => {
  const { address } = await startTestServer();
  env = await connectTo(address);
  worker = await Worker.create({
    connection: env.nativeConnection,
    taskQueue,
    workflowsPath: fileURLToPath(new URL('../support/workflows/asks-pending.ts', import.meta.url)),
    activities: { look },
  });
  running = worker.run();
});

afterAll(async () => {
  worker.shutdown();
  await running;
  await env.teardown();
  await closeTestServers();
});

test('an attempt is pending while it runs, and a zombie is not: its time-out has started another', async () => {
  const handle = await env.client.workflow.start('asksPending', { taskQueue, workflowId: 'times-out' });
  expect(await handle.result()).toBe('second attempt');
  expect(seen).toEqual([true, true, false]);
});

test('an attempt of a terminated run is not pending', async () => {
  seen.length = 0;
  gone = Promise.withResolvers<void>();
  const handle = await env.client.workflow.start('asksPending', { taskQueue, workflowId: 'terminated' });
  await until(() => seen.length === 1);
  await handle.terminate();
  gone.resolve();
  await until(() => seen.length === 2);
  expect(seen).toEqual([true, false]);
});
