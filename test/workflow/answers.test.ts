// What each answer does to a job: design section 4, cases C05, C06.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { purchase, toldToServer } from '../support/purchase.ts';
import { asks, plannedCall, ran, reply, withScriptedJobs } from '../support/scripted-job.ts';
import { startTimeSkipping, type TimeSkipping } from '../support/temporal.ts';

let env: TimeSkipping;
beforeAll(async () => {
  env = await startTimeSkipping();
});
afterAll(() => env.teardown());

describe('an elicitation', () => {
  test('that is accepted is sent once with the byte-exact state and the job completes', async () => {
    const { script, sent, effects } = purchase();
    await withScriptedJobs(env, script, async ({ start }) => {
      const job = await start();
      await job.answer({ question: await job.question(), action: 'accept', by: 'kim' });
      const result = await job.result();
      expect(result.state).toBe('completed');
      expect(effects).toEqual(['place']);
      expect(sent.at(-1)?.start).toEqual({
        kind: 'resume',
        requestState: 'state',
        responses: { ask: { action: 'accept', content: {} } },
      });
      expect(result.questions.map(({ state }) => state)).toEqual(['accepted']);
      await job.replay();
    });
  });

  test('that is declined reaches the server once, and the job ends declined after a last word without tools', async () => {
    const turns: boolean[] = [];
    const { script, sent, effects } = purchase({
      model: (request) => {
        turns.push(request.tools);
        return request.tools ? reply('', [plannedCall('place')]) : reply('Nothing was ordered.');
      },
    });
    await withScriptedJobs(env, script, async ({ start }) => {
      const job = await start();
      await job.answer({ question: await job.question(), action: 'decline', by: 'lee', comment: 'too dear' });
      const result = await job.result();
      expect(result).toMatchObject({ state: 'declined', text: 'Nothing was ordered.' });
      expect(turns).toEqual([true, false]);
      expect(effects).toEqual([]);
      expect(toldToServer(sent)).toEqual([{ action: 'decline' }]);
      expect(result.calls[0]).toMatchObject({ outcome: 'refused', isError: true });
      expect(result.calls[0]?.text).toContain('lee');
      expect(result.calls[0]?.text).toContain('too dear');
      expect(result.calls[0]?.text).toContain('server saw decline');
      await job.replay();
    });
  });

  test('C06 that is put off and then accepted acts once, under the same id, with the attempt counted', async () => {
    const { script, effects } = purchase();
    await withScriptedJobs(env, script, async ({ start }) => {
      const job = await start();
      const id = await job.question();
      await job.answer({ question: id, action: 'cancel' });
      await job.until(({ questions }) => questions[0]?.againAt !== null);
      expect((await job.status()).state).toBe('waiting');
      await env.sleep('61 seconds');
      const again = await job.until(({ questions }) => questions[0]?.attempt === 2);
      expect(again.questions[0]).toMatchObject({ id, state: 'open', againAt: null });
      await job.answer({ question: id, action: 'accept' });
      expect((await job.result()).state).toBe('completed');
      expect(effects).toEqual(['place']);
      await job.replay();
    });
  });

  test('C06 that is put off twice and then declined acts never', async () => {
    const { script, effects } = purchase();
    await withScriptedJobs(env, script, async ({ start }) => {
      const job = await start();
      const id = await job.question();
      await job.answer({ question: id, action: 'cancel' });
      await env.sleep('61 seconds');
      await job.until(({ questions }) => questions[0]?.attempt === 2);
      await job.answer({ question: id, action: 'cancel' });
      await env.sleep('121 seconds');
      await job.until(({ questions }) => questions[0]?.attempt === 3);
      await job.answer({ question: id, action: 'decline' });
      expect((await job.result()).state).toBe('declined');
      expect(effects).toEqual([]);
    });
  });

  test('C06 refuses words that are not answers, keeps declines free of content, and demands required content', async () => {
    const form = { type: 'object', properties: { note: { type: 'string' } }, required: ['note'] };
    const { script, sent } = purchase({
      tool: (leg) => {
        sent.push(leg);
        return leg.start.kind === 'resume' ? ran('done') : asks('Note?', 'state', form);
      },
    });
    await withScriptedJobs(env, script, async ({ start }) => {
      const job = await start();
      const question = await job.question();
      for (const action of ['reject', 'ACCEPT', 'yes', '', null]) await job.answer({ question, action });
      await job.answer({ question, action: 'accept' });
      await job.answer({ question, action: 'accept', content: { note: 3 } });
      const seen = await job.until(({ rejected }) => rejected.length === 7);
      expect(seen.questions[0]?.state).toBe('open');
      expect(seen.rejected.map(({ reason }) => reason).slice(-2)).toEqual([
        'note is required',
        'note must be of type string, got 3',
      ]);
      await job.answer({ question, action: 'decline', content: { note: 7 } });
      expect((await job.result()).state).toBe('declined');
      expect(toldToServer(sent)).toEqual([{ action: 'decline' }]);
    });
  });

  test('C05 with an empty form is accepted without content, and refuses content', async () => {
    const { script, sent } = purchase();
    await withScriptedJobs(env, script, async ({ start }) => {
      const job = await start();
      const question = await job.question();
      await job.answer({ question, action: 'accept', content: { x: 1 } });
      await job.until(({ rejected }) =>
        rejected.some(({ reason }) => reason === 'x is not a field of this form'),
      );
      await job.answer({ question, action: 'accept' });
      expect((await job.result()).state).toBe('completed');
      expect(toldToServer(sent)).toEqual([{ action: 'accept', content: {} }]);
    });
  });

  test('put off as often as allowed ends the job undecided, and a modern server is told cancel once', async () => {
    const { script, sent, effects } = purchase();
    await withScriptedJobs(env, script, async ({ start }) => {
      const job = await start({ prompts: { limit: 2 } });
      const question = await job.question();
      await job.answer({ question, action: 'cancel' });
      await env.sleep('61 seconds');
      await job.until(({ questions }) => questions[0]?.attempt === 2);
      await job.answer({ question, action: 'cancel' });
      const result = await job.result();
      expect(result.state).toBe('undecided');
      expect(result.questions[0]?.state).toBe('undecided');
      expect(toldToServer(sent)).toEqual([{ action: 'cancel' }]);
      expect(effects).toEqual([]);
    });
  });

  test('that expires is its own outcome: nothing runs, nobody is said to have declined', async () => {
    const { script, sent, effects } = purchase();
    await withScriptedJobs(env, script, async ({ start }) => {
      const job = await start({ prompts: { expiresMs: 3_600_000 } });
      const question = await job.question();
      await env.sleep('61 minutes');
      const result = await job.result();
      expect(result.state).toBe('undecided');
      expect(result.questions[0]).toMatchObject({ id: question, state: 'expired', decision: null });
      expect(result.calls[0]?.outcome).toBe('expired');
      expect(toldToServer(sent)).toEqual([{ action: 'cancel' }]);
      expect(effects).toEqual([]);
    });
  });
});
