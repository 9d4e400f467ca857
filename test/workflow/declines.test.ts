// What a decline ends, and what it leaves running: design section 4, case C13.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { purchase, questionOfCall } from '../support/purchase.ts';
import { plannedCall, reply, withScriptedJobs } from '../support/scripted-job.ts';
import { startTimeSkipping, type TimeSkipping } from '../support/temporal.ts';

let env: TimeSkipping;
beforeAll(async () => {
  env = await startTimeSkipping();
});
afterAll(() => env.teardown());

describe('after a decline', () => {
  const twoCalls = [[plannedCall('place', { n: 1 }), plannedCall('place', { n: 2 })]];

  test('no sibling is sent and their open questions close as superseded', async () => {
    const { script, effects } = purchase({ calls: twoCalls });
    await withScriptedJobs(env, script, async ({ start }) => {
      const job = await start();
      const { questions } = await job.until((seen) => seen.questions.length === 2);
      await job.answer({ question: questionOfCall(questions, 'c1.2'), action: 'decline' });
      const result = await job.result();
      expect(result.state).toBe('declined');
      expect(result.questions.map(({ call, state }) => `${call} ${state}`).sort()).toEqual([
        'c1.1 superseded',
        'c1.2 declined',
      ]);
      expect(result.calls.map(({ outcome }) => outcome)).toEqual(['superseded', 'refused']);
      expect(effects).toEqual([]);
      await job.replay();
    });
  });

  test('with onDecline continue the siblings go on, and the same call is refused later without asking', async () => {
    const again = plannedCall('place', { n: 2 });
    const { script, effects, sent } = purchase({ calls: [...twoCalls, [again]] });
    await withScriptedJobs(env, script, async ({ start }) => {
      const job = await start({ onDecline: 'continue' });
      const { questions } = await job.until((seen) => seen.questions.length === 2);
      await job.answer({ question: questionOfCall(questions, 'c1.2'), action: 'decline', by: 'lee' });
      await job.answer({ question: questionOfCall(questions, 'c1.1'), action: 'accept' });
      const result = await job.result();
      expect(result.state).toBe('completed');
      expect(effects).toEqual(['place']);
      expect(result.calls.map(({ outcome }) => outcome)).toEqual(['ran', 'refused', 'refused']);
      expect(result.questions).toHaveLength(2);
      expect(sent).toHaveLength(4);
    });
  });

  test('a last word that fails is replaced by the host from the record', async () => {
    const { script } = purchase({
      model: (request) => {
        if (request.tools) return reply('', [plannedCall('place')]);
        return reply('');
      },
    });
    await withScriptedJobs(env, script, async ({ start }) => {
      const job = await start();
      await job.answer({ question: await job.question(), action: 'decline' });
      const result = await job.result();
      expect(result.text).toContain('ops: place: refused');
    });
  });
});
