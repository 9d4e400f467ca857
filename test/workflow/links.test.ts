// A server that sends a person to a link: consent to open is not being done there. Design section 4, case C08.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { ElicitationReply, LegOutcome, ToolLeg } from '../../workflows/contract/index.ts';
import { legs } from '../support/legs.ts';
import { ran, withScriptedJobs, type JobHandle, type Jobs } from '../support/scripted-job.ts';
import { startTimeSkipping, type TimeSkipping } from '../support/temporal.ts';

let env: TimeSkipping;
beforeAll(async () => {
  env = await startTimeSkipping();
});
afterAll(() => env.teardown());

const link = {
  mode: 'url' as const,
  key: 'pay',
  message: 'Pay here',
  url: 'https://pay.example/x',
  elicitationId: null,
};

function paying() {
  const told: ElicitationReply[] = [];
  const tool = (leg: ToolLeg): LegOutcome => {
    if (leg.start.kind !== 'resume') return { kind: 'asked', requests: [link], requestState: 's' };
    told.push(...Object.values(leg.start.responses));
    return ran('settled');
  };
  return { tool, told };
}

/** Accepts the link; returns the job and the id of the host's own question that follows. */
async function opened(jobs: Jobs): Promise<{ job: JobHandle; finished: string }> {
  const job = await jobs.start();
  await job.answer({ question: await job.question(), action: 'accept' });
  const seen = await job.until(({ questions }) => questions.length === 2);
  expect(seen.state).toBe('waiting');
  expect(seen.questions[1]).toMatchObject({ kind: 'finished', state: 'open', url: link.url });
  return { job, finished: seen.questions[1]?.id ?? '' };
}

describe('a link that was agreed to', () => {
  test('takes no content, and is accepted only when the person says that they are done', async () => {
    const { tool, told } = paying();
    await withScriptedJobs(env, { tool }, async (jobs) => {
      const { job, finished } = await opened(jobs);
      expect(told).toEqual([]);
      await job.answer({ question: finished, action: 'accept', content: { outcome: 'retry' } });
      expect((await job.result()).calls[0]?.outcome).toBe('ran');
      expect(told).toEqual([{ action: 'accept' }]);
    });
  });

  test('and given up: the server is told cancel, and the same call is not put to a person again', async () => {
    const { tool, told } = paying();
    await withScriptedJobs(env, { tool }, async (jobs) => {
      const { job, finished } = await opened(jobs);
      await job.answer({ question: finished, action: 'accept', content: { outcome: 'give-up' } });
      const result = await job.result();
      expect(result).toMatchObject({ state: 'completed', calls: [{ outcome: 'refused' }] });
      expect(told).toEqual([{ action: 'cancel' }]);
    });
  });

  test('whose second question is declined: the server is told decline and never accept', async () => {
    const { tool, told } = paying();
    await withScriptedJobs(env, { tool }, async (jobs) => {
      const { job, finished } = await opened(jobs);
      await job.answer({ question: finished, action: 'decline' });
      expect((await job.result()).state).toBe('declined');
      expect(told).toEqual([{ action: 'decline' }]);
    });
  });

  test('whose second question expires: the server is told cancel and never accept', async () => {
    const { tool, told } = paying();
    await withScriptedJobs(env, { tool }, async (jobs) => {
      const { job } = await opened({
        ...jobs,
        start: () => jobs.start({ prompts: { expiresMs: 3_600_000 } }),
      });
      await env.sleep('61 minutes');
      expect((await job.result()).state).toBe('undecided');
      expect(told).toEqual([{ action: 'cancel' }]);
    });
  });

  test('and is asked for again after its state was refused is told accept: the visit still counts', async () => {
    const told: ElicitationReply[] = [];
    const { tool } = legs(
      () => ({ kind: 'asked', requests: [link], requestState: 'old' }),
      () => ({ kind: 'state-refused', reason: 'expired' }),
      () => ({ kind: 'asked', requests: [link], requestState: 'new' }),
      (leg) => {
        if (leg.start.kind === 'resume') told.push(...Object.values(leg.start.responses));
        return ran('settled');
      },
    );
    await withScriptedJobs(env, { tool }, async (jobs) => {
      const { job, finished } = await opened(jobs);
      await job.answer({ question: finished, action: 'accept', content: { outcome: 'retry' } });
      expect((await job.result()).questions).toHaveLength(2);
      expect(told).toEqual([{ action: 'accept' }]);
    });
  });
});
