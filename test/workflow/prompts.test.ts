// How a question is put, put again, reminded of and ended by time: for the job, and for the calls of one rule. Case C14.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Policy, PromptWishes } from '../../workflows/contract/index.ts';
import { asks, plannedCall, ran, withScriptedJobs, type Script } from '../support/scripted-job.ts';
import { startTimeSkipping, type TimeSkipping } from '../support/temporal.ts';

let env: TimeSkipping;
beforeAll(async () => {
  env = await startTimeSkipping();
});
afterAll(() => env.teardown());

const hour = 3_600_000;
const asking: Script = {
  tool: (leg) => (leg.start.kind === 'resume' ? ran('ordered') : asks('Sure?')),
};

describe('a reminder', () => {
  test('comes after the time that was set, then after twice that, and asks nothing anew', async () => {
    await withScriptedJobs(env, asking, async ({ start }) => {
      const job = await start({ prompts: { remindMs: hour } });
      const question = await job.question();
      await env.sleep('61 minutes');
      const once = await job.until(({ questions }) => questions[0]?.reminders === 1);
      expect(once.questions[0]).toMatchObject({ id: question, attempt: 1, state: 'open' });
      await env.sleep('90 minutes');
      expect((await job.status()).questions[0]?.reminders).toBe(1);
      await env.sleep('31 minutes');
      const twice = await job.until(({ questions }) => questions[0]?.reminders === 2);
      expect(twice.questions[0]?.history.map(({ what }) => what)).toEqual(['asked', 'reminded', 'reminded']);
      await job.answer({ question, action: 'accept' });
      expect((await job.result()).questions[0]).toMatchObject({ state: 'accepted', remindAt: null });
      await job.replay();
    });
  });

  test('does not come while the question is put off, and begins again when it is put again', async () => {
    await withScriptedJobs(env, asking, async ({ start }) => {
      const job = await start({ prompts: { remindMs: hour, delayMs: 3 * hour } });
      const question = await job.question();
      await env.sleep('61 minutes');
      await job.until(({ questions }) => questions[0]?.reminders === 1);
      await job.answer({ question, action: 'cancel' });
      await job.until(({ questions }) => questions[0]?.againAt !== null);
      await env.sleep('170 minutes');
      expect((await job.status()).questions[0]).toMatchObject({ reminders: 1, attempt: 1, remindAt: null });
      await env.sleep('11 minutes');
      await job.until(({ questions }) => questions[0]?.attempt === 2);
      await env.sleep('61 minutes');
      const seen = await job.until(({ questions }) => questions[0]?.reminders === 1);
      expect(seen.questions[0]?.history.map(({ what }) => what)).toEqual([
        'asked',
        'reminded',
        'put-off',
        'asked-again',
        'reminded',
      ]);
      await job.answer({ question, action: 'accept' });
      await job.result();
    });
  });

  test('never keeps a question from expiring at its time', async () => {
    await withScriptedJobs(env, asking, async ({ start }) => {
      const job = await start({ prompts: { remindMs: hour, expiresMs: 4 * hour } });
      await job.question();
      await env.sleep('241 minutes');
      const result = await job.result();
      expect(result).toMatchObject({ state: 'undecided', questions: [{ state: 'expired', reminders: 2 }] });
    });
  });

  test('is not sent unless somebody set it', async () => {
    await withScriptedJobs(env, asking, async ({ start }) => {
      const job = await start();
      const question = await job.question();
      await env.sleep('9 days');
      expect((await job.status()).questions[0]).toMatchObject({ reminders: 0, remindAt: null });
      await job.answer({ question, action: 'accept' });
      await job.result();
    });
  });
});

/** One call that the rule decides, one that the default does; both ask. */
function ruled(prompts: PromptWishes): Script {
  const policy: Policy = {
    default: 'allow',
    servers: {},
    rules: [{ server: 'ops', tool: 'pay', then: 'ask', prompts }],
  };
  return { ...asking, calls: [[plannedCall('pay'), plannedCall('place')]], terms: { policy } };
}

describe('a rule of the policy', () => {
  test('sets how its own calls are asked about; other calls keep the terms of the job', async () => {
    const script = ruled({ limit: 2, expiresMs: hour, remindMs: 600_000 });
    await withScriptedJobs(env, script, async ({ start }) => {
      const job = await start();
      const { questions } = await job.until((status) => status.openQuestions === 2);
      const promptsOf = (tool: string) => questions.find((question) => question.tool === tool)?.prompts;
      expect(promptsOf('pay')).toEqual({ delayMs: 60_000, limit: 2, expiresMs: hour, remindMs: 600_000 });
      expect(promptsOf('place')).toEqual({ delayMs: 60_000, limit: 5, expiresMs: null, remindMs: null });
      await job.workflow.terminate();
    });
  });

  test.each([
    ['longer than the rule: the rule', 2 * hour, hour],
    ['shorter than the rule: the starter', 1_800_000, 1_800_000],
  ])('and a starter who wishes a life %s counts', async (_name, wished, counts) => {
    await withScriptedJobs(env, ruled({ expiresMs: hour }), async ({ start }) => {
      const job = await start({ prompts: { expiresMs: wished } });
      const { questions } = await job.until((status) => status.openQuestions === 2);
      expect(questions.find(({ tool }) => tool === 'pay')?.prompts.expiresMs).toBe(counts);
      await job.workflow.terminate();
    });
  });

  test('lets the question of its call expire although the job’s own never do', async () => {
    await withScriptedJobs(env, ruled({ expiresMs: hour }), async ({ start }) => {
      const job = await start();
      await job.until((status) => status.openQuestions === 2);
      await env.sleep('61 minutes');
      const result = await job.result();
      expect(result.state).toBe('undecided');
      const stateOf = (tool: string) => result.questions.find((question) => question.tool === tool)?.state;
      expect([stateOf('pay'), stateOf('place')]).toEqual(['expired', 'superseded']);
    });
  });
});
