// How soon an answer takes effect that comes right after the worker was killed and replaced: within five seconds.
import { afterAll, afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { until } from '../support/mcp-stage.ts';
import { asks, form, says } from '../support/modern-steps.ts';
import type { Process } from '../support/scene.ts';
import { crash, openScriptedScene, type ScriptedScene } from '../support/scripted-scene.ts';
import { closeTestServers } from '../support/temporal.ts';

const repeats = process.env['ADJOURN_TEST'] === 'long' ? 10 : 2;

let scene: ScriptedScene;
beforeEach(async () => {
  scene = await openScriptedScene(() => ({
    order: {
      steps: [asks({ ok: form('Really order?') }, 'asked')],
      rounds: { asked: [{ do: 'effect', name: 'order' }, says('ordered')] },
    },
  }));
  scene.configure({});
});
afterEach(() => scene.close());
afterAll(closeTestServers);

/** Seconds from the answers to each effect; the worker of one repeat is the victim of the next. */
async function figures(ripe: (worker: Process) => Promise<unknown>): Promise<number[]> {
  const taken: number[] = [];
  let worker = await scene.startWorker();
  for (let repeat = 1; repeat <= repeats; repeat++) {
    const jobs = [1, 2, 3].map((n) => `po-${repeat}-${n}`);
    await Promise.all(jobs.map((job) => scene.start(job, 'order')));
    const questions = await Promise.all(jobs.map((job) => scene.asked(job, 'order')));
    await ripe(worker);
    await crash(worker);
    worker = await scene.startWorker();
    const answeredAt = performance.now();
    await Promise.all(questions.map((question, n) => scene.answer(jobs[n] ?? '', question, 'accept')));
    for (let effects = 1; effects <= jobs.length; effects++) {
      await until(() => scene.effects('order') > taken.length);
      taken.push((performance.now() - answeredAt) / 1000);
    }
    await Promise.all(jobs.map((job) => scene.ended(job)));
  }
  expect(scene.effects('order')).toBe(3 * repeats);
  return taken;
}

describe('an answer that comes right after the worker was killed and replaced takes effect within 5 s', () => {
  test.each([
    {
      when: 'while it was idle',
      ripe: (worker: Process) => worker.says(/0 activities in flight, [1-9]\d* jobs in memory/),
    },
    { when: 'as soon as it had asked', ripe: async () => undefined },
  ])(
    'when it was killed $when',
    async ({ when, ripe }) => {
      const taken = await figures(ripe);
      const shown = taken.map((seconds) => `${seconds.toFixed(1)} s`).join(', ');
      process.stderr.write(`after-kill: killed ${when}: ${shown}\n`);
      expect(Math.max(...taken)).toBeLessThan(5);
    },
    240_000,
  );
});
