// The host's own gate: design section 6, and what binds an approval.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { ToolLeg } from '../../workflows/contract/index.ts';
import { plannedCall, ran, withScriptedJobs, type Script } from '../support/scripted-job.ts';
import { startTimeSkipping, type TimeSkipping } from '../support/temporal.ts';

let env: TimeSkipping;
beforeAll(async () => {
  env = await startTimeSkipping();
});
afterAll(() => env.teardown());

const policy = {
  default: 'ask' as const,
  servers: {},
  rules: [
    { server: 'ops', tool: 'check_*', then: 'allow' as const },
    { server: 'ops', tool: 'place', then: 'ask' as const, because: 'spends money' },
    { server: 'ops', tool: 'wipe', then: 'deny' as const, because: 'never' },
  ],
};

function gated(extra: Script = {}) {
  const sent: ToolLeg[] = [];
  const script: Script = {
    terms: { policy },
    tool: (leg) => {
      sent.push(leg);
      return ran('did it');
    },
    ...extra,
  };
  return { script, sent };
}

describe('the policy', () => {
  test('sends nothing before a person said yes, then exactly what was shown, once', async () => {
    const { script, sent } = gated({ calls: [[plannedCall('place', { amount: 5, to: 'x' })]] });
    await withScriptedJobs(env, script, async ({ start }) => {
      const job = await start();
      const { questions } = await job.until((seen) => seen.questions.length === 1);
      expect(sent).toEqual([]);
      expect(questions[0]).toMatchObject({
        kind: 'approval',
        server: 'ops',
        tool: 'place',
        arguments: { amount: 5, to: 'x' },
        rule: 2,
        because: 'spends money',
      });
      await job.answer({ question: questions[0]?.id, action: 'accept' });
      expect((await job.result()).state).toBe('completed');
      expect(sent.map((leg) => leg.arguments)).toEqual([{ amount: 5, to: 'x' }]);
    });
  });

  test('lets allowed calls through, denies without asking, and goes on after a deny', async () => {
    const { script, sent } = gated({ calls: [[plannedCall('check_stock'), plannedCall('wipe')]] });
    await withScriptedJobs(env, script, async ({ start }) => {
      const job = await start();
      const result = await job.result();
      expect(result.state).toBe('completed');
      expect(result.calls.map(({ tool, outcome }) => [tool, outcome])).toEqual([
        ['check_stock', 'ran'],
        ['wipe', 'denied'],
      ]);
      expect(result.questions).toEqual([]);
      expect(sent.map(({ tool }) => tool)).toEqual(['check_stock']);
    });
  });

  test('a declined approval never sends, and the result says who refused', async () => {
    const { script, sent } = gated();
    await withScriptedJobs(env, script, async ({ start }) => {
      const job = await start();
      await job.answer({ question: await job.question(), action: 'decline', by: 'lee', comment: 'no' });
      const result = await job.result();
      expect(result.state).toBe('declined');
      expect(sent).toEqual([]);
      expect(result.calls[0]?.text).toContain('lee');
    });
  });

  test('an approval takes no content and no edited arguments', async () => {
    const { script } = gated();
    await withScriptedJobs(env, script, async ({ start }) => {
      const job = await start();
      const question = await job.question();
      await job.answer({ question, action: 'accept', content: { a: 1 } });
      await job.answer({ question, action: 'accept', arguments: { a: 1 } });
      const seen = await job.until(({ rejected }) => rejected.length === 2);
      expect(seen.questions[0]?.state).toBe('open');
    });
  });

  test('C15 a tool whose definition changed since is approved anew, with the difference shown', async () => {
    const { script, sent } = gated();
    script.tool = (leg) => {
      sent.push(leg);
      return leg.definitionDigest === 'def-place'
        ? { kind: 'changed', definitionDigest: 'def-new', valid: true }
        : ran('did it');
    };
    await withScriptedJobs(env, script, async ({ start }) => {
      const job = await start();
      const first = await job.question();
      await job.answer({ question: first, action: 'accept' });
      const seen = await job.until(({ questions }) => questions.some(({ replaces }) => replaces === first));
      expect(seen.questions.map(({ state }) => state)).toEqual(['replaced', 'open']);
      expect(seen.questions[1]?.difference).toEqual(['the definition of place changed']);
      await job.answer({ question: seen.questions[1]?.id, action: 'accept' });
      expect((await job.result()).calls[0]?.outcome).toBe('ran');
      expect(sent).toHaveLength(2);
    });
  });

  test('a changed definition of a call that nobody approved is not sent', async () => {
    const { script } = gated({
      calls: [[plannedCall('check_stock')]],
      tool: () => ({ kind: 'changed', definitionDigest: 'other', valid: true }),
    });
    await withScriptedJobs(env, script, async ({ start }) => {
      const result = await (await start()).result();
      expect(result.calls[0]).toMatchObject({ outcome: 'not-sent', isError: true });
      expect(result.state).toBe('completed');
    });
  });
});
