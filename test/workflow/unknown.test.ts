// A call was sent and its reply lost, or could not be sent at all: design sections 4 and 5.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { LegOutcome } from '../../workflows/contract/index.ts';
import { legs } from '../support/legs.ts';
import { asks, plannedCall, ran, withScriptedJobs } from '../support/scripted-job.ts';
import { startTimeSkipping, type TimeSkipping } from '../support/temporal.ts';

let env: TimeSkipping;
beforeAll(async () => {
  env = await startTimeSkipping();
});
afterAll(() => env.teardown());

describe('an unknown outcome', () => {
  const lost = (): LegOutcome => ({ kind: 'unknown', reason: 'connection closed' });
  const answers = [
    { outcome: 'run-again', legs: 2, call: 'ran' },
    { outcome: 'done', legs: 1, call: 'reported-done' },
    { outcome: 'failed', legs: 1, call: 'reported-failed' },
  ];
  for (const { outcome, legs: count, call } of answers) {
    test(`asks a person, and ${outcome} does what it says`, async () => {
      const { tool, sent } = legs(lost, () => ran('second time'));
      await withScriptedJobs(env, { tool }, async ({ start }) => {
        const job = await start();
        const { questions } = await job.until((seen) => seen.questions.length === 1);
        expect(questions[0]?.kind).toBe('unknown');
        const content = { outcome, comment: 'seen in the books' };
        await job.answer({ question: questions[0]?.id, action: 'accept', content });
        const result = await job.result();
        expect(result.state).toBe('completed');
        expect(result.calls[0]?.outcome).toBe(call);
        expect(sent).toHaveLength(count);
      });
    });
  }

  test('that is declined counts as failed, and the job goes on', async () => {
    const { tool, sent } = legs(lost);
    await withScriptedJobs(env, { tool }, async ({ start }) => {
      const job = await start();
      await job.answer({ question: await job.question(), action: 'decline' });
      const result = await job.result();
      expect(result).toMatchObject({ state: 'completed', calls: [{ outcome: 'reported-failed' }] });
      expect(sent).toHaveLength(1);
    });
  });

  test('that is declined is not made again when the model repeats the call', async () => {
    const { tool, sent } = legs(lost);
    const script = { tool, calls: [[plannedCall('place')], [plannedCall('place')]] };
    await withScriptedJobs(env, script, async ({ start }) => {
      const job = await start();
      await job.answer({ question: await job.question(), action: 'decline' });
      const result = await job.result();
      expect(result.calls.map(({ outcome }) => outcome)).toEqual(['reported-failed', 'refused']);
      expect(sent).toHaveLength(1);
    });
  });

  test('is also what a result counts as that this code cannot read: it is not sent again', async () => {
    const { tool, sent } = legs(() => ({ kind: 'of-a-newer-worker' }) as unknown as LegOutcome);
    await withScriptedJobs(env, { tool }, async ({ start }) => {
      const job = await start();
      await job.answer({ question: await job.question(), action: 'accept', content: { outcome: 'failed' } });
      expect((await job.result()).calls[0]?.outcome).toBe('reported-failed');
      expect(sent).toHaveLength(1);
    });
  });

  test('stays in doubt when the server is away afterwards: a person is asked, nothing is called not sent', async () => {
    const gone: LegOutcome = {
      kind: 'not-sent',
      reason: 'connection refused',
      final: true,
      sentBefore: true,
    };
    const { tool } = legs(() => gone);
    await withScriptedJobs(env, { tool }, async ({ start }) => {
      const job = await start();
      const { questions } = await job.until((seen) => seen.questions.length === 1);
      expect(questions[0]?.kind).toBe('unknown');
      await job.workflow.cancel();
      await expect(job.result()).rejects.toThrow('cancelled');
      expect((await job.status()).calls[0]?.text).toContain('may have run');
    });
  });

  test('of a resumed leg is run again with the very same state and answers', async () => {
    const { tool, sent } = legs(
      () => asks('Sure?'),
      lost,
      () => ran('ok'),
    );
    await withScriptedJobs(env, { tool }, async ({ start }) => {
      const job = await start();
      await job.answer({ question: await job.question(), action: 'accept' });
      const { questions } = await job.until((seen) => seen.questions.length === 2);
      await job.answer({ question: questions[1]?.id, action: 'accept', content: { outcome: 'run-again' } });
      await job.result();
      expect(sent[2]?.start).toEqual(sent[1]?.start);
      expect(sent[2]?.call).toBe(sent[1]?.call);
    });
  });
});

describe('a server that is away', () => {
  const away = (): LegOutcome => ({
    kind: 'not-sent',
    reason: 'connection refused',
    final: false,
    sentBefore: false,
  });

  test('is tried again with back-off and bothers nobody', async () => {
    const { tool, sent } = legs(away, away, away, () => ran('there again'));
    await withScriptedJobs(env, { tool }, async ({ start }) => {
      const result = await (await start()).result();
      expect(result).toMatchObject({ questions: [], calls: [{ outcome: 'ran', text: 'there again' }] });
      expect(sent).toHaveLength(4);
    });
  });

  test('for ten minutes ends the call as an error result, and the job goes on', async () => {
    const { tool } = legs(...Array.from({ length: 60 }, () => away));
    await withScriptedJobs(env, { tool }, async ({ start }) => {
      const job = await start();
      const result = await job.result();
      expect(result).toMatchObject({ state: 'completed', questions: [], calls: [{ outcome: 'not-sent' }] });
    });
  });
});
