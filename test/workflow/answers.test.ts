// What each answer does to a job: design section 4, cases C05, C06, C11.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { purchase, questionOfCall, toldToServer } from '../support/purchase.ts';
import { asks, plannedCall, ran, reply, withScriptedJobs, type Script } from '../support/scripted-job.ts';
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
