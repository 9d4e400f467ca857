// Links that a server wants visited before it begins (error -32042), and its word that one is done. Case C08.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { LegOutcome } from '../../workflows/contract/index.ts';
import { legs } from '../support/legs.ts';
import { ran, withScriptedJobs, type JobHandle } from '../support/scripted-job.ts';
import { startTimeSkipping, type TimeSkipping } from '../support/temporal.ts';

let env: TimeSkipping;
beforeAll(async () => {
  env = await startTimeSkipping();
});
afterAll(() => env.teardown());

const needed = (...ids: string[]): LegOutcome => ({
  kind: 'asked-links',
  requests: ids.map((id) => ({
    mode: 'url' as const,
    key: null,
    message: `Sign in (${id})`,
    url: `https://login.example/${id}`,
    elicitationId: id,
  })),
  closing: { text: 'error -32042: sign in first', isError: true },
});

const seatAsked = (): LegOutcome => ({
  kind: 'asked-legacy',
  request: { mode: 'form', key: null, message: 'Window seat?', schema: { type: 'object', properties: {} } },
  place: 0,
  closing: { text: 'no seat', isError: false },
});

describe('C08 links that a server wants visited before it begins', () => {
  /** Agrees to both links and says of both that they are done. */
  async function visitBoth(job: JobHandle): Promise<void> {
    const { questions } = await job.until(({ openQuestions }) => openQuestions === 2);
    const asked = questions.length;
    for (const { id } of questions.slice(-2)) await job.answer({ question: id, action: 'accept' });
    const after = await job.until((status) => status.questions.length === asked + 2);
    for (const { id, kind } of after.questions) {
      if (kind === 'finished')
        await job.answer({ question: id, action: 'accept', content: { outcome: 'retry' } });
    }
  }

  test('are both shown; the call is made anew once when both are done', async () => {
    const { tool, sent } = legs(
      () => needed('a', 'b'),
      () => ran('booked'),
    );
    await withScriptedJobs(env, { tool }, async ({ start }) => {
      const job = await start();
      const seen = await job.until(({ openQuestions }) => openQuestions === 2);
      expect(seen.questions).toMatchObject([
        { kind: 'url', url: 'https://login.example/a', rerun: true },
        { kind: 'url', url: 'https://login.example/b', rerun: true },
      ]);
      await visitBoth(job);
      expect((await job.result()).calls[0]).toMatchObject({ outcome: 'ran', text: 'booked' });
      expect(sent.map((leg) => leg.start)).toEqual([{ kind: 'fresh' }, { kind: 'fresh' }]);
      await job.replay();
    });
  });

  test('are not asked a second time: the call then ends failed with the words of the server', async () => {
    const { tool, sent } = legs(
      () => needed('a', 'b'),
      () => needed('c'),
    );
    await withScriptedJobs(env, { tool }, async ({ start }) => {
      const job = await start();
      await visitBoth(job);
      const result = await job.result();
      expect(result.calls[0]).toMatchObject({
        outcome: 'failed',
        text: expect.stringContaining('sign in first'),
      });
      expect(sent).toHaveLength(2);
      expect(result.openQuestions).toBe(0);
    });
  });

  test('are not asked again when the tool, run anew for a question of its own, meets the error once more', async () => {
    const { tool, sent } = legs(
      () => needed('a', 'b'),
      seatAsked,
      () => needed('a', 'b'),
      () => ran('booked'),
    );
    await withScriptedJobs(env, { tool }, async ({ start }) => {
      const job = await start();
      await visitBoth(job);
      const seen = await job.until(({ questions }) => questions.length === 5);
      await job.answer({ question: seen.questions[4]?.id, action: 'accept' });
      const result = await job.result();
      expect(result.calls[0]).toMatchObject({ outcome: 'ran', text: 'booked', legs: 4 });
      expect(result.questions).toHaveLength(5);
      expect(sent.map((leg) => leg.start.kind)).toEqual(['fresh', 'fresh', 'replay', 'replay']);
    });
  });

  test('for ever end the call, also while it is run anew for a question of its own', async () => {
    const { tool, sent } = legs(
      () => needed('a', 'b'),
      seatAsked,
      ...Array.from({ length: 9 }, () => () => needed('a', 'b')),
    );
    await withScriptedJobs(env, { tool }, async ({ start }) => {
      const job = await start();
      await visitBoth(job);
      const seen = await job.until(({ questions }) => questions.length === 5);
      await job.answer({ question: seen.questions[4]?.id, action: 'accept' });
      expect((await job.result()).calls[0]).toMatchObject({ outcome: 'failed' });
      expect(sent).toHaveLength(4);
    });
  });

  test('met again straight after the visit end the call, also when the tool had asked before: nothing is sent unasked', async () => {
    const { tool, sent } = legs(
      seatAsked,
      () => needed('a', 'b'),
      () => needed('a', 'b'),
    );
    await withScriptedJobs(env, { tool }, async ({ start }) => {
      const job = await start();
      await job.answer({ question: await job.question(), action: 'accept' });
      await visitBoth(job);
      expect((await job.result()).calls[0]).toMatchObject({ outcome: 'failed' });
      expect(sent).toHaveLength(3);
    });
  });

  test('declined, one of them: nothing is sent again, and the other is closed', async () => {
    const { tool, sent } = legs(() => needed('a', 'b'));
    await withScriptedJobs(env, { tool }, async ({ start }) => {
      const job = await start();
      const { questions } = await job.until(({ openQuestions }) => openQuestions === 2);
      await job.answer({ question: questions[1]?.id, action: 'decline', by: 'lee' });
      const result = await job.result();
      expect(result).toMatchObject({ state: 'declined', calls: [{ outcome: 'refused' }] });
      expect(result.questions.map(({ state }) => state)).toEqual(['superseded', 'declined']);
      expect(result.calls[0]?.text).toContain('sign in first');
      expect(sent).toHaveLength(1);
    });
  });
});

describe('C08 a notice that a link is done', () => {
  const notice = (elicitationId: unknown, server: unknown = 'ops', call = 'c1.1') => ({
    server,
    call,
    elicitationId,
  });

  test('is shown at the question and answers nothing; a repeated or unknown one changes nothing', async () => {
    const { tool, sent } = legs(
      () => needed('a'),
      () => ran('booked'),
    );
    await withScriptedJobs(env, { tool }, async ({ start }) => {
      const job = await start();
      const question = await job.question();
      for (const payload of [
        notice('z'),
        notice('a', 'other'),
        notice('a', 'ops', 'c1.2'),
        notice(5),
        'a',
        null,
        [],
        { elicitationId: 'a' },
      ]) {
        await job.workflow.signal('link-visited', payload);
      }
      await job.workflow.signal('link-visited', notice('a'));
      await job.workflow.signal('link-visited', notice('a'));
      const seen = await job.until(({ questions }) => questions[0]?.visitedAt !== null);
      expect(seen.questions[0]).toMatchObject({ id: question, state: 'open', decision: null });
      expect(seen.questions[0]?.history.map(({ what }) => what)).toEqual(['asked', 'visited']);
      await job.answer({ question, action: 'accept' });
      const after = await job.until(({ questions }) => questions.length === 2);
      expect(after.questions[1]).toMatchObject({ kind: 'finished', state: 'open' });
      expect(after.questions[1]?.visitedAt).toBe(seen.questions[0]?.visitedAt);
      expect(sent).toHaveLength(1);
      await job.workflow.terminate();
    });
  });

  test('that comes while the person is asked whether they are done is shown there too', async () => {
    const { tool } = legs(() => needed('a'));
    await withScriptedJobs(env, { tool }, async ({ start }) => {
      const job = await start();
      await job.answer({ question: await job.question(), action: 'accept' });
      await job.until(({ questions }) => questions.length === 2);
      await job.workflow.signal('link-visited', notice('a'));
      const seen = await job.until(({ questions }) => questions[1]?.visitedAt !== null);
      expect(seen.questions.map(({ visitedAt }) => visitedAt !== null)).toEqual([true, true]);
      expect(seen.questions[1]?.state).toBe('open');
      await job.workflow.terminate();
    });
  });
});
