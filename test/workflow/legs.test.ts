// What a leg of a call can come to: refused state, replay, forms that cannot be shown. Design section 5.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { JobStatus, type LegOutcome } from '../../workflows/contract/index.ts';
import { legs } from '../support/legs.ts';
import { asks, emptyForm, plannedCall, ran, withScriptedJobs } from '../support/scripted-job.ts';
import { startTimeSkipping, type TimeSkipping } from '../support/temporal.ts';

let env: TimeSkipping;
beforeAll(async () => {
  env = await startTimeSkipping();
});
afterAll(() => env.teardown());

const legacyAsk = (message: string, place: number): LegOutcome => ({
  kind: 'asked-legacy',
  request: { mode: 'form', key: null, message, schema: emptyForm },
  place,
  closing: { text: 'not ordered', isError: false },
});

const refusedState = (): LegOutcome => ({ kind: 'state-refused', reason: 'expired' });

describe('a refused state', () => {
  test('is met by a call made anew, whose unchanged question takes the answer that is there', async () => {
    const { tool, sent } = legs(
      () => asks('Sure?', 'old'),
      refusedState,
      () => asks('Sure?', 'new'),
      () => ran('ordered'),
    );
    await withScriptedJobs(env, { tool }, async ({ start }) => {
      const job = await start();
      await job.answer({ question: await job.question(), action: 'accept' });
      const result = await job.result();
      expect(result.questions).toHaveLength(1);
      expect(result.questions[0]?.history.map(({ what }) => what)).toContain('reused');
      expect(sent.at(-1)?.start).toMatchObject({ kind: 'resume', requestState: 'new' });
      expect(result.calls[0]?.text).toBe('ordered');
      await job.replay();
    });
  });

  test('with changed content becomes a new question that shows the difference', async () => {
    const { tool, sent } = legs(
      () => asks('Order 10?', 'old'),
      refusedState,
      () => asks('Order 400?', 'new'),
    );
    await withScriptedJobs(env, { tool }, async ({ start }) => {
      const job = await start();
      const first = await job.question();
      await job.answer({ question: first, action: 'accept' });
      const seen = await job.until(({ questions }) => questions.length === 2);
      expect(seen.questions[0]?.state).toBe('replaced');
      expect(seen.questions[1]).toMatchObject({
        replaces: first,
        difference: ['message "Order 10?" -> "Order 400?"'],
      });
      expect(sent).toHaveLength(3);
      await job.answer({ question: first, action: 'accept' });
      await job.until(({ rejected }) => rejected.length === 1);
      await job.answer({ question: seen.questions[1]?.id, action: 'accept' });
      expect((await job.result()).state).toBe('completed');
      expect(sent).toHaveLength(4);
    });
  });

  test('for ever ends the call failed after three calls anew', async () => {
    const { tool, sent } = legs(
      ...Array.from({ length: 20 }, (_, index) => () => (index % 2 ? refusedState() : asks('Sure?'))),
    );
    await withScriptedJobs(env, { tool }, async ({ start }) => {
      const job = await start();
      await job.answer({ question: await job.question(), action: 'accept' });
      const result = await job.result();
      expect(result.calls[0]).toMatchObject({ outcome: 'failed', isError: true });
      expect(sent).toHaveLength(8);
    });
  });

  test('of a decline is not followed by a call anew', async () => {
    const { tool, sent } = legs(() => asks('Sure?'), refusedState);
    await withScriptedJobs(env, { tool }, async ({ start }) => {
      const job = await start();
      await job.answer({ question: await job.question(), action: 'decline' });
      expect((await job.result()).calls[0]?.outcome).toBe('refused');
      expect(sent).toHaveLength(2);
    });
  });
});

describe('a legacy tool', () => {
  test('is started again with the recorded answers, in order, one more each time', async () => {
    const { tool, sent } = legs(
      () => legacyAsk('First?', 0),
      () => legacyAsk('Second?', 1),
      () => ran('both'),
    );
    await withScriptedJobs(env, { tool }, async ({ start }) => {
      const job = await start();
      const first = await job.question();
      expect((await job.status()).questions[0]?.rerun).toBe(true);
      await job.answer({ question: first, action: 'accept' });
      const seen = await job.until(({ questions }) => questions.length === 2);
      await job.answer({ question: seen.questions[1]?.id, action: 'accept' });
      const result = await job.result();
      const digests = result.questions.map(({ digest }) => digest);
      expect(sent.map(({ start: { kind } }) => kind)).toEqual(['fresh', 'replay', 'replay']);
      expect(sent[2]?.start).toEqual({
        kind: 'replay',
        answers: digests.map((digest) => ({ digest, reply: { action: 'accept', content: {} } })),
      });
      expect(result.calls[0]?.text).toBe('both');
    });
  });

  test('that is declined is not run again, and its own closing words are told', async () => {
    const { tool, sent } = legs(() => legacyAsk('First?', 0));
    await withScriptedJobs(env, { tool }, async ({ start }) => {
      const job = await start();
      await job.answer({ question: await job.question(), action: 'decline', by: 'lee' });
      const result = await job.result();
      expect(sent).toHaveLength(1);
      expect(result.calls[0]?.text).toContain('not ordered');
      expect(result.state).toBe('declined');
    });
  });

  test('whose question differs at each run is asked anew three times, then given up', async () => {
    const { tool, sent } = legs(
      ...Array.from({ length: 9 }, (_, index) => () => legacyAsk(`Ref ${index}?`, 0)),
    );
    await withScriptedJobs(env, { tool }, async ({ start }) => {
      const job = await start();
      for (let n = 1; n <= 4; n += 1) {
        const seen = await job.until(({ questions }) => questions.length === n);
        await job.answer({ question: seen.questions.at(-1)?.id, action: 'accept' });
      }
      const result = await job.result();
      expect(result.calls[0]).toMatchObject({ outcome: 'failed' });
      expect(result.questions.map(({ state }) => state)).toEqual([
        'replaced',
        'replaced',
        'replaced',
        'accepted',
      ]);
      expect(sent).toHaveLength(5);
    });
  });

  test('that asks a sixth time in one call ends failed', async () => {
    const { tool } = legs(
      ...Array.from({ length: 9 }, (_, index) => () => legacyAsk(`Step ${index}?`, index)),
    );
    await withScriptedJobs(env, { tool }, async ({ start }) => {
      const job = await start();
      for (let n = 1; n <= 5; n += 1) {
        const seen = await job.until(({ questions }) => questions.length === n);
        await job.answer({ question: seen.questions.at(-1)?.id, action: 'accept' });
      }
      expect((await job.result()).calls[0]?.text).toContain('more than 5 times');
    });
  });
});

test('a form that cannot be shown ends the call and says where', async () => {
  const tool = (): LegOutcome => ({
    kind: 'undrawable',
    reason: 'nested object',
    pointer: '/properties/address',
  });
  await withScriptedJobs(env, { tool }, async ({ start }) => {
    const result = await (await start()).result();
    expect(result).toMatchObject({ state: 'completed', questions: [], calls: [{ outcome: 'failed' }] });
    expect(result.calls[0]?.text).toContain('/properties/address');
  });
});

test('state without a question is called again later, with that state', async () => {
  const { tool, sent } = legs(
    () => ({ kind: 'asked', requests: [], requestState: 'AAA==' }),
    () => ran('ready'),
  );
  await withScriptedJobs(env, { tool }, async ({ start }) => {
    await (await start()).result();
    expect(sent[1]?.start).toEqual({ kind: 'resume', responses: {}, requestState: 'AAA==' });
  });
});

test('two questions of one call are both answered before the retry, each under its own key', async () => {
  const { tool, sent } = legs(() => ({
    kind: 'asked',
    requests: ['a', 'b'].map((key) => ({ mode: 'form', key, message: `Sure ${key}?`, schema: emptyForm })),
  }));
  await withScriptedJobs(env, { tool, calls: [[plannedCall('place')]] }, async ({ start }) => {
    const job = await start();
    const { questions } = await job.until((seen) => seen.questions.length === 2);
    for (const { id } of questions) await job.answer({ question: id, action: 'accept' });
    await job.result();
    expect(sent[1]?.start).toEqual({
      kind: 'resume',
      responses: { a: { action: 'accept', content: {} }, b: { action: 'accept', content: {} } },
    });
  });
});

test('more open questions than the memo can be made of end the call, and the job stays answerable', async () => {
  const requests = Array.from({ length: 5 }, (_, index) => ({
    mode: 'form' as const,
    key: `k${index}`,
    message: 'x'.repeat(16_000),
    schema: { type: 'object', properties: { a: { type: 'string', description: 'y'.repeat(30_000) } } },
  }));
  const calls = [[plannedCall('a'), plannedCall('b'), plannedCall('c')]];
  await withScriptedJobs(env, { calls, tool: () => ({ kind: 'asked', requests }) }, async ({ start }) => {
    const job = await start();
    await job.until(({ openQuestions }) => openQuestions === requests.length);
    const whole = JobStatus.parse(await job.workflow.query('status'));
    expect(whole.calls.filter(({ outcome }) => outcome === 'failed')).toHaveLength(2);
    await job.workflow.cancel();
    await expect(job.result()).rejects.toThrow('cancelled');
  });
});
