// The CLI against a real Temporal server: jobs that only ask stand in for agentJob.
import { Client } from '@temporalio/client';
import type { Payload } from '@temporalio/common';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { pendingQuestions, readJob } from '../../client/agent-client.ts';
import { memoKey, workflowType } from '../../workflows/contract/messages.ts';
import { openCliStage, until, type CliStage } from '../support/cli-stage.ts';
import { adjourn, adjournProcess, type StubWorker } from '../support/stub-jobs.ts';

let stage: CliStage;
beforeAll(async () => {
  stage = await openCliStage();
});
afterAll(() => stage?.close());

const cli: CliStage['cli'] = (...given) => stage.cli(...given);

describe('with a worker', () => {
  let worker: StubWorker;
  beforeAll(async () => {
    worker = await stage.startWorker();
  });
  afterAll(() => worker?.stop());

  test('a job is started, listed, shown, answered and followed to its end', async () => {
    const job = `po-${randomUUID().slice(0, 8)}`;
    const goal = JSON.stringify({ questions: [{}] });
    expect(await stage.spawned(['start', goal, '--id', job, '--requested-by', 'kim'])).toMatchObject({
      code: 0,
      stdout: `${job}\n`,
    });
    const row = await until(async () => {
      const { stdout } = await stage.spawned(['pending']);
      return stdout.split('\n').find((line) => line.startsWith(`${job}/`)) ?? null;
    });
    const [handle = '', kind, tool] = row.split('\t');
    expect([kind, tool]).toEqual(['approval', 'operations: place_purchase_order']);
    expect((await stage.spawned(['list', '--state', 'waiting'])).stdout).toMatch(
      new RegExp(`^${job}\twaiting\t1\t.*\tkim\tReorder`, 'm'),
    );
    const shown = await stage.spawned(['show', handle]);
    expect(shown.stdout).toContain(
      'If approved, this call is sent once, exactly like this:\n  | item      "A4 paper, 80 g"',
    );
    const answered = await stage.spawned(['answer', handle, 'approve', '--by', 'lee']);
    expect(answered).toMatchObject({ code: 0, stderr: '' });
    expect(answered.stdout).toMatch(/^Approved .* as lee \(cli, not verified\)\. The job runs again\.\n/);
    const ended = await stage.spawned(['watch', job, '--exit-status']);
    expect(ended).toMatchObject({ code: 0 });
    expect(ended.stdout).toMatch(/\tcompleted\t0 calls ran, 1 approved, 0 declined, 8,120 tokens\n$/);
    const status = JSON.parse((await stage.spawned(['show', job, '--json'])).stdout);
    expect(status).toMatchObject({
      id: job,
      state: 'completed',
      questions: [{ state: 'accepted', decision: { by: 'lee', via: 'cli' } }],
    });
  });

  test('an id is used once', async () => {
    const { job } = await stage.asking({});
    const again = await cli(['start', 'x', '--id', job]);
    expect(again).toMatchObject({ code: 2, stdout: '' });
    expect(again.stderr).toContain(`error: job ${job} exists already`);
  });

  test('a job or question that is not there ends with 3', async () => {
    const { job } = await stage.asking({});
    const near = `${job.slice(0, -1)}_`;
    const missing = await cli(['show', near]);
    expect(missing).toMatchObject({ code: 3, stdout: '' });
    expect(missing.stderr).toContain(`error: no job ${near}. Close: ${job}.`);
    expect((await cli(['show', `${job}/q7.7.7`])).code).toBe(3);
    expect((await cli(['cancel', 'nothing-like-it'])).code).toBe(3);
  });

  test('C22: a job is stopped, and cannot be stopped twice', async () => {
    const {
      job,
      handles: [handle = ''],
    } = await stage.asking({});
    expect(await cli(['cancel', job])).toMatchObject({
      code: 0,
      stdout: `Job ${job} is stopped: cancelled.\n`,
    });
    expect((await cli(['cancel', job])).code).toBe(5);
    expect((await cli(['answer', handle, 'approve'])).code).toBe(5);
    expect((await cli(['watch', job, '--exit-status'])).code).toBe(14);
    expect((await cli(['show', job])).stdout).toContain('no longer asked, the job was cancelled');
  });

  test('a job that was terminated is failed, and its questions are closed', async () => {
    const {
      job,
      handles: [handle = ''],
    } = await stage.asking({});
    await stage.agent.temporal.workflow.getHandle(job).terminate();
    const status = JSON.parse((await cli(['show', job, '--json'])).stdout);
    expect(status).toMatchObject({
      state: 'failed',
      reason: 'terminated',
      questions: [{ state: 'superseded' }],
    });
    expect((await cli(['answer', handle, 'approve'])).code).toBe(5);
    expect((await cli(['pending'])).stdout).not.toContain(job);
    expect((await cli(['watch', job, '--exit-status'])).code).toBe(13);
  });

  test('watch --json tells each event on a line of its own', async () => {
    const goal = JSON.stringify({ questions: [{}] });
    const job = `w-${randomUUID().slice(0, 8)}`;
    const watching = cli(['start', goal, '--id', job, '--watch', '--exit-status', '--json']);
    const handle = await until(async () => {
      const { questions } = await pendingQuestions(stage.agent);
      const found = questions.find((entry) => entry.job === job);
      return found ? `${job}/${found.question.id}` : null;
    });
    expect((await cli(['answer', handle, 'decline'])).code).toBe(0);
    const { code, stdout } = await watching;
    expect(code).toBe(10);
    const [started, ...lines] = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(started).toEqual({ version: 1, job });
    expect(lines.map(({ what }) => what)).toEqual(expect.arrayContaining(['closed', 'end']));
    expect(lines.at(-1)).toMatchObject({
      what: 'end',
      state: 'declined',
      status: { id: job, state: 'declined' },
    });
  });

  test('Ctrl-C on watch leaves the job alone and says so', async () => {
    const { job } = await stage.asking({});
    const { child, ended } = adjournProcess(['watch', job], stage.env);
    await once(child.stdout, 'data');
    child.kill('SIGINT');
    const { code, stderr } = await ended;
    expect(code).toBe(130);
    expect(stderr).toContain('stopped watching; the job goes on');
    expect(await readJob(stage.agent, job)).toMatchObject({ closed: false });
  });

  test('a reader that goes away is no fault', async () => {
    const { job } = await stage.asking({});
    const { child, ended } = adjournProcess(['show', job, '--json'], stage.env);
    child.stdout.destroy();
    expect(await ended).toMatchObject({ code: 0, stderr: '' });
  });
});

test('a job that cannot be read is listed as such and hides no other', async () => {
  const start = (id: string, memo: unknown) =>
    stage.agent.temporal.workflow.start(workflowType, {
      workflowId: id,
      taskQueue: 'nobody',
      args: [],
      memo: { [memoKey]: memo },
    });
  const codec = {
    encode: (payloads: Payload[]) =>
      Promise.resolve(
        payloads.map((payload) => ({ ...payload, metadata: { encoding: Buffer.from('binary/secret') } })),
      ),
    decode: (payloads: Payload[]) => Promise.resolve(payloads),
  };
  const stranger = new Client({
    connection: stage.agent.temporal.connection,
    dataConverter: { payloadCodecs: [codec] },
  });
  const sealed = await stranger.workflow.start(workflowType, {
    workflowId: 'odd-4',
    taskQueue: 'nobody',
    memo: { [memoKey]: 'sealed' },
  });
  const odd = [
    sealed,

    await start('odd-1', { version: 9 }),
    await start('odd-2', 'text'),
    await start('odd-3', null),
  ];
  const { code, stdout } = await cli(['list']);
  expect(code).toBe(0);
  expect(stdout).toMatch(/^odd-1\trunning\t0\t.*\(cannot be read: its memo does not fit: /m);
  expect(stdout).toMatch(/^odd-3\trunning\t0\t.*\(cannot be read: it has no readable memo "adjourn"\)$/m);
  expect(stdout).toMatch(/^odd-4\trunning\t0\t.*\(cannot be read: /m);
  const shown = await cli(['show', 'odd-2']);
  expect(shown.code).toBe(1);
  expect(shown.stderr).toContain('error: job odd-2 cannot be read');
  for (const handle of odd) await handle.terminate();
});

test('Temporal that cannot be reached ends with 1 and says what to do', async () => {
  const gone = await adjourn(['pending'], { TEMPORAL_ADDRESS: '127.0.0.1:1' });
  expect(gone).toMatchObject({ code: 1, stdout: '' });
  expect(gone.stderr).toBe(
    'error: cannot reach Temporal at 127.0.0.1:1 (profile default).\n       Start it, or set TEMPORAL_ADDRESS or --profile.\n',
  );
});
