// The life of a job besides its answers: cancellation, limits, long waits, new runs, poison. Case C18.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { ApplicationFailure } from '@temporalio/activity';
import type { JobInput } from '../../workflows/contract/index.ts';
import { asks, plannedCall, ran, reply, withScriptedJobs, type Script } from '../support/scripted-job.ts';
import { startTimeSkipping, type TimeSkipping } from '../support/temporal.ts';

let env: TimeSkipping;
beforeAll(async () => {
  env = await startTimeSkipping();
});
afterAll(() => env.teardown());

const asking: Script = {
  tool: (leg) => (leg.start.kind === 'resume' ? ran('ordered') : asks('Sure?')),
};

describe('limits', () => {
  test('ten rounds end the job with a last word and the record', async () => {
    const script: Script = {
      model: ({ tools, round }) => (tools ? reply('', [plannedCall('check', { round })]) : reply('Got far.')),
      tool: () => ran('ok'),
    };
    await withScriptedJobs(env, script, async ({ start }) => {
      const result = await (await start()).result();
      expect(result).toMatchObject({ state: 'limit', text: 'Got far.', round: 10 });
      expect(result.calls).toHaveLength(10);
    });
  });

  test('a token budget ends it too', async () => {
    const script: Script = {
      terms: { limits: { rounds: 10, tokens: 20, historyEvents: 10_000 } },
      model: ({ tools }) => (tools ? reply('', [plannedCall('check')]) : reply('Stopped.')),
      tool: () => ran('ok'),
    };
    await withScriptedJobs(env, script, async ({ start }) => {
      const result = await (await start()).result();
      expect(result).toMatchObject({ state: 'limit', round: 2 });
      expect(result.reason).toContain('20 tokens');
    });
  });
});

describe('a long wait', () => {
  test('of thirty times later, one a day, then accepted, stays under 1,000 events', async () => {
    await withScriptedJobs(env, asking, async ({ start }) => {
      const job = await start({ prompts: { limit: 40, delayMs: 60_000 } });
      const question = await job.question();
      for (let attempt = 1; attempt <= 30; attempt += 1) {
        await job.answer({ question, action: 'cancel' });
        await job.until(({ questions }) => questions[0]?.againAt !== null);
        await env.sleep('1441 minutes');
        await job.until(({ questions }) => questions[0]?.attempt === attempt + 1);
      }
      await job.answer({ question, action: 'accept' });
      const result = await job.result();
      expect(result.state).toBe('completed');
      const events = await job.eventTypes();
      expect(events.length).toBeLessThan(1_000);
      await job.replay();
    });
  });

  test('of thirty days without any answer keeps the question open and holds no activity', async () => {
    await withScriptedJobs(env, asking, async ({ start }) => {
      const job = await start();
      const question = await job.question();
      await env.sleep('30 days');
      const described = await job.workflow.describe();
      expect(described.raw.pendingActivities ?? []).toEqual([]);
      expect((await job.status()).questions[0]).toMatchObject({ id: question, state: 'open', attempt: 1 });
      await job.answer({ question, action: 'accept' });
      expect((await job.result()).state).toBe('completed');
    });
  });
});

describe('a new run', () => {
  test('while parked keeps ids, answers, early answers and the state of the call', async () => {
    const script: Script = { ...asking, terms: { limits: { rounds: 10, tokens: null, historyEvents: 20 } } };
    await withScriptedJobs(env, script, async ({ start }) => {
      const job = await start();
      const first = (await job.workflow.describe()).runId;
      const question = await job.question();
      const early = 'q9.9.9-00000000';
      await job.answer({ question: early, action: 'accept' });
      for (let n = 0; (await job.workflow.describe()).runId === first; n += 1) {
        await job.answer({ question, action: 'accept', content: { n } });
        await job.until(({ rejected }) => rejected.length > n);
      }
      await job.until(({ early: kept }) => kept.length === 1);
      await job.answer({ question, action: 'accept' });
      const result = await job.result();
      expect(result.state).toBe('completed');
      expect(result.questions).toHaveLength(1);
      expect(result.rejected.at(-1)?.question).toBe(early);
      await job.replay();
    });
  });
});

describe('C18 signals at awkward moments', () => {
  test('an early answer applies to exactly its question and to no other', async () => {
    await withScriptedJobs(env, asking, async ({ start }) => {
      const probe = await start();
      const other = await probe.question();
      const job = await start();
      const own = await job.question();
      expect(own).not.toBe(other);
      await job.answer({ question: other, action: 'accept' });
      const seen = await job.until(({ early }) => early.length === 1);
      expect(seen.questions[0]?.state).toBe('open');
      await job.answer({ question: own, action: 'accept' });
      const result = await job.result();
      expect(result.rejected.at(-1)?.reason).toContain('no such question');
      await probe.answer({ question: other, action: 'accept' });
      await probe.result();
    });
  });

  test('misspelt and reserved signal names, no input, two inputs and junk are recorded and freeze nothing', async () => {
    await withScriptedJobs(env, asking, async ({ start }) => {
      const job = await start();
      const question = await job.question();
      await job.workflow.signal('Answer', { question, action: 'accept' });
      await job.workflow.signal('__temporal_answer', { question, action: 'accept' });
      await job.workflow.signal('answer');
      await job.workflow.signal('answer', { question, action: 'accept' }, 2);
      let deep: unknown = 1;
      for (let depth = 0; depth < 500; depth += 1) deep = { deep };
      const proto = `{"question":"${question}","action":"accept","content":{"__proto__":{}}}`;
      for (const junk of [
        JSON.parse(proto) as unknown,
        null,
        7,
        'accept',
        [],
        deep,
        { question: 'q1.1.1', action: 'accept' },
        { extra: 1 },
      ]) {
        await job.answer(junk);
      }
      const seen = await job.until(({ rejected }) => rejected.length === 12);
      expect(seen.questions[0]?.state).toBe('open');
      await job.answer({ question, action: 'accept' });
      expect((await job.result()).state).toBe('completed');
      await job.replay();
    });
  });

  test('ten thousand refused answers keep the memo small and the job answerable', async () => {
    await withScriptedJobs(env, asking, async ({ start }) => {
      const job = await start();
      const question = await job.question();
      const flood = { question, action: 'accept', content: { junk: 'x'.repeat(200) } };
      for (let n = 0; n < 40; n += 1) await Promise.all(Array.from({ length: 50 }, () => job.answer(flood)));
      await job.answer({ question, action: 'accept' });
      const result = await job.result();
      expect(result.state).toBe('completed');
      expect(result.rejected.length).toBeLessThanOrEqual(100);
    });
  });
});

test('an input that is no job input fails at once and says why', async () => {
  await withScriptedJobs(env, asking, async ({ start }) => {
    const job = await start({ goal: 7 } as unknown as Partial<JobInput>);
    await expect(job.workflow.result()).rejects.toMatchObject({
      cause: { message: expect.stringContaining("the job's input does not fit") },
    });
  });
});

test('a model that refuses the request for good fails the job with a cause', async () => {
  const script: Script = {
    model: () => {
      throw ApplicationFailure.nonRetryable('the provider refused the request', 'adjourn.ModelRefused');
    },
  };
  await withScriptedJobs(env, script, async ({ start }) => {
    const job = await start();
    await expect(job.workflow.result()).rejects.toMatchObject({ cause: { type: 'adjourn.ModelRefused' } });
    expect(await job.status()).toMatchObject({ state: 'failed', reason: 'the provider refused the request' });
  });
});
