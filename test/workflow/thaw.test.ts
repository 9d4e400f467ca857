// A run that poison froze under workflow code without the guards goes on when a worker of the product takes it over.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { setTimeout as delay } from 'node:timers/promises';
import { bundleWorkflowCode, DefaultLogger, Runtime } from '@temporalio/worker';
import { asks, ran, withScriptedJobs, type JobHandle, type Script } from '../support/scripted-job.ts';
import { connectTo } from '../support/temporal.ts';

type Env = Awaited<ReturnType<typeof connectTo>>;
let env: Env;
let unguarded: { code: string };
beforeAll(async () => {
  // The frozen run's worker would fill the screen with its failures.
  Runtime.install({ logger: new DefaultLogger('ERROR', () => undefined) });
  env = await connectTo();
  const workflowsPath = fileURLToPath(new URL('../../workflows/index.ts', import.meta.url));
  unguarded = await bundleWorkflowCode({ workflowsPath, logger: new DefaultLogger('ERROR') });
}, 120_000);
afterAll(() => env.teardown());

const script: Script = { tool: ({ start }) => (start.kind === 'resume' ? ran('ordered') : asks('Sure?')) };

async function signalRaw(job: string, signalName: string, encoding: string): Promise<void> {
  await env.client.workflowService.signalWorkflowExecution({
    namespace: 'default',
    workflowExecution: { workflowId: job },
    signalName,
    input: { payloads: [{ metadata: { encoding: Buffer.from(encoding) }, data: Buffer.from('{}') }] },
  });
}

async function frozen({ eventTypes }: JobHandle): Promise<void> {
  // temporal.api.enums.v1.EventType WORKFLOW_TASK_FAILED
  while (!(await eventTypes()).includes('7')) await delay(50);
}

describe('a run that is frozen by', () => {
  test.each([
    ['a payload that nobody can decode', 'answer', 'binary/strange', 'could not be decoded'],
    ['a signal with a reserved name', '__temporal_answer', 'json/plain', 'no signal named'],
  ])(
    '%s thaws, keeps its question and takes the answer',
    async (_name, signal, encoding, reason) => {
      const taskQueue = `test-${randomUUID()}`;
      const id = `frozen-${randomUUID()}`;
      const question = await withScriptedJobs(
        env,
        { ...script, taskQueue, bundle: unguarded },
        async ({ start }) => {
          const job = await start({}, id);
          const open = await job.question();
          await signalRaw(id, signal, encoding);
          await frozen(job);
          return open;
        },
      );
      await withScriptedJobs(env, { ...script, taskQueue }, async ({ takeOver }) => {
        const job = takeOver(id);
        const seen = await job.until(({ rejected }) => rejected.length === 1);
        expect(seen.rejected[0]?.reason).toContain(reason);
        expect(seen.questions[0]).toMatchObject({ id: question, state: 'open' });
        await job.answer({ question, action: 'accept' });
        expect(await job.result()).toMatchObject({ state: 'completed', questions: [{ state: 'accepted' }] });
        await job.replay();
      });
    },
    90_000,
  );
});
