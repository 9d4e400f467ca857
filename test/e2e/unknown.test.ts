// A worker dies between a tool's effect and the end of its call: nothing is repeated unasked, a person is asked instead.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { until } from '../support/mcp-stage.ts';
import { says } from '../support/modern-steps.ts';
import { crash, openScriptedScene, type ScriptedScene } from '../support/scripted-scene.ts';
import { closeTestServers } from '../support/temporal.ts';
import type { Question } from '../../workflows/contract/index.ts';

/** One job each, with a tool of the same name; all are in mid-call when their worker dies. */
const jobs = ['again', 'done', 'failed', 'declined', 'later', 'ill-said'];
const asked = new Map<string, Question>();
let seconds = Infinity;
let scene: ScriptedScene;

beforeAll(async () => {
  scene = await openScriptedScene((file) =>
    Object.fromEntries(
      jobs.map((job) => [
        job,
        {
          steps: [{ do: 'effect', name: job }, { do: 'wait', file: file('go') }, says(`the reply to ${job}`)],
        },
      ]),
    ),
  );
  scene.configure({ prompts: { delay: '1s' } });
  const worker = await scene.startWorker();
  await Promise.all(jobs.map((job) => scene.start(job, job)));
  await until(() => jobs.every((job) => scene.effects(job) === 1));
  await crash(worker);
  const killedAt = Date.now();
  await scene.startWorker();
  for (const job of jobs) asked.set(job, await scene.asked(job, job));
  seconds = (Date.now() - killedAt) / 1000;
  // What the killed worker's calls would have waited for: a call that is sent from here on goes through.
  scene.touch('go');
}, 90_000);
afterAll(async () => {
  await scene.close();
  await closeTestServers();
});

const questionOf = (job: string) => {
  const question = asked.get(job);
  if (!question) throw new Error(`${job} was not asked`);
  return question;
};

async function answered(job: string, action: 'accept' | 'decline', content?: { outcome: string }) {
  await scene.answer(job, questionOf(job), action, content);
  const ended = await scene.ended(job);
  return { state: ended.state, call: ended.calls[0], questions: ended.questions.length };
}

test('within 30 s of the kill each job asks what became of its call, and has not repeated it', () => {
  process.stderr.write(`unknown: asked ${seconds.toFixed(1)} s after the kill\n`);
  expect(seconds).toBeLessThan(30);
  for (const job of jobs) {
    expect(questionOf(job)).toMatchObject({ kind: 'unknown', message: expect.stringContaining('not known') });
    expect(scene.calls(job)).toBe(1);
    expect(scene.effects(job)).toBe(1);
  }
});

test('"run again" runs it once more and takes the new reply', async () => {
  expect(await answered('again', 'accept', { outcome: 'run-again' })).toMatchObject({
    state: 'completed',
    call: { outcome: 'ran', text: 'the reply to again', isError: false, legs: 2 },
    questions: 1,
  });
  expect(scene.effects('again')).toBe(2);
  // The same key, so that a server can tell a repeat from a new order.
  const keyed = { _meta: { 'adjourn/idempotencyKey': 'again/c1.1' } };
  expect(scene.stage.calls().filter(({ name }) => name === 'again')).toMatchObject([keyed, keyed]);
});

test('"done" counts as done, and runs nothing', async () => {
  expect(await answered('done', 'accept', { outcome: 'done' })).toMatchObject({
    state: 'completed',
    call: { outcome: 'reported-done', isError: false, legs: 1 },
  });
  expect(scene.effects('done')).toBe(1);
});

test('"failed" counts as failed, and runs nothing', async () => {
  expect(await answered('failed', 'accept', { outcome: 'failed' })).toMatchObject({
    state: 'completed',
    call: { outcome: 'reported-failed', isError: true, legs: 1 },
  });
  expect(scene.effects('failed')).toBe(1);
});

test('to decline to say counts as failed too', async () => {
  expect(await answered('declined', 'decline')).toMatchObject({
    state: 'completed',
    call: { outcome: 'reported-failed', isError: true, legs: 1 },
  });
  expect(scene.effects('declined')).toBe(1);
});

test('"later" decides nothing: the same question comes again, and still takes an answer', async () => {
  const question = questionOf('later');
  await scene.answer('later', question, 'cancel');
  const again = await scene.until('later', ({ questions }) => questions[0]?.attempt === 2);
  expect(again.questions).toMatchObject([{ id: question.id, kind: 'unknown', state: 'open' }]);
  expect(await answered('later', 'accept', { outcome: 'done' })).toMatchObject({
    call: { outcome: 'reported-done' },
    questions: 1,
  });
  expect(scene.effects('later')).toBe(1);
});

test('an answer that says neither is refused, and runs nothing', async () => {
  await scene.answer('ill-said', questionOf('ill-said'), 'accept', { outcome: 'maybe' });
  await scene.answer('ill-said', questionOf('ill-said'), 'accept');
  const refused = await scene.until('ill-said', ({ rejected }) => rejected.length === 2);
  expect(refused.questions).toMatchObject([{ state: 'open' }]);
  expect(await answered('ill-said', 'accept', { outcome: 'failed' })).toMatchObject({
    call: { outcome: 'reported-failed' },
  });
  expect(scene.effects('ill-said')).toBe(1);
});
