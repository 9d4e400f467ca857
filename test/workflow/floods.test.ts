// Signals that come by the hundred while no worker is up: they reach the job in one task, which may take five seconds. None
// of them freezes it, ends it or takes the worker down, and the answer among them counts.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import type { JobStatus } from '../../workflows/contract/index.ts';
import { asks, ran, withScriptedJobs, type Script } from '../support/scripted-job.ts';
import { connectTo } from '../support/temporal.ts';

type Env = Awaited<ReturnType<typeof connectTo>>;
let env: Env;
beforeAll(async () => {
  env = await connectTo();
});
afterAll(() => env.teardown());

const script: Script = { tool: ({ start }) => (start.kind === 'resume' ? ran('ordered') : asks('Sure?')) };
const unknownId = (n: number) => `q9.9.9-${n.toString(16).padStart(8, '0')}`;
const empties = (n: number) => Array.from({ length: n }, () => []);

/** Sends `flood` while nobody serves the job, then the answer; returns how the job ended. */
async function flooded(flood: (question: string) => unknown[]): Promise<JobStatus> {
  const taskQueue = `test-${randomUUID()}`;
  const id = `flooded-${randomUUID()}`;
  const job = env.client.workflow.getHandle(id);
  const question = await withScriptedJobs(env, { ...script, taskQueue }, async ({ start }) =>
    (await start({}, id)).question(),
  );
  const signals = flood(question).values();
  const sendSome = async () => {
    for (const payload of signals) await job.signal('answer', payload);
  };
  await Promise.all(Array.from({ length: 20 }, sendSome));
  await job.signal('answer', { question, action: 'accept', id: 'the answer' });
  return withScriptedJobs(env, { ...script, taskQueue }, async ({ takeOver }) => {
    const result = await takeOver(id).result();
    await takeOver(id).replay();
    return result;
  });
}

const taken = {
  state: 'completed',
  questions: [{ state: 'accepted', decision: { answer: 'the answer' } }],
};

describe('a job that nobody serves takes', () => {
  test('megabytes of bytes as refused answers, which say why', async () => {
    const result = await flooded(() => Array.from({ length: 12 }, () => new Uint8Array(1_900_000)));
    expect(result).toMatchObject(taken);
    expect(result.rejected).toHaveLength(12);
    expect(result.rejected[0]?.reason).toContain('over 131072 bytes');
  }, 240_000);

  test('a hundred answers that are as large as may be, and slow to read', async () => {
    const content = { a: empties(40_000) };
    const result = await flooded((question) =>
      Array.from({ length: 100 }, (_, n) => ({ question, action: 'accept', content: { ...content, n } })),
    );
    expect(result).toMatchObject(taken);
    expect(result.rejected.some(({ reason }) => reason?.includes('too much came at once'))).toBe(true);
  }, 240_000);

  test('thousands of answers to questions that do not exist', async () => {
    const large = (n: number) => ({
      question: unknownId(n),
      action: 'accept',
      content: { a: empties(15_000), n },
    });
    const result = await flooded(() => [
      large(1),
      large(2),
      ...Array.from({ length: 1_500 }, (_, n) => ({ question: unknownId(100 + n), action: 'decline' })),
    ]);
    expect(result).toMatchObject(taken);
  }, 240_000);

  test('a thousand refused answers with long comments, which fill neither its state nor its question', async () => {
    const comment = '한'.repeat(2_000);
    const result = await flooded((question) =>
      Array.from({ length: 1_000 }, (_, n) => ({ question, action: 'accept', content: { n }, comment })),
    );
    expect(result).toMatchObject(taken);
    expect(JSON.stringify(result.questions).length).toBeLessThan(64 * 1024);
  }, 240_000);
});
