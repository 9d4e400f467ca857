// The race that made jobs unreplayable: a query that waits on a dead worker's own queue falls through to its successor,
// together with events that no workflow task has brought yet; an answer that comes then is handled after them, on replay
// before them. Five jobs race at once, ten times over with ADJOURN_TEST=long; and without the interceptor, to show that
// it is what keeps them right.
import { writeFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { bundleWorkflowCode, DefaultLogger, Runtime, Worker } from '@temporalio/worker';
import { workflowBundle } from '../../worker/workflow-bundle.ts';
import type { JobStatus } from '../../workflows/contract/index.ts';
import { until } from '../support/mcp-stage.ts';
import { asks, form, says } from '../support/modern-steps.ts';
import type { Process } from '../support/scene.ts';
import { crash, openScriptedScene, type ScriptedScene } from '../support/scripted-scene.ts';
import { closeTestServers } from '../support/temporal.ts';

const long = process.env['ADJOURN_TEST'] === 'long';
const jobs = ['job-1', 'job-2', 'job-3', 'job-4', 'job-5'];

/** shown: a query showed what no workflow task had brought; refused: it was kept from that. */
type Ahead = 'shown' | 'refused' | 'no';
type Run = {
  job: string;
  ahead: Ahead;
  /** Results of the two calls, in the model's order; null: the job cannot go on. */
  values: (string | null)[] | null;
  /** What replaying its history says; null: all is well. */
  replay: string | null;
};
type Host = { codePath: string; startWorker: () => Promise<Process> };

Runtime.install({ logger: new DefaultLogger('ERROR') });
let scene: ScriptedScene;
let polling: AbortController;
beforeEach(async () => {
  polling = new AbortController();
  scene = await openScriptedScene((file) => ({
    parked: { steps: [asks({ ok: form('Go on?') }, 'asked')], rounds: { asked: [says('of the parked')] } },
    sibling: {
      steps: [{ do: 'wait', file: file('go') }, asks({ ok: form('And this?') }, 'asked')],
      rounds: { asked: [says('of the sibling')] },
    },
  }));
  scene.configure({ mcpServers: { ops: { ...scene.stage.entry, idempotent: ['*'] } } });
});
afterEach(async () => {
  polling.abort();
  await scene.close();
});
afterAll(closeTestServers);

describe('a parked question, answered while its sibling comes back to a replaced worker under a hail of queries', () => {
  test.each(Array.from({ length: long ? 10 : 1 }, (_, index) => index + 1))(
    'gives each call its own result, and every history replays (%i)',
    async () => {
      const { codePath } = await workflowBundle();
      const runs = await race({ codePath, startWorker: () => scene.startWorker() });
      tell('with the interceptor', runs);
      for (const run of runs) expect(run).toMatchObject({ values: right, replay: null });
      expect(runs.filter(({ ahead }) => ahead === 'shown')).toEqual([]);
      // Else the race never took place, and nothing is shown.
      expect(runs.filter(({ ahead }) => ahead === 'refused')).not.toEqual([]);
    },
    120_000,
  );

  if (long) {
    test('the same when the worker dies in the midst of the siblings', async () => {
      const { codePath } = await workflowBundle();
      const runs = await race({ codePath, startWorker: () => scene.startWorker() }, 'with the worker');
      tell('with the interceptor, in mid-call', runs);
      for (const run of runs) expect(run).toMatchObject({ values: right, replay: null });
      expect(runs.filter(({ ahead }) => ahead === 'shown')).toEqual([]);
    }, 120_000);

    test('breaks jobs without the interceptor', async () => {
      const runs = await race(await unguarded());
      tell('without the interceptor', runs);
      expect(runs.filter(isWrong)).not.toEqual([]);
    }, 120_000);
  }
});

const right = ['of the parked', 'of the sibling'];
const isWrong = ({ values, replay }: Run) => replay !== null || values?.join() !== right.join();

function tell(how: string, runs: Run[]): void {
  const count = (what: (run: Run) => boolean) => runs.filter(what).length;
  process.stderr.write(
    `race ${how}: ${runs.length} jobs, ${count(isWrong)} wrong, ahead: ` +
      `${count(({ ahead }) => ahead === 'shown')} shown, ${count(({ ahead }) => ahead === 'refused')} refused\n`,
  );
}

async function race(
  { codePath, startWorker }: Host,
  lost: 'before the worker' | 'with the worker' = 'before the worker',
): Promise<Run[]> {
  const first = await startWorker();
  await Promise.all(jobs.map((job) => scene.start(job, 'parked', 'sibling')));
  await Promise.all(jobs.map((job) => scene.asked(job, 'parked')));
  await until(() => scene.calls('sibling') === jobs.length);
  if (lost === 'before the worker') {
    // The siblings' replies are lost and they are to be sent again in a second; the worker dies before that. Its own
    // queue then passes for alive, as it does not after the ten seconds that the loss of a heartbeat takes.
    await scene.stage.stopHttp();
    await Promise.all(jobs.map(siblingLost));
    await crash(first);
    await scene.stage.startHttp();
  } else await crash(first);

  const second = await startWorker();
  await until(() => scene.calls('sibling') === 2 * jobs.length);
  const signs = jobs.map(pollStatus);
  // No condition, but an aim: a query waits two seconds on the dead worker's queue, the siblings come back midway, and
  // their workflow task then waits two seconds there.
  await delay(1_000);
  scene.touch('go');
  const ahead = await Promise.all(jobs.map((job, index) => answerAtOnce(job, signs[index])));
  polling.abort();

  await crash(second);
  await startWorker();
  await Promise.all(jobs.map(async (job) => scene.answer(job, await scene.asked(job, 'sibling'), 'accept')));
  return Promise.all(
    jobs.map(async (job, index) => {
      const values = await valuesOf(job);
      return { job, ahead: ahead[index] ?? 'no', values, replay: await replayed(codePath, job) };
    }),
  );
}

/** Answers the parked question on the first sign of the sibling's; returns when that took effect. */
async function answerAtOnce(job: string, sign: Promise<Ahead> | undefined): Promise<Ahead | undefined> {
  const question = await scene.asked(job, 'parked');
  const ahead = await sign;
  await scene.answer(job, question, 'accept');
  await scene.until(job, ({ calls, questions }) => calls[0]?.state === 'closed' && questions.length === 2);
  return ahead;
}

/** The first attempt is over: the second is due, or (on a slow machine) over too, in vain. */
async function siblingLost(job: string): Promise<void> {
  for (;;) {
    const { raw } = await scene.env.client.workflow.getHandle(job).describe();
    const [pending] = raw.pendingActivities ?? [];
    if (pending?.attempt !== 1 || pending.activityId !== 'r1.c2.1') return;
    await delay(10);
  }
}

/** Asks for the status every 20 ms; returns what the first sign of the sibling's question was. */
function pollStatus(job: string): Promise<Ahead> {
  const handle = scene.env.client.workflow.getHandle(job);
  const { signal } = polling;
  const ask = async (): Promise<Ahead | null> => {
    try {
      if ((await handle.query<JobStatus>('status')).questions.length < 2) return null;
      return (await scene.status(job)).questions.length < 2 ? 'shown' : 'no';
    } catch (error) {
      return String(error).includes('between two workflow tasks') ? 'refused' : null;
    }
  };
  return new Promise((resolve) => {
    void (async () => {
      while (!signal.aborted) {
        const news = await ask();
        if (news) resolve(news);
        await delay(20);
      }
    })();
  });
}

/** Waits until the job ends, or cannot be replayed by its worker. */
async function valuesOf(job: string): Promise<Run['values']> {
  for (;;) {
    const { state, calls } = await scene.status(job);
    if (state === 'completed') return calls.map(({ text }) => text);
    const { events } = await scene.history(job);
    if (events?.some(({ workflowTaskFailedEventAttributes }) => workflowTaskFailedEventAttributes))
      return null;
    await delay(50);
  }
}

async function replayed(codePath: string, job: string): Promise<string | null> {
  try {
    await Worker.runReplayHistory({ workflowBundle: { codePath } }, await scene.history(job), job);
    return null;
  } catch (error) {
    return String(error);
  }
}

/** The product's worker with a bundle that lacks `ahead.ts`. */
async function unguarded(): Promise<Host> {
  const path = (file: string) => fileURLToPath(new URL(file, import.meta.url));
  const { code } = await bundleWorkflowCode({
    workflowsPath: path('../../workflows/index.ts'),
    payloadConverterPath: path('../../workflows/payload-converter.ts'),
    logger: new DefaultLogger('ERROR'),
  });
  const codePath = scene.file('unguarded.js');
  writeFileSync(codePath, code);
  return {
    codePath,
    startWorker: async () => {
      const worker = scene.spawn(path('../support/servers/unguarded-worker.ts'), codePath);
      await worker.says(/worker ready/);
      return worker;
    },
  };
}
