// Records the histories that replay.test.ts replays: node test/replay/record.ts. Record anew only with a change that
// starts new jobs on a new path (patched()); the old files stay, for jobs that were started before.
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { historyToJSON } from '@temporalio/common/lib/proto-utils.js';
import { legs } from '../support/legs.ts';
import { purchase } from '../support/purchase.ts';
import {
  asks,
  plannedCall,
  ran,
  withScriptedJobs,
  type JobHandle,
  type Script,
} from '../support/scripted-job.ts';
import { closeTestServers, connectTo, startTestServer } from '../support/temporal.ts';

const folder = fileURLToPath(new URL('./histories/', import.meta.url));

type Scenario = { script: Script; play: (job: JobHandle) => Promise<unknown>; prompts?: { delayMs: number } };

const scenarios: Record<string, Scenario> = {
  accepted: {
    script: purchase().script,
    play: async (job) => job.answer({ question: await job.question(), action: 'accept', by: 'kim' }),
  },
  declined: {
    script: purchase().script,
    play: async (job) =>
      job.answer({ question: await job.question(), action: 'decline', by: 'lee', comment: 'no' }),
  },
  'cancelled-then-accepted': {
    script: purchase().script,
    prompts: { delayMs: 1_000 },
    play: async (job) => {
      const question = await job.question();
      await job.answer({ question, action: 'cancel' });
      await job.until(({ questions }) => questions[0]?.attempt === 2);
      await job.answer({ question, action: 'accept' });
    },
  },
  parallel: {
    script: purchase({
      calls: [[plannedCall('place', { n: 1 }), plannedCall('check'), plannedCall('place', { n: 2 })]],
    }).script,
    play: async (job) => {
      const { questions } = await job.until((seen) => seen.questions.length === 3);
      for (const { id } of questions.toReversed()) await job.answer({ question: id, action: 'accept' });
    },
  },
  unknown: {
    script: {
      tool: legs(
        () => asks('Sure?'),
        () => ({ kind: 'unknown', reason: 'connection closed' }),
        () => ran('second time'),
      ).tool,
    },
    play: async (job) => {
      await job.answer({ question: await job.question(), action: 'accept' });
      const { questions } = await job.until((seen) => seen.questions.length === 2);
      await job.answer({ question: questions[1]?.id, action: 'accept', content: { outcome: 'run-again' } });
    },
  },
  'refused-answers': {
    script: purchase().script,
    play: async (job) => {
      const question = await job.question();
      await job.answer({ question, action: 'yes' });
      await job.answer({ question, action: 'accept', content: { stray: 1 } });
      await job.workflow.signal('Answer', {});
      await job.workflow.signal('answer');
      await job.until(({ rejected }) => rejected.length === 4);
      await job.answer({ question, action: 'accept' });
    },
  },
  'new-run-while-parked': {
    script: { ...purchase().script, terms: { limits: { rounds: 10, tokens: null, historyEvents: 20 } } },
    play: async (job) => {
      const first = (await job.workflow.describe()).runId;
      const question = await job.question();
      for (let n = 0; (await job.workflow.describe()).runId === first; n += 1) {
        await job.answer({ question, action: 'accept', content: { n } });
        await job.until(({ rejected }) => rejected.length > n);
      }
      await job.answer({ question, action: 'accept' });
    },
  },
};

/** Who recorded it, and on which machine, is nobody's business. */
function anonymous(history: string): string {
  return history.replace(/"\d+@[^"]*"/g, '"recorder"');
}

await mkdir(folder, { recursive: true });
const server = await startTestServer();
const env = await connectTo(server.address);
try {
  for (const [name, { script, play, prompts }] of Object.entries(scenarios)) {
    await withScriptedJobs(env, script, async ({ start }) => {
      const job = await start(prompts ? { prompts } : {}, name);
      const { runId } = await job.workflow.describe();
      await play(job);
      await job.result();
      const last = (await job.workflow.describe()).runId;
      for (const [index, run] of [...new Set([runId, last])].entries()) {
        const history = await env.client.workflow.getHandle(name, run).fetchHistory();
        const file = path.join(folder, `${name}${index > 0 ? '.next-run' : ''}.json`);
        await writeFile(file, `${anonymous(historyToJSON(history))}\n`);
      }
    });
  }
} finally {
  await env.teardown();
  await closeTestServers();
}
