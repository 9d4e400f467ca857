// A tool that is run anew and no longer asks what was answered: the answer is kept, is not used, and is said to be so.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { LegOutcome } from '../../workflows/contract/index.ts';
import { legs } from '../support/legs.ts';
import { asks, emptyForm, ran, withScriptedJobs, type JobHandle } from '../support/scripted-job.ts';
import { startTimeSkipping, type TimeSkipping } from '../support/temporal.ts';

let env: TimeSkipping;
beforeAll(async () => {
  env = await startTimeSkipping();
});
afterAll(() => env.teardown());

const form = (key: string | null, message: string) => ({
  mode: 'form' as const,
  key,
  message,
  schema: emptyForm,
});
const legacyAsk = (message: string, place: number): LegOutcome => ({
  kind: 'asked-legacy',
  request: form(null, message),
  place,
  closing: { text: 'not ordered', isError: false },
});
const both = (requestState: string): LegOutcome => ({
  kind: 'asked',
  requests: [form('a', 'First?'), form('b', 'Second?')],
  requestState,
});
const refusedState = (): LegOutcome => ({ kind: 'state-refused', reason: 'expired' });
const withUnused = (answersUsed: number): LegOutcome => ({
  kind: 'result',
  result: { text: 'ordered', isError: false },
  answersUsed,
});

/** Accepts each question as it comes, `count` of them. */
async function acceptAll(job: JobHandle, count: number): Promise<void> {
  for (let n = 1; n <= count; n += 1) {
    const seen = await job.until(({ questions }) => questions.length >= n);
    await job.answer({ question: seen.questions[n - 1]?.id, action: 'accept' });
  }
}

const statesOf = ({ questions }: { questions: { state: string }[] }) => questions.map(({ state }) => state);

describe('an accepted question that the server no longer asks', () => {
  test('is withdrawn when a legacy tool ends without it, and the model is told that the answer was not used', async () => {
    const { tool } = legs(
      () => legacyAsk('First?', 0),
      () => withUnused(0),
    );
    await withScriptedJobs(env, { tool }, async ({ start }) => {
      const job = await start();
      await acceptAll(job, 1);
      const result = await job.result();
      expect(result.questions[0]).toMatchObject({ state: 'withdrawn', decision: { action: 'accept' } });
      expect(result.calls[0]).toMatchObject({ outcome: 'ran', isError: false });
      expect(result.calls[0]?.text).toContain(`no longer asked ${result.questions[0]?.id}`);
      await job.replay();
    });
  });

  test('is withdrawn when the question before it changed: only that one is asked anew', async () => {
    const { tool, sent } = legs(
      () => legacyAsk('First?', 0),
      () => legacyAsk('Second?', 1),
      () => legacyAsk('Something else?', 0),
      () => withUnused(1),
    );
    await withScriptedJobs(env, { tool }, async ({ start }) => {
      const job = await start();
      await acceptAll(job, 3);
      const result = await job.result();
      expect(statesOf(result)).toEqual(['replaced', 'withdrawn', 'accepted']);
      expect(sent.at(-1)?.start).toMatchObject({ answers: [{ digest: result.questions[2]?.digest }] });
      expect(result.calls[0]?.text).toContain(`no longer asked ${result.questions[1]?.id}: not used`);
    });
  });

  test('is withdrawn by a modern server that asks less when its state was refused; its answer is not sent', async () => {
    const { tool, sent } = legs(
      () => both('old'),
      refusedState,
      () => asks('First?', 'new'),
      () => ran('ordered'),
    );
    await withScriptedJobs(env, { tool }, async ({ start }) => {
      const job = await start();
      await acceptAll(job, 2);
      const result = await job.result();
      expect(statesOf(result)).toEqual(['accepted', 'withdrawn']);
      expect(sent.at(-1)?.start).toEqual({
        kind: 'resume',
        requestState: 'new',
        responses: { ask: { action: 'accept', content: {} } },
      });
    });
  });

  test('in a later round of the same call is still reused: nobody is asked the same twice', async () => {
    const { tool, sent } = legs(
      () => asks('First?', 'one'),
      () => asks('Second?', 'two'),
      refusedState,
      () => asks('First?', 'three'),
      () => asks('Second?', 'four'),
      () => ran('ordered'),
    );
    await withScriptedJobs(env, { tool }, async ({ start }) => {
      const job = await start();
      await acceptAll(job, 2);
      const result = await job.result();
      expect(statesOf(result)).toEqual(['accepted', 'accepted']);
      expect(sent.at(-1)?.start).toMatchObject({ kind: 'resume', requestState: 'four' });
      expect(result.calls[0]?.text).toBe('ordered');
    });
  });

  test('takes no answer any more: while the call goes on a late one is a conflict, and in the end it is withdrawn', async () => {
    const { tool } = legs(
      () => both('old'),
      refusedState,
      () => ({ kind: 'asked', requests: [form('a', 'First?'), form('c', 'Third?')], requestState: 'new' }),
    );
    await withScriptedJobs(env, { tool }, async ({ start }) => {
      const job = await start();
      await acceptAll(job, 2);
      const seen = await job.until(({ questions }) => questions.length === 3);
      await job.answer({ question: seen.questions[1]?.id, action: 'decline' });
      const late = await job.until(({ rejected }) => rejected.length === 1);
      expect(late.rejected[0]?.result).toBe('conflict');
      await job.answer({ question: seen.questions[2]?.id, action: 'accept' });
      const result = await job.result();
      expect(statesOf(result)).toEqual(['accepted', 'withdrawn', 'accepted']);
      expect(result.calls[0]?.text).toContain(`no longer asked ${result.questions[1]?.id}: not used`);
    });
  });
});
