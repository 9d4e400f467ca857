// Jobs are read and answered while no worker is up.
import { once } from 'node:events';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { pendingQuestions, startJob } from '../../client/agent-client.ts';
import { openCliStage, orderForm, until, type CliStage } from '../support/cli-stage.ts';
import { adjournProcess, type StubWorker } from '../support/stub-jobs.ts';

let stage: CliStage;
beforeAll(async () => {
  stage = await openCliStage();
});
afterAll(() => stage?.close());

const cli: CliStage['cli'] = (...given) => stage.cli(...given);

describe('with no worker', () => {
  let worker: StubWorker | null = null;
  beforeEach(async () => {
    worker = await stage.startWorker();
  });
  afterEach(async () => {
    await worker?.stop();
    worker = null;
  });
  const workerAway = async () => {
    await worker?.stop();
    worker = null;
  };

  test('everything can be read and answered; an answer is durable but not yet confirmed', async () => {
    const {
      job,
      handles: [handle = ''],
    } = await stage.asking(orderForm);
    await workerAway();
    expect((await cli(['list'])).stdout).toContain(job);
    expect((await cli(['pending', '--json'])).stdout).toContain(handle);
    expect((await cli(['show', handle])).stdout).toContain('How many?');
    expect((await cli(['answer', handle, 'approve', 'quantity=45'])).code).toBe(4);
    const sent = await cli(['answer', handle, 'approve', 'quantity=4']);
    expect(sent).toMatchObject({ code: 6, stdout: '' });
    expect(sent.stderr).toBe(
      `note:  no worker replied in 5 s; sent as a signal, not checked yet.\n       Also sent, as the form's defaults: urgent=false\n       Check: adjourn show ${job}/q1.1.1\n`,
    );
    worker = await stage.startWorker();
    expect((await cli(['watch', job, '--exit-status'])).code).toBe(0);
  });

  test('a job that was just started is listed with its goal', async () => {
    await workerAway();
    const {
      code,
      stdout: job,
      stderr,
    } = await cli(['start', 'order 10 of SKU-300', '--requested-by', 'kim']);
    expect(code).toBe(0);
    expect(job).toMatch(/^job-[a-z2-7]{8}\n$/);
    expect(stderr).not.toContain('error');
    expect((await cli(['list'])).stdout).toMatch(
      new RegExp(`^${job.trim()}\trunning\t0\t.*\tkim\torder 10 of SKU-300$`, 'm'),
    );
    await stage.agent.temporal.workflow.getHandle(job.trim()).terminate();
  });

  test('200 waiting jobs are listed in under 2 s', async () => {
    const jobs = await Promise.all(
      Array.from({ length: 200 }, (_, index) =>
        startJob(stage.agent, { goal: JSON.stringify({ questions: [orderForm] }), id: `many-${index}` }),
      ),
    );
    await until(async () => {
      const { questions } = await pendingQuestions(stage.agent);
      return questions.filter(({ job }) => job.startsWith('many-')).length === jobs.length ? true : null;
    });
    await workerAway();
    for (const argv of [['pending'], ['list', '--state', 'waiting'], ['pending', '--json']]) {
      const { code, stdout, ms } = await stage.spawned(argv);
      expect(code).toBe(0);
      expect(new Set(stdout.match(/many-\d+/g)).size).toBe(200);
      expect(ms).toBeLessThan(2_000);
    }
  });
});

test('watch outlives a Temporal that is killed, and says so', async () => {
  const { job, handles } = await withWorker(() => stage.asking({}));
  const watching = adjournProcess(['watch', job, '--exit-status'], stage.env);
  await once(watching.child.stdout, 'data');
  await stage.server.kill();
  await stage.server.restart();
  await withWorker(async () => {
    await until(async () => ((await cli(['answer', handles[0] ?? '', 'approve'])).code === 0 ? true : null));
    const { code, stdout } = await watching.ended;
    expect(code).toBe(0);
    expect(stdout).toMatch(/\tcompleted\t/);
  });
});

async function withWorker<T>(work: () => Promise<T>): Promise<T> {
  const worker = await stage.startWorker();
  try {
    return await work();
  } finally {
    await worker.stop();
  }
}
