// Cancelling a job is not answering `cancel`: case C22.
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { CancelledFailure, Context } from '@temporalio/activity';
import { asks, plannedCall, ran, withScriptedJobs, type Script } from '../support/scripted-job.ts';
import { startTimeSkipping, type TimeSkipping } from '../support/temporal.ts';

let env: TimeSkipping;
beforeAll(async () => {
  env = await startTimeSkipping();
});
afterAll(() => env.teardown());

/** What a call does that only notices its cancellation. */
async function untilTold(): Promise<void> {
  const context = Context.current();
  while (!context.cancellationSignal.aborted) {
    context.heartbeat();
    await delay(50);
  }
}

describe('C22 cancelling a job', () => {
  test('that waits closes its question as job-cancelled and ends Canceled; nothing is sent afterwards', async () => {
    const sent: string[] = [];
    const script: Script = {
      tool: (leg) => {
        sent.push(leg.start.kind);
        return asks('Sure?');
      },
    };
    await withScriptedJobs(env, script, async ({ start }) => {
      const job = await start();
      const question = await job.question();
      await job.workflow.cancel();
      await expect(job.result()).rejects.toThrow('cancelled');
      const seen = await job.status();
      expect(seen).toMatchObject({
        state: 'cancelled',
        questions: [{ id: question, state: 'job-cancelled' }],
      });
      expect((await job.workflow.describe()).status.name).toBe('CANCELLED');
      expect(sent).toEqual(['fresh']);
      await job.replay();
    });
  });

  test('with a call in flight waits for its real end and records the late result', async () => {
    const script: Script = {
      tool: async () => {
        await untilTold();
        return ran('it had happened already');
      },
    };
    await withScriptedJobs(env, script, async ({ start }) => {
      const job = await start();
      await job.until(({ calls }) => calls[0]?.state === 'in-flight');
      await job.workflow.cancel();
      await expect(job.result()).rejects.toThrow('cancelled');
      expect((await job.status()).calls[0]).toMatchObject({
        outcome: 'ran',
        text: 'it had happened already',
      });
    });
  });

  test('with a call that could still be stopped says that it was not sent', async () => {
    const script: Script = {
      tool: async () => {
        await untilTold();
        throw new CancelledFailure('stopped');
      },
    };
    await withScriptedJobs(env, script, async ({ start }) => {
      const job = await start();
      await job.until(({ calls }) => calls[0]?.state === 'in-flight');
      await job.workflow.cancel();
      await expect(job.result()).rejects.toThrow('cancelled');
      expect((await job.status()).calls[0]?.outcome).toBe('cancelled');
    });
  });

  test('in the same task as an accept: the cancellation wins, and nothing is sent', async () => {
    const sent: string[] = [];
    const script: Script = {
      taskQueue: `same-task-${process.pid}`,
      tool: (leg) => {
        sent.push(leg.start.kind);
        return leg.start.kind === 'resume' ? ran('ordered') : asks('Sure?');
      },
    };
    let id = '';
    let question = '';
    await withScriptedJobs(env, script, async ({ start }) => {
      const job = await start();
      id = job.id;
      question = await job.question();
    });
    // No worker now: both wait for the same task.
    const handle = env.client.workflow.getHandle(id);
    await handle.signal('answer', { question, action: 'accept' });
    await handle.cancel();
    await withScriptedJobs(env, script, async ({ takeOver }) => {
      const job = takeOver(id);
      await expect(job.result()).rejects.toThrow('cancelled');
      expect((await job.status()).calls[0]?.outcome).toBe('cancelled');
    });
    expect(sent).toEqual(['fresh']);
  });

  test('whose history is full is cancelled too, and does not go on as a new run', async () => {
    const script: Script = {
      terms: { limits: { rounds: 10, tokens: null, historyEvents: 20 } },
      calls: [[plannedCall('first')], [plannedCall('second')]],
      tool: async () => {
        await untilTold();
        return ran('it had happened already');
      },
    };
    await withScriptedJobs(env, script, async ({ start }) => {
      const job = await start();
      await job.until(({ calls }) => calls[0]?.state === 'in-flight');
      await job.workflow.cancel();
      await expect(job.result()).rejects.toThrow('cancelled');
      expect((await job.status()).calls.map(({ tool }) => tool)).toEqual(['first']);
    });
  });

  test('shows its end in the search attribute', async () => {
    await withScriptedJobs(env, { tool: () => asks('Sure?') }, async ({ start }) => {
      const job = await start();
      await job.question();
      await job.workflow.cancel();
      await expect(job.result()).rejects.toThrow('cancelled');
      const { searchAttributes } = await job.workflow.describe();
      expect(searchAttributes['AdjournState']).toEqual(['cancelled']);
    });
  });
});
