// What becomes of a call once it was written: results, errors, lost replies.
import { afterEach, describe, expect, test } from '@jest/globals';
import { ActivityCancellationDetails } from '@temporalio/common';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { callTool, run, setStage, until, type Stage } from '../support/mcp-stage.ts';
import { order, says } from '../support/modern-steps.ts';

let stage: Stage;
afterEach(() => stage.close());

describe('a sent call', () => {
  test('outlives the stop of its worker', async () => {
    stage = await setStage({ tools: order });
    const file = join(stage.dir, 'go');
    stage.setTools({ order: { steps: [{ do: 'wait', file }, says('finished')] } });
    const { environment, outcome } = callTool(stage, {});
    await until(() => stage.deeds().some((deed) => deed['waiting']));
    environment.cancel('WORKER_SHUTDOWN', new ActivityCancellationDetails({ workerShutdown: true }));
    writeFileSync(file, '');
    expect(await outcome).toMatchObject({ kind: 'result', result: { text: 'finished' } });
  });

  test('that may be repeated is retried by Temporal when its reply is lost', async () => {
    stage = await setStage({ tools: { order: { steps: [{ do: 'die' }] } } });
    await expect(run(stage, { idempotent: true })).rejects.toMatchObject({
      type: 'adjourn.ReplyLost',
      nonRetryable: false,
    });
  });

  test('C30 that fails is a result: the flag and JSON-RPC errors make it an error, words do not', async () => {
    stage = await setStage({
      tools: {
        order: { steps: [says('no stock', true)] },
        thrown: { steps: [{ do: 'error', code: -32602, message: 'bad sku' }] },
        words: { steps: [says('Error: failed')] },
      },
    });
    expect(await run(stage)).toEqual({ kind: 'result', result: { text: 'no stock', isError: true } });
    const thrown = { kind: 'result', result: { text: 'error -32602: bad sku', isError: true } };
    expect(await run(stage, { tool: 'thrown' })).toEqual(thrown);
    expect(await run(stage, { tool: 'words' })).toMatchObject({ result: { isError: false } });
  });

  test('with a huge result keeps the job small', async () => {
    stage = await setStage({ tools: { order: { steps: [says('가'.repeat(1_000_000))] } } });
    const outcome = await run(stage);
    if (outcome.kind !== 'result') throw new Error(outcome.kind);
    expect(Buffer.byteLength(outcome.result.text)).toBeLessThanOrEqual(32 * 1024);
    expect(outcome.result.text).toContain('3000000 bytes');
  });

  test('cannot tell the model a secret of the worker', async () => {
    const env = { OPS_TOKEN: 'tell-nobody-4', ROOT: '/work/files' };
    stage = await setStage({
      tools: { order: { steps: [says('tell-nobody-4 in /work/files')] } },
      config: { env },
    });
    expect(await run(stage)).toMatchObject({ result: { text: '[secret] in /work/files' } });
  });

  test.each([
    [401, { kind: 'not-sent', final: true }],
    [403, { kind: 'not-sent', final: true }],
    [404, { kind: 'not-sent', final: false }],
    [429, { kind: 'not-sent', final: false }],
    [500, { kind: 'unknown' }],
    [503, { kind: 'unknown' }],
  ])('refused with HTTP %i is %j, and no secret is told', async (status, outcome) => {
    const headers = { authorization: 'Bearer tell-nobody-1' };
    const fail = { method: 'tools/call', status, times: 1 };
    stage = await setStage({ tools: order, http: true, fail, config: { headers } });
    const settled = await run(stage);
    expect(settled).toMatchObject(outcome);
    expect(stage.deeds().at(-1)).toMatchObject({ authorization: 'Bearer tell-nobody-1' });
    expect(JSON.stringify([settled, stage.logged])).not.toContain('tell-nobody');
  });
});
