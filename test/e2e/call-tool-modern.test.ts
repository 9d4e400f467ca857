// The callTool activity against a modern server: real server processes, real connections, no Temporal server.
import { afterEach, describe, expect, test } from '@jest/globals';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { identify } from '../../activities/mcp/processes.ts';
import { callTool, run, setStage, until, type Stage } from '../support/mcp-stage.ts';
import { asks, form, order, says, type Steps } from '../support/modern-steps.ts';

let stage: Stage;
afterEach(() => stage.close());

const isAlive = (pid: number) => identify(pid) !== null;

describe.each([{ http: false }, { http: true }])('a modern server, http: $http', ({ http }) => {
  test('asks, and takes each kind of answer with its state', async () => {
    stage = await setStage({ tools: order, http });
    const asked = await run(stage);
    expect(asked).toEqual({
      kind: 'asked',
      requests: [
        {
          mode: 'form',
          key: 'approve',
          message: 'Really order?',
          schema: { type: 'object', properties: {} },
        },
      ],
      requestState: 'state-1',
    });
    for (const reply of [
      { action: 'accept', content: {} },
      { action: 'decline' },
      { action: 'cancel' },
    ] as const) {
      const start = { kind: 'resume', requestState: 'state-1', responses: { approve: reply } } as const;
      expect(await run(stage, { start })).toEqual({
        kind: 'result',
        result: { text: 'ordered', isError: false },
      });
      expect(stage.deeds().findLast((deed) => deed.call)).toMatchObject({
        state: 'state-1',
        responses: { approve: reply },
        call: { _meta: { 'adjourn/idempotencyKey': 'job-1/c1.1' }, arguments: { sku: 'SKU-300' } },
      });
    }
  });

  test('C31 gets back byte for byte a state of 500 KB and one of unusual characters', async () => {
    const odd = '\u0000"\\\u2028\u2029\ud800 \udfff\u{10ffff} \u202E 한글 👩‍👩‍👧 \uFEFF e\u0301 \u00e9 AAA==\n';
    for (const state of ['x'.repeat(500_000), odd]) {
      stage = await setStage({
        tools: { order: { steps: [asks({ q: form('?') }, state)], rounds: { [state]: [says('same')] } } },
        http,
      });
      const asked = await run(stage);
      expect(asked).toMatchObject({ kind: 'asked', requestState: state });
      const start = { kind: 'resume', requestState: state, responses: { q: { action: 'accept' } } } as const;
      expect(await run(stage, { start })).toMatchObject({ kind: 'result', result: { text: 'same' } });
      await stage.close();
    }
  });

  test('refuses a state', async () => {
    stage = await setStage({ tools: order, http });
    const start = {
      kind: 'resume',
      requestState: 'stale',
      responses: { approve: { action: 'accept' } },
    } as const;
    expect(await run(stage, { start })).toEqual({ kind: 'state-refused', reason: 'invalid request state' });
    expect(stage.effects()).toEqual([]);
  });

  test('dies after the effect: the outcome is unknown', async () => {
    stage = await setStage({
      tools: { order: { steps: [{ do: 'effect', name: 'ordered' }, { do: 'die' }] } },
      http,
    });
    expect(await run(stage)).toMatchObject({ kind: 'unknown' });
    expect(stage.effects()).toEqual(['ordered']);
  });

  test('tells how far it is while the heartbeats go on', async () => {
    const steps: Steps = [{ do: 'progress', progress: 3, message: 'half\u0007way' }];
    stage = await setStage({ tools: { order: { steps } }, http });
    const file = join(stage.dir, 'go');
    stage.setTools({ order: { steps: [...steps, { do: 'wait', file }, says('ok')] } });
    const beats: unknown[] = [];
    const { environment, outcome } = callTool(stage, {}, {}, { heartbeatTimeoutMs: 300 });
    environment.on('heartbeat', (details) => beats.push(details));
    await until(() => beats.some((details) => details !== undefined));
    expect(beats.at(-1)).toEqual({ progress: 3, total: null, message: 'half\\u{7}way' });
    writeFileSync(file, '');
    expect(await outcome).toMatchObject({ kind: 'result', result: { text: 'ok' } });
  });
});

async function cancelMidCall(http: boolean) {
  stage = await setStage({ tools: order, http });
  const file = join(stage.dir, 'go');
  stage.setTools({
    order: { steps: [{ do: 'wait', file }, { do: 'effect', name: 'late' }, says('late')] },
  });
  const { environment, outcome } = callTool(stage, { timeoutMs: 60_000 });
  await until(() => stage.deeds().some((deed) => deed['waiting']));
  environment.cancel();
  return { file, outcome };
}

describe('a cancelled call of a modern server', () => {
  test('over HTTP: what it still came to is the outcome', async () => {
    const { file, outcome } = await cancelMidCall(true);
    writeFileSync(file, '');
    expect(await outcome).toMatchObject({ kind: 'result', result: { text: 'late' } });
  });

  test('over stdio, where servers do not reply to it: unknown after five seconds, and the server is ended', async () => {
    const { outcome } = await cancelMidCall(false);
    expect(await outcome).toMatchObject({ kind: 'unknown' });
    const pid = stage.deeds()[0]?.pid ?? 0;
    await until(() => !isAlive(pid));
  });
});

describe('questions of a modern server', () => {
  test('C31 two at once, a form and a url', async () => {
    const link = {
      method: 'elicitation/create',
      params: { mode: 'url', message: 'Sign', url: 'https://a.test/x' },
    };
    stage = await setStage({ tools: { order: { steps: [asks({ a: form('One?'), b: link }, 's')] } } });
    expect(await run(stage)).toMatchObject({
      kind: 'asked',
      requests: [
        { mode: 'form', key: 'a', message: 'One?' },
        { mode: 'url', key: 'b', message: 'Sign', url: 'https://a.test/x' },
      ],
      requestState: 's',
    });
  });

  test('C31 none but a state: it wants to be called again; none and no state: cannot be taken', async () => {
    const start = { kind: 'resume', requestState: 'later', responses: {} } as const;
    stage = await setStage({
      tools: { order: { steps: [asks({}, 'later')], rounds: { later: [says('now')] } } },
    });
    expect(await run(stage)).toEqual({ kind: 'asked', requests: [], requestState: 'later' });
    expect(await run(stage, { start })).toMatchObject({ kind: 'result', result: { text: 'now' } });
  });

  test('without a state: none goes back', async () => {
    stage = await setStage({ tools: { order: { steps: [asks({ q: form('?') })] } } });
    expect(await run(stage)).not.toHaveProperty('requestState');
    await run(stage, { start: { kind: 'resume', responses: { q: { action: 'cancel' } } } });
    expect(stage.deeds().at(-1)).toMatchObject({ state: null, responses: { q: { action: 'cancel' } } });
  });

  test.each([
    [
      'C02 (a) a nested object',
      { type: 'object', properties: { x: { type: 'object', properties: {} } } },
      '/properties/x',
    ],
    [
      'C02 (b) a nullable field',
      { type: 'object', properties: { x: { anyOf: [{ type: 'string' }, { type: 'null' }] } } },
      '/properties/x',
    ],
    [
      'C02 (c) a reference',
      { type: 'object', properties: { x: { $ref: '#/$defs/x' } }, $defs: { x: { type: 'string' } } },
      '/$defs',
    ],
    [
      'C02 (d) an unknown format',
      { type: 'object', properties: { x: { type: 'string', format: 'ipv4' } } },
      '/properties/x/format',
    ],
  ])('that cannot be shown whole are shown to nobody: %s', async (_name, requestedSchema, pointer) => {
    const request = { method: 'elicitation/create', params: { message: 'm', requestedSchema } };
    stage = await setStage({ tools: { order: { steps: [asks({ q: request }, 's')] } } });
    expect(await run(stage)).toMatchObject({ kind: 'undrawable', pointer });
  });

  test('that open anything but http(s) are shown to nobody', async () => {
    const request = {
      method: 'elicitation/create',
      params: { mode: 'url', message: 'm', url: 'javascript:alert(1)' },
    };
    stage = await setStage({ tools: { order: { steps: [asks({ q: request }, 's')] } } });
    expect(await run(stage)).toMatchObject({
      kind: 'undrawable',
      reason: expect.stringContaining('javascript:'),
    });
  });
});

test('stderr of a server is logged by line, escaped and without secrets', async () => {
  const env = { TOKEN: 'tell-nobody-2' };
  stage = await setStage({ tools: order, stderr: 'key tell-nobody-2\u001b[2J', config: { env } });
  await run(stage);
  await until(() => stage.logged.some((line) => line.includes('key [secret]\\u{1b}[2J')));
  expect(stage.logged.join()).not.toContain('tell-nobody');
});

test('era: a modern server that is pinned to legacy is not reached', async () => {
  stage = await setStage({ tools: order, http: true, config: { era: 'legacy' } });
  expect(await run(stage, { definitionDigest: 'f'.repeat(64) })).toMatchObject({ kind: 'not-sent' });
});
