// Several answers to one question, invalid ones among them: cases C03, C11.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { purchase, questionOfCall, toldToServer } from '../support/purchase.ts';
import { asks, plannedCall, ran, withScriptedJobs, type Script } from '../support/scripted-job.ts';
import { startTimeSkipping, type TimeSkipping } from '../support/temporal.ts';

let env: TimeSkipping;
beforeAll(async () => {
  env = await startTimeSkipping();
});
afterAll(() => env.teardown());

describe('C11 of several answers', () => {
  test('the first valid one wins; the same again is a duplicate, other content or another word a conflict', async () => {
    const form = { type: 'object', properties: { amount: { type: 'integer' } }, required: ['amount'] };
    const { script, sent } = purchase({
      calls: [[plannedCall('place'), plannedCall('other')]],
      tool: (leg) => {
        if (leg.tool === 'place') sent.push(leg);
        return leg.start.kind === 'resume' ? ran('done') : asks('How many?', 'state', form);
      },
    });
    await withScriptedJobs(env, script, async ({ start }) => {
      const job = await start();
      const { questions } = await job.until((seen) => seen.questions.length === 2);
      const [question, other] = ['c1.1', 'c1.2'].map((call) => questionOfCall(questions, call));
      const accept = (amount: number, by: string) => ({
        question,
        action: 'accept',
        content: { amount },
        by,
      });
      // In one task, and some more when the call has gone on: the other question keeps the job open.
      await Promise.all([accept(5, 'kim'), accept(5, 'lee')].map((answer) => job.answer(answer)));
      await job.answer(accept(400, 'park'));
      await job.answer({ question, action: 'decline', by: 'choi' });
      const seen = await job.until(({ verdicts }) => verdicts.length === 4);
      expect(seen.verdicts.map(({ result }) => result)).toEqual([
        'recorded',
        'duplicate',
        'conflict',
        'conflict',
      ]);
      await job.answer({ question: other, action: 'accept', content: { amount: 1 } });
      expect((await job.result()).state).toBe('completed');
      expect(toldToServer(sent)).toEqual([{ action: 'accept', content: { amount: 5 } }]);
      await job.replay();
    });
  });

  test('an invalid first one does not use up the question', async () => {
    const { script, effects } = purchase();
    await withScriptedJobs(env, script, async ({ start }) => {
      const job = await start();
      const question = await job.question();
      await job.answer({ question, action: 'accept', content: { bad: true } });
      await job.answer({ question, action: 'accept' });
      expect((await job.result()).state).toBe('completed');
      expect(effects).toEqual(['place']);
    });
  });

  test('C03 that a pattern refuses stays open, also by plain signal; a pattern made to take for ever takes milliseconds', async () => {
    const schema = {
      type: 'object',
      properties: {
        ticket: { type: 'string', pattern: '^OPS-[0-9]+$' },
        evil: { type: 'string', pattern: '^(a+)+$' },
      },
      required: ['ticket'],
    };
    const tool: Script['tool'] = ({ start }) =>
      start.kind === 'resume' ? ran(JSON.stringify(start.responses)) : asks('Which?', 'state', schema);
    await withScriptedJobs(env, { tool }, async ({ start }) => {
      const job = await start();
      const question = await job.question();
      const answer = (content: object) => job.answer({ question, action: 'accept', content });
      await answer({ ticket: 'BUG-1' });
      await answer({ ticket: 'OPS-1', evil: `${'a'.repeat(60_000)}!` });
      const seen = await job.until(({ rejected }) => rejected.length === 2);
      expect(seen.rejected.map(({ reason }) => reason)).toEqual([
        expect.stringMatching(/^ticket must match the pattern/),
        expect.stringMatching(/^evil must match the pattern/),
      ]);
      await answer({ ticket: 'OPS-1' });
      expect((await job.result()).calls[0]?.text).toContain('"ticket":"OPS-1"');
      await job.replay();
    });
  });

  test('a digest of something else is refused', async () => {
    const { script } = purchase();
    await withScriptedJobs(env, script, async ({ start }) => {
      const job = await start();
      const question = await job.question();
      await job.answer({ question, action: 'accept', digest: 'a'.repeat(64) });
      const seen = await job.until(({ rejected }) => rejected.length === 1);
      expect(seen.rejected[0]?.reason).toContain('digest');
      const digest = seen.questions[0]?.digest;
      await job.answer({ question, action: 'accept', digest });
      expect((await job.result()).state).toBe('completed');
    });
  });
});
