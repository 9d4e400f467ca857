// Several questions at once and one after the other, within one call and over calls of one reply. Case C31.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { AskedRequest, LegOutcome } from '../../workflows/contract/index.ts';
import { legs } from '../support/legs.ts';
import { asks, emptyForm, plannedCall, ran, withScriptedJobs } from '../support/scripted-job.ts';
import { startTimeSkipping, type TimeSkipping } from '../support/temporal.ts';

let env: TimeSkipping;
beforeAll(async () => {
  env = await startTimeSkipping();
});
afterAll(() => env.teardown());

const form = (key: string, message = `${key}?`): AskedRequest => ({
  mode: 'form',
  key,
  message,
  schema: emptyForm,
});
const asked = (requestState: string, ...requests: AskedRequest[]): LegOutcome => ({
  kind: 'asked',
  requests,
  requestState,
});
const accepted = { action: 'accept', content: {} };

describe('C31 a modern server', () => {
  test('that asks two, then one more: each round is sent with its own answers and its own state only', async () => {
    const { tool, sent } = legs(
      () => asked('AAA==', form('a'), form('b')),
      () => asked('BBB==', form('a', 'Once more?')),
      () => ran('ordered'),
    );
    await withScriptedJobs(env, { tool }, async ({ start }) => {
      const job = await start();
      const first = await job.until(({ openQuestions }) => openQuestions === 2);
      await job.answer({ question: first.questions[1]?.id, action: 'accept' });
      await job.until(({ openQuestions }) => openQuestions === 1);
      expect(sent).toHaveLength(1);
      await job.answer({ question: first.questions[0]?.id, action: 'accept' });
      const second = await job.until(({ questions }) => questions.length === 3);
      await job.answer({ question: second.questions[2]?.id, action: 'accept' });
      expect((await job.result()).calls[0]?.text).toBe('ordered');
      expect(sent.map((leg) => leg.start)).toEqual([
        { kind: 'fresh' },
        { kind: 'resume', requestState: 'AAA==', responses: { a: accepted, b: accepted } },
        { kind: 'resume', requestState: 'BBB==', responses: { a: accepted } },
      ]);
      await job.replay();
    });
  });

  test('that asks two, one accepted and one declined, is told both once, and the call has ended', async () => {
    const { tool, sent } = legs(() => asked('AAA==', form('a'), form('b')));
    await withScriptedJobs(env, { tool }, async ({ start }) => {
      const job = await start();
      const { questions } = await job.until(({ openQuestions }) => openQuestions === 2);
      await job.answer({ question: questions[0]?.id, action: 'accept' });
      await job.answer({ question: questions[1]?.id, action: 'decline' });
      const result = await job.result();
      expect(result).toMatchObject({ state: 'declined', calls: [{ outcome: 'refused' }] });
      expect(result.questions.map(({ state }) => state)).toEqual(['accepted', 'declined']);
      expect(sent[1]?.start).toMatchObject({ responses: { a: accepted, b: { action: 'decline' } } });
      expect(sent).toHaveLength(2);
    });
  });

  test('that declined, one of two: the other, which nobody decided, is told cancel and closes as superseded', async () => {
    const { tool, sent } = legs(() => asked('AAA==', form('a'), form('b')));
    await withScriptedJobs(env, { tool }, async ({ start }) => {
      const job = await start();
      const { questions } = await job.until(({ openQuestions }) => openQuestions === 2);
      await job.answer({ question: questions[0]?.id, action: 'decline' });
      const result = await job.result();
      expect(result.questions.map(({ state }) => state)).toEqual(['declined', 'superseded']);
      expect(sent[1]?.start).toMatchObject({
        responses: { a: { action: 'decline' }, b: { action: 'cancel' } },
      });
    });
  });

  test('that asks the same for ever ends after five rounds, with a clear reason', async () => {
    const { tool, sent } = legs(...Array.from({ length: 9 }, (_, n) => () => asked(`state ${n}`, form('a'))));
    await withScriptedJobs(env, { tool }, async ({ start }) => {
      const job = await start();
      for (let n = 1; n <= 5; n += 1) {
        const seen = await job.until(({ questions }) => questions.length === n);
        await job.answer({ question: seen.questions.at(-1)?.id, action: 'accept' });
      }
      const result = await job.result();
      expect(result.calls[0]).toMatchObject({ outcome: 'failed', isError: true });
      expect(result.calls[0]?.text).toContain('more than 5 times in one call');
      expect(new Set(result.questions.map(({ id }) => id)).size).toBe(5);
      expect(sent).toHaveLength(6);
    });
  });

  test('whose question is another one each time its state was refused is given up after three', async () => {
    const { tool } = legs(
      ...Array.from(
        { length: 20 },
        (_, n) => (): LegOutcome =>
          n % 2 ? { kind: 'state-refused', reason: 'expired' } : asks(`Price ${n}?`, `state ${n}`),
      ),
    );
    await withScriptedJobs(env, { tool }, async ({ start }) => {
      const job = await start();
      for (let n = 1; n <= 4; n += 1) {
        const seen = await job.until(({ questions }) => questions.length >= n);
        await job.answer({ question: seen.questions.at(-1)?.id, action: 'accept' });
      }
      const result = await job.result();
      expect(result.calls[0]).toMatchObject({ outcome: 'failed', isError: true });
      expect(result.questions.map(({ state }) => state)).toEqual([
        'replaced',
        'replaced',
        'replaced',
        'accepted',
      ]);
    });
  });
});

describe('three calls of one reply with the very same text', () => {
  test('have a question each; an answer counts for its own only, in whatever order they come', async () => {
    const calls = [
      [plannedCall('pay', { n: 1 }), plannedCall('pay', { n: 1 }), plannedCall('pay', { n: 1 })],
    ];
    const effects: string[] = [];
    const tool: Parameters<typeof withScriptedJobs>[1]['tool'] = (leg) => {
      if (leg.start.kind !== 'resume') return asks('Pay?');
      if (leg.start.responses['ask']?.action === 'accept') effects.push(leg.call);
      return ran(`${leg.call} paid`);
    };
    await withScriptedJobs(env, { calls, tool }, async ({ start }) => {
      const job = await start({ onDecline: 'continue' });
      const { questions } = await job.until(({ openQuestions }) => openQuestions === 3);
      expect(new Set(questions.map(({ id }) => id)).size).toBe(3);
      const of = (call: string) => questions.find((question) => question.call === call)?.id;
      await job.answer({ question: of('c1.3'), action: 'accept' });
      await job.answer({ question: of('c1.1'), action: 'decline' });
      await job.answer({ question: of('c1.2'), action: 'accept' });
      const result = await job.result();
      expect(result.calls.map(({ id, outcome }) => [id, outcome])).toEqual([
        ['c1.1', 'refused'],
        ['c1.2', 'ran'],
        ['c1.3', 'ran'],
      ]);
      expect(effects.toSorted()).toEqual(['c1.2', 'c1.3']);
    });
  });
});

describe('a job with more open questions than its memo can hold', () => {
  test('counts them all in the memo, whatever hostile text they are made of, and shows some of them', async () => {
    const escapes = '\u0001'.repeat(200);
    const hostile = Array.from({ length: 20 }, (_, n): AskedRequest => ({
      mode: 'form',
      key: `${escapes.slice(4)}${n}`,
      message: escapes.repeat(10),
      schema: emptyForm,
    }));
    const calls = [[plannedCall('noisy'), plannedCall('honest')]];
    const tool: Parameters<typeof withScriptedJobs>[1]['tool'] = (leg) =>
      leg.tool === 'honest' ? asks('Sure?') : asked('state', ...hostile);
    await withScriptedJobs(env, { calls, tool }, async ({ start }) => {
      const job = await start();
      const seen = await job.until(({ openQuestions }) => openQuestions === 21);
      expect(seen.truncated).toBe(true);
      expect(seen.questions.length).toBeGreaterThan(0);
      await job.workflow.terminate();
    });
  });

  test('still has every schema of the open ones there when an answer before was a large one', async () => {
    const schema = { type: 'object', properties: { text: { type: 'string' } } };
    const { tool } = legs(
      () => asks('A long text?', 'one', schema),
      () => asks('A short one?', 'two', schema),
    );
    await withScriptedJobs(env, { tool }, async ({ start }) => {
      const job = await start();
      const question = await job.question();
      await job.answer({ question, action: 'accept', content: { text: 'x'.repeat(40_000) } });
      const seen = await job.until(({ questions }) =>
        questions.some(({ message }) => message === 'A short one?'),
      );
      const open = seen.questions.find(({ state }) => state === 'open');
      expect(open).toMatchObject({ schema });
      await job.answer({ question: open?.id, action: 'accept' });
      await job.result();
    });
  });
});

describe('states that are too much together', () => {
  test('end the call that brings the last one, and the others stay answerable', async () => {
    const calls = [['a', 'b', 'c'].map((tool) => plannedCall(tool))];
    const large = 'x'.repeat(400 * 1024);
    const tool: Parameters<typeof withScriptedJobs>[1]['tool'] = (leg) =>
      leg.start.kind === 'fresh' ? asks(`${leg.tool}?`, large) : ran('done');
    await withScriptedJobs(env, { calls, tool }, async ({ start }) => {
      const job = await start();
      const seen = await job.until(
        ({ openQuestions, calls: all }) =>
          openQuestions + all.filter(({ outcome }) => outcome === 'failed').length === 3,
      );
      expect(seen.openQuestions).toBe(1);
      for (const { id, state } of seen.questions)
        if (state === 'open') await job.answer({ question: id, action: 'accept' });
      const result = await job.result();
      expect(result.state).toBe('completed');
      expect(
        result.calls.map(({ outcome }) => outcome).toSorted((a, b) => ((a ?? '') < (b ?? '') ? -1 : 1)),
      ).toEqual(['failed', 'failed', 'ran']);
    });
  });
});
