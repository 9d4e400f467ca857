// Answers, expiry and cancellation within the same second, on a real server: one documented winner (docs/decisions/0007),
// the sender is told the truth, and the history replays. Case C14.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { setTimeout as delay } from 'node:timers/promises';
import type { JobStatus } from '../../workflows/contract/index.ts';
import { purchase } from '../support/purchase.ts';
import { withScriptedJobs, type JobHandle, type Jobs } from '../support/scripted-job.ts';
import { connectTo } from '../support/temporal.ts';

type Env = Awaited<ReturnType<typeof connectTo>>;
let env: Env;
beforeAll(async () => {
  env = await connectTo();
});
afterAll(() => env.teardown());

const tries = Array.from({ length: 24 }, (_, n) => n);

type Asked = { job: JobHandle; question: string; expiresAt: number };

async function asked({ start }: Jobs): Promise<Asked> {
  const job = await start({ prompts: { expiresMs: 1_500 } });
  const question = await job.question();
  const { questions } = await job.status();
  return { job, question, expiresAt: Date.parse(questions[0]?.expiresAt ?? '') };
}

/** From 300 ms before the moment to 1.5 s after it (Temporal's timers come up to a second late), spread over the tries. */
async function around(moment: number, n: number): Promise<void> {
  const offset = -300 + (1_800 * n) / (tries.length - 1);
  await delay(Math.max(0, moment + offset - Date.now()));
}

const verdictOf = (status: JobStatus, id: string) => status.verdicts.filter(({ answer }) => answer === id);

describe('C14 an answer and the expiry within two seconds', () => {
  test('one of them wins, the tool acts exactly when the answer did, and the sender is told which', async () => {
    const { script, sent } = purchase();
    await withScriptedJobs(env, script, async (jobs) => {
      const one = async (n: number) => {
        const { job, question, expiresAt } = await asked(jobs);
        // The first and the last are no race: the answer must win, and must lose.
        if (n === tries.length - 1) await job.result();
        else if (n > 0) await around(expiresAt, n);
        // The run may have closed before it.
        const late = await job.answer({ question, action: 'accept', id: 'mine' }).then(
          () => false,
          () => true,
        );
        const result = await job.result();
        const state = result.questions[0]?.state;
        const accepted = sent.filter(
          ({ job: of, start }) =>
            of === job.id && start.kind === 'resume' && start.responses['ask']?.action === 'accept',
        );
        expect(verdictOf(result, 'mine')).toHaveLength(late ? 0 : 1);
        const recorded = verdictOf(result, 'mine')[0]?.result === 'recorded';
        expect({ state, end: result.state, acted: accepted.length }).toEqual(
          recorded
            ? { state: 'accepted', end: 'completed', acted: 1 }
            : { state: 'expired', end: 'undecided', acted: 0 },
        );
        await job.replay();
        return recorded;
      };
      const won = await Promise.all(tries.map(one));
      expect([won.at(0), won.at(-1)]).toEqual([true, false]);
    });
  }, 120_000);
});

describe('accept, decline and later from three people at once', () => {
  test('the first in the history decides, the others are told so, and the tool acts at most once', async () => {
    const { script, sent } = purchase();
    await withScriptedJobs(env, script, async ({ start }) => {
      const one = async () => {
        const job = await start();
        const question = await job.question();
        const actions = ['accept', 'decline', 'accept', 'decline'];
        await Promise.all(
          actions.map((action, n) => job.answer({ question, action, id: `a${n}`, by: `p${n}` })),
        );
        const result = await job.result();
        const [decided, ...more] = result.verdicts.filter((verdict) => verdict.result === 'recorded');
        expect(more).toEqual([]);
        expect(decided?.action).toBe(result.questions[0]?.decision?.action);
        expect(new Set(result.verdicts.map(({ answer }) => answer))).toEqual(
          new Set(['a0', 'a1', 'a2', 'a3']),
        );
        const told = sent.filter(({ job: of, start: { kind } }) => of === job.id && kind === 'resume');
        expect(told).toHaveLength(1);
        expect(told[0]?.start).toMatchObject({ responses: { ask: { action: decided?.action } } });
        await job.replay();
      };
      await Promise.all(tries.map(one));
    });
  }, 120_000);
});

describe('an accept and a cancellation of the job at once', () => {
  test('whatever the order, the tool acts at most once, and never after the job is over', async () => {
    const { script, sent, effects } = purchase();
    await withScriptedJobs(env, script, async ({ start }) => {
      const one = async () => {
        const job = await start();
        const question = await job.question();
        await Promise.all([job.answer({ question, action: 'accept' }), job.workflow.cancel()]);
        await expect(job.result()).rejects.toThrow('cancelled');
        const status = await job.status();
        expect(['accepted', 'job-cancelled']).toContain(status.questions[0]?.state);
        const legs = sent.filter(({ job: of }) => of === job.id).length;
        const ends = legs === 1 ? ['cancelled'] : ['ran', 'cancelled'];
        expect(ends).toContain(status.calls[0]?.outcome);
        await job.replay();
        return legs;
      };
      const legs = await Promise.all(tries.map(one));
      expect(Math.max(...legs)).toBeLessThanOrEqual(2);
      // A job that is over has no activity left: each leg that was told has its effect counted by now.
      expect(effects).toHaveLength(legs.filter((count) => count === 2).length);
    });
  }, 120_000);
});
