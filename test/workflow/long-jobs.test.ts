// Jobs that grow: many rounds with large results, new runs while people answer. Case C20.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { bounded } from '../../activities/mcp/result-text.ts';
import { bounds, jsonBytes, type ModelRequest, type Turn } from '../../workflows/contract/index.ts';
import { asks, plannedCall, ran, reply, withScriptedJobs, type Script } from '../support/scripted-job.ts';
import { connectTo } from '../support/temporal.ts';

type Env = Awaited<ReturnType<typeof connectTo>>;
let env: Env;
beforeAll(async () => {
  env = await connectTo();
});
afterAll(() => env.teardown());

const large = (n: number) => bounded(`result ${n}: ${'x'.repeat(50 * 1024)}`);

function toolTexts(transcript: Turn[]): string[] {
  return transcript.flatMap((turn) => (turn.role === 'tools' ? turn.results.map(({ text }) => text) : []));
}

describe('C20 a job of 150 calls with results of 50 KB', () => {
  const rounds = 150;
  const requests: ModelRequest[] = [];
  const script: Script = {
    terms: { limits: { rounds: rounds + 1, tokens: null, historyEvents: 400 } },
    model: (request) => {
      requests.push(request);
      const { round, tools } = request;
      if (!tools || round > rounds) return reply('All read.');
      return reply('', [plannedCall(round === 75 ? 'place' : 'read', { round })]);
    },
    tool: ({ tool, start, arguments: { round } }) => {
      if (tool === 'place' && start.kind === 'fresh') return asks('Sure?');
      return ran(large(Number(round)));
    },
  };

  test('reaches its end over many runs; the model keeps the newest results whole and the job every call', async () => {
    await withScriptedJobs(env, script, async ({ start }) => {
      const job = await start();
      const first = (await job.workflow.describe()).runId;
      const question = await job.question();
      await job.answer({ question, action: 'accept' });
      const result = await job.result();
      expect(result).toMatchObject({ state: 'completed', text: 'All read.', round: rounds });
      expect(result.calls).toHaveLength(rounds);
      expect(result.questions).toMatchObject([{ id: question, state: 'accepted' }]);
      expect(result.shortenedResults).toBeGreaterThan(100);
      expect(result.usage.modelAttempts).toBe(rounds + 1);
      expect((await job.workflow.describe()).runId).not.toBe(first);
      const texts = toolTexts(requests.at(-1)?.transcript ?? []);
      expect(texts).toHaveLength(rounds);
      expect(texts.at(-1)).toBe(large(rounds));
      expect(texts[0]).toMatch(/^result 1: x+.*shortened to make room: it had 32,7\d\d bytes/s);
      for (const { transcript } of requests) {
        expect(jsonBytes(transcript)).toBeLessThanOrEqual(bounds.transcriptBytes);
      }
      await job.replay();
    });
  }, 180_000);

  test('one round of 64 such results is shortened too, and does not end the job', async () => {
    const many: Script = {
      model: ({ round, tools }) =>
        tools && round === 1
          ? reply(
              '',
              Array.from({ length: 64 }, (_, n) => plannedCall('read', { n })),
            )
          : reply('Done.'),
      tool: ({ arguments: { n } }) => ran(large(Number(n))),
    };
    await withScriptedJobs(env, many, async ({ start }) => {
      const result = await (await start()).result();
      expect(result).toMatchObject({ state: 'completed', shortenedResults: 64 });
    });
  }, 60_000);
});

describe('C20 an answer in the very moment of the hand-over to a new run', () => {
  const rounds = 200;
  const atOnce = 20;

  test(`is never lost in ${rounds} tries, and acts once`, async () => {
    const effects = new Map<string, number>();
    const script: Script = {
      terms: { limits: { rounds: 3, tokens: null, historyEvents: 24 } },
      tool: ({ job, start }) => {
        if (start.kind !== 'resume') return asks('Sure?');
        effects.set(job, (effects.get(job) ?? 0) + 1);
        return ran('ordered');
      },
    };
    await withScriptedJobs(env, script, async ({ start }) => {
      const runs = new Set<string>();
      const one = async (n: number) => {
        const job = await start();
        const before = (await job.workflow.describe()).runId;
        const question = await job.question();
        // Refused ones bring the run to its threshold; the valid one is sent among them.
        const flood = Array.from({ length: 14 }, (_, index) =>
          job.answer(
            index === n % 14
              ? { question, action: 'accept' }
              : { question, action: 'accept', content: { index } },
          ),
        );
        await Promise.all(flood);
        const result = await job.result();
        expect(result).toMatchObject({
          state: 'completed',
          questions: [{ id: question, state: 'accepted' }],
        });
        expect(result.verdicts).toHaveLength(14);
        expect(result.verdicts.filter((verdict) => verdict.result === 'recorded')).toHaveLength(1);
        if ((await job.workflow.describe()).runId !== before) runs.add(job.id);
        expect(effects.get(job.id)).toBe(1);
      };
      for (let n = 0; n < rounds; n += atOnce) {
        await Promise.all(Array.from({ length: atOnce }, (_, index) => one(n + index)));
      }
      // Else nothing was raced with.
      expect(runs.size).toBeGreaterThan(rounds / 10);
    });
  }, 240_000);
});
