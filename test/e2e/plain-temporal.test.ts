// Answers by Temporal's own CLI: the good one counts, each bad one is on record with its reason, and nothing freezes.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import getPort from 'get-port';
import { openScene, type Process, type Ran, type Scene } from '../support/scene.ts';
import { closeTestServers } from '../support/temporal.ts';
import { JobStatus } from '../../workflows/contract/index.ts';

let scene: Scene;
let worker: Process;
let operations: Process;
let port: number;

beforeAll(async () => {
  scene = await openScene();
  port = await getPort();
  scene.configure({ mcpServers: { operations: { url: `http://127.0.0.1:${port}/mcp` } } });
  operations = await scene.startOperations(port);
  worker = await scene.startWorker();
});
afterAll(async () => {
  await scene.close();
  await closeTestServers();
});

/** Starts a job that asks and returns the ids of its questions, as `pending --json` shows them. */
async function waiting(job: string, goal = 'order 10 of SKU-300', questions = 1): Promise<string[]> {
  expect(await scene.adjourn('start', goal, '--id', job)).toMatchObject({ code: 0 });
  await scene.until(job, (status) => status.questions.length === questions);
  for (;;) {
    const { stdout } = await scene.adjourn('pending', '--json');
    const { items } = JSON.parse(stdout) as { items: { job: string; id: string }[] };
    const ids = items.filter((item) => item.job === job).map(({ id }) => id);
    if (ids.length === questions) return ids.sort();
  }
}

const signal = (job: string, name: string, ...given: string[]) =>
  scene.temporalCli('workflow', 'signal', '--workflow-id', job, '--name', name, ...given);
const input = (answer: unknown) => ['--input', JSON.stringify(answer)];
const encoded = (encoding: string) => ['--input-meta', `encoding=${encoding}`];
const ended = (job: string) => scene.until(job, ({ state }) => state !== 'running' && state !== 'waiting');

/** By gRPC, since the CLI refuses to send what cannot be read. */
const rawSignal = (job: string, encoding: string | null, data: string) =>
  scene.env.client.workflowService.signalWorkflowExecution({
    namespace: 'default',
    workflowExecution: { workflowId: job },
    signalName: 'answer',
    input: {
      payloads: [
        { metadata: encoding === null ? {} : { encoding: Buffer.from(encoding) }, data: Buffer.from(data) },
      ],
    },
  });

test('one signal with the id from "adjourn pending" finishes a waiting job', async () => {
  const before = scene.orders().length;
  const [question = ''] = await waiting('plain-1');
  expect(await signal('plain-1', 'answer', ...input({ question, action: 'accept' }))).toMatchObject({
    code: 0,
  });
  expect(await ended('plain-1')).toMatchObject({ state: 'completed', rejected: [] });
  expect(scene.orders()).toHaveLength(before + 1);
});

test('each signal that is no good is in "rejected" with its reason, and the job stays answerable, also for the next worker', async () => {
  const [closed = '', question = ''] = await waiting('bad-1', 'order 10 of SKU-300 and 5 of SKU-100', 2);
  const accept = { question, action: 'accept' };
  await signal('bad-1', 'answer', ...input({ question: closed, action: 'accept', by: 'kim' }));
  const bad: [reason: RegExp, name: string, ...input: string[]][] = [
    [/action must be exactly/, 'answer', ...input({ question, action: 'yes' })],
    [/action must be exactly/, 'answer', ...input({ question, action: 'ACCEPT' })],
    [/action must be exactly/, 'answer', ...input({ question })],
    [/copy it whole/, 'answer', ...input({ question: 'q1.1.1', action: 'accept' })],
    [/question: /, 'answer', ...input({ action: 'accept' })],
    [/without input/, 'answer'],
    [/without input/, 'answer', ...input(null)],
    [/more than one input/, 'answer', ...input(accept), ...input(accept)],
    [/expected object/, 'answer', ...input('accept')],
    [/expected object/, 'answer', ...input([accept])],
    [/contents/, 'answer', ...input({ ...accept, contents: {} })],
    [/sku is not a field/, 'answer', ...input({ ...accept, content: { sku: 'X' } })],
    [/only an approval takes changed arguments/, 'answer', ...input({ ...accept, arguments: {} })],
    [/digest differs/, 'answer', ...input({ ...accept, digest: '0'.repeat(64) })],
    [/not be decoded.*binary\/encrypted/, 'answer', ...input(accept), ...encoded('binary/encrypted')],
    [/not be decoded/, 'answer', ...input(accept), ...encoded('json/protobuf')],
    [/action must be exactly/, 'answer', ...input(accept), ...encoded('binary/plain')],
    [/no signal named Answer/, 'Answer', ...input(accept)],
    [/no signal named ANSWER/, 'ANSWER', ...input(accept)],
    [/no signal named answer /, 'answer ', ...input(accept)],
    [/no signal named reserved:__temporal_answer/, '__temporal_answer', ...input(accept)],
    [/recorded already: accepted by kim/, 'answer', ...input({ question: closed, action: 'accept' })],
    [/accepted by kim.*changed nothing/, 'answer', ...input({ question: closed, action: 'decline' })],
  ];
  const broken: [reason: RegExp, encoding: string | null, data: string][] = [
    [/not be decoded/, 'json/plain', '{"question": "q1'],
    [/not be decoded/, 'json/plain', ''],
    [/not be decoded/, null, JSON.stringify(accept)],
    [/without input/, 'binary/null', JSON.stringify(accept)],
  ];
  // Temporal takes them all: whether one is any good, only the job can say.
  for (const [, ...sent] of bad) expect(await signal('bad-1', ...sent)).toMatchObject({ code: 0 });
  for (const [, ...sent] of broken) await rawSignal('bad-1', ...sent);
  const reasons = [...bad, ...broken].map(([reason]) => reason);
  await scene.until('bad-1', ({ rejected }) => rejected.length === reasons.length);

  // The next worker has to read all of it again, from the start.
  worker.kill('SIGKILL');
  await worker.gone;
  worker = await scene.startWorker();

  const { stdout } = await scene.adjourn('show', 'bad-1', '--json');
  const { state, questions, rejected } = JobStatus.parse(JSON.parse(stdout));
  expect(state).toBe('waiting');
  expect(questions.map((each) => each.state)).toEqual(['accepted', 'open']);
  expect(rejected.map(({ reason }) => reason)).toEqual(
    reasons.map((reason) => expect.stringMatching(reason)),
  );
  expect((await scene.adjourn('show', 'bad-1')).stdout).toContain('action must be exactly');

  await signal('bad-1', 'answer', ...input(accept));
  expect(await ended('bad-1')).toMatchObject({ state: 'completed' });
});

describe('C18 signals at awkward moments', () => {
  const refusals: Record<string, Ran> = {};

  test('"adjourn answer" tells four dead ends apart, in words and by exit code', async () => {
    const [first = '', second = ''] = await waiting('ends-1', 'order 1 of SKU-300 and 2 of SKU-100', 2);
    refusals['no such job'] = await scene.adjourn('answer', `ends-2/${first}`, 'approve');
    refusals['no such question'] = await scene.adjourn('answer', 'ends-1/q9.9.9-00000000', 'approve');
    expect(await scene.adjourn('answer', `ends-1/${first}`, 'approve', '--by', 'kim')).toMatchObject({
      code: 0,
    });
    refusals['already answered'] = await scene.adjourn('answer', `ends-1/${first}`, 'decline');
    expect(await scene.adjourn('answer', `ends-1/${first}`, 'approve')).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('said the same'),
    });
    expect(await scene.adjourn('answer', `ends-1/${second}`, 'decline')).toMatchObject({ code: 0 });
    await ended('ends-1');
    refusals['job finished'] = await scene.adjourn('answer', 'ends-1/q9.9.9-00000000', 'approve');

    expect(refusals).toMatchObject({
      'no such job': { code: 3, stdout: '', stderr: expect.stringMatching(/no job ends-2.*ends-1/s) },
      'no such question': { code: 3, stdout: '', stderr: expect.stringContaining('has no question q9.9.9') },
      'already answered': {
        code: 5,
        stdout: '',
        stderr: expect.stringMatching(/answered already: approved by kim.*Your decline changed nothing/s),
      },
      'job finished': { code: 5, stdout: '', stderr: expect.stringContaining('is finished: declined') },
    });
    expect(new Set(Object.values(refusals).map(({ stderr }) => stderr)).size).toBe(4);
  });

  test('an answer to a terminated run is refused aloud, its id starts nothing more, and a run that took the id anyway is not answered by it', async () => {
    const [question = ''] = await waiting('dead-1');
    const { questions: first } = await scene.status('dead-1');
    await scene.temporalCli('workflow', 'terminate', '--workflow-id', 'dead-1', '--reason', 'test');
    const late = await signal('dead-1', 'answer', ...input({ question, action: 'accept' }));
    expect(late.code).not.toBe(0);
    expect(late.stderr).toContain('already completed');
    expect(await scene.adjourn('answer', `dead-1/${question}`, 'approve')).toMatchObject({
      code: 5,
      stderr: expect.stringContaining('job dead-1 is finished: failed'),
    });
    expect(await scene.adjourn('start', 'order 10 of SKU-300', '--id', 'dead-1')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('dead-1'),
    });

    const before = scene.orders().length;
    expect(await startByHand('start', 'dead-1')).toMatchObject({ code: 0 });
    const asked = await scene.until('dead-1', ({ questions }) => questions.length === 1);
    expect(asked.questions[0]?.digest).toBe(first[0]?.digest);
    expect(asked.questions[0]?.id).not.toBe(question);
    await signal('dead-1', 'answer', ...input({ question, action: 'accept' }));
    const kept = await scene.until('dead-1', ({ early }) => early.length === 1);
    expect(kept).toMatchObject({ state: 'waiting', early: [{ question }] });
    expect(await scene.adjourn('answer', `dead-1/${question}`, 'approve')).toMatchObject({ code: 3 });
    expect(scene.orders()).toHaveLength(before);
    await signal('dead-1', 'answer', ...input({ question: asked.questions[0]?.id, action: 'decline' }));
    expect(await ended('dead-1')).toMatchObject({
      state: 'declined',
      rejected: [{ question, reason: expect.stringContaining('no such question was asked') }],
    });
    expect(scene.orders()).toHaveLength(before);
  });

  test('an answer sent with signal-with-start, before there is any question, is not given to the first one', async () => {
    const early = { question: 'q1.1.1-00000000', action: 'accept' };
    const signalled = ['--signal-name', 'answer', '--signal-input', JSON.stringify(early)];
    expect(await startByHand('signal-with-start', 'early-1', ...signalled)).toMatchObject({ code: 0 });
    const asked = await scene.until('early-1', ({ questions }) => questions.length === 1);
    expect(asked).toMatchObject({ state: 'waiting', early: [early], questions: [{ state: 'open' }] });
    const question = asked.questions[0]?.id ?? '';
    await signal('early-1', 'answer', ...input({ question, action: 'accept' }));
    expect(await ended('early-1')).toMatchObject({
      state: 'completed',
      rejected: [{ question: early.question, reason: expect.stringContaining('no such question was asked') }],
    });
  });

  test('while an accepted call waits for its server to come back, a second answer changes nothing', async () => {
    const before = scene.orders().length;
    const [question = ''] = await waiting('gap-1');
    operations.kill('SIGKILL');
    await operations.gone;
    await signal('gap-1', 'answer', ...input({ question, action: 'accept' }));
    await scene.until('gap-1', ({ state, calls }) => state === 'running' && calls[0]?.state === 'planned');
    await signal('gap-1', 'answer', ...input({ question, action: 'decline' }));
    const seen = await scene.until('gap-1', ({ rejected }) => rejected.length === 1);
    expect(seen.rejected[0]).toMatchObject({ result: 'conflict', action: 'decline' });
    expect(await scene.adjourn('answer', `gap-1/${question}`, 'decline')).toMatchObject({ code: 5 });
    operations = await scene.startOperations(port);
    expect(await ended('gap-1')).toMatchObject({ state: 'completed' });
    expect(scene.orders()).toHaveLength(before + 1);
  });
});

test('no process is left behind', async () => {
  expect(await scene.stop()).toEqual([]);
});

/** As a person would without adjourn's own CLI: no memo, no search attributes, ids taken again. */
function startByHand(verb: 'start' | 'signal-with-start', job: string, ...more: string[]): Promise<Ran> {
  const given = {
    goal: 'order 10 of SKU-300',
    requestedBy: null,
    model: null,
    servers: null,
    onDecline: null,
    prompts: {},
  };
  const target = ['--workflow-id', job, '--type', 'agentJob', '--task-queue', scene.taskQueue];
  return scene.temporalCli('workflow', verb, ...target, ...input(given), ...more);
}
