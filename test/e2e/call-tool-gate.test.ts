// When the callTool activity must not send: the tool changed, the server is away, or this attempt no longer counts.
import { afterEach, describe, expect, test } from '@jest/globals';
import { ActivityCancellationDetails, CancelledFailure } from '@temporalio/common';
import { callTool, run, setStage, type Stage } from '../support/mcp-stage.ts';
import { order, says } from '../support/modern-steps.ts';

const silent = () => Promise.reject(new Error('unavailable'));
let stage: Stage;
afterEach(() => stage.close());

describe('a call is not sent', () => {
  const definitionDigest = 'f'.repeat(64);

  test('when the tool is another than the one it was made for', async () => {
    stage = await setStage({ tools: order });
    const before = await stage.digestOf('order');
    const properties = { sku: { type: 'string' } };
    stage.setTools({ order: { steps: [], definition: { inputSchema: { type: 'object', properties } } } });
    const fits = await run(stage, { definitionDigest: before });
    expect(fits).toEqual({ kind: 'changed', definitionDigest: await stage.digestOf('order'), valid: true });
    stage.setTools({
      order: { steps: [], definition: { inputSchema: { type: 'object', required: ['quantity'] } } },
    });
    expect(await run(stage, { definitionDigest: before })).toMatchObject({ kind: 'changed', valid: false });
    expect(stage.calls()).toEqual([]);
  });

  test('when the tool is gone for good, or this worker does not have the server (another one may)', async () => {
    stage = await setStage({ tools: {} });
    expect(await run(stage, { definitionDigest })).toMatchObject({ kind: 'not-sent', final: true });
    expect(await run(stage, { definitionDigest, server: 'other' })).toMatchObject({
      kind: 'not-sent',
      final: false,
    });
  });

  test('when the server is down, and is sent when it is up again', async () => {
    stage = await setStage({ tools: { order: { steps: [says('up')] } }, http: true });
    const digest = await stage.digestOf('order');
    await stage.stopHttp();
    expect(await run(stage, { definitionDigest: digest })).toMatchObject({ kind: 'not-sent', final: false });
    await stage.startHttp();
    expect(await run(stage, { definitionDigest: digest })).toMatchObject({ kind: 'result' });
  });

  test('when its command does not exist', async () => {
    stage = await setStage({ tools: order, config: { command: '/nowhere/server' } });
    expect(await run(stage, { definitionDigest })).toMatchObject({ kind: 'not-sent', final: false });
  });

  test('when Temporal has given the attempt up, or cannot be asked', async () => {
    stage = await setStage({ tools: order });
    expect(await run(stage, {}, { pending: async () => false })).toMatchObject({
      kind: 'not-sent',
      final: false,
    });
    expect(await run(stage, {}, { pending: silent })).toMatchObject({ kind: 'not-sent', final: false });
    expect(stage.calls()).toEqual([]);
  });

  test.each([{ http: false }, { http: true }])(
    'when the worker stalled after Temporal was asked, http: $http',
    async ({ http }) => {
      stage = await setStage({ tools: order, http });
      let now = 0;
      const pending = async () => {
        now += 40_000;
        return true;
      };
      const outcome = await run(stage, {}, { pending, clocks: [() => now] });
      expect(outcome).toMatchObject({
        kind: 'not-sent',
        final: false,
        reason: expect.stringContaining('stalled'),
      });
      expect(stage.calls()).toEqual([]);
    },
  );

  test('when the time is up while Temporal is being asked', async () => {
    stage = await setStage({ tools: order });
    const asked = Promise.withResolvers<boolean>();
    const pending = () => asked.promise;
    expect(await run(stage, { timeoutMs: 50 }, { pending })).toMatchObject({ kind: 'not-sent' });
    asked.resolve(true);
    await stage.digestOf('order');
    expect(stage.calls()).toEqual([]);
  });

  test('when it is cancelled while Temporal is being asked', async () => {
    stage = await setStage({ tools: order });
    const { environment, outcome } = callTool(
      stage,
      {},
      {
        pending: async () => {
          environment.cancel();
          return true;
        },
      },
    );
    await expect(outcome).rejects.toThrow(CancelledFailure);
    expect(stage.calls()).toEqual([]);
  });

  test('when its worker is stopping: the job tries again, nothing is cancelled', async () => {
    stage = await setStage({ tools: order });
    const { environment, outcome } = callTool(
      stage,
      {},
      {
        pending: async () => {
          environment.cancel('WORKER_SHUTDOWN', new ActivityCancellationDetails({ workerShutdown: true }));
          return true;
        },
      },
    );
    expect(await outcome).toMatchObject({ kind: 'not-sent', final: false });
    expect(stage.calls()).toEqual([]);
  });
});
