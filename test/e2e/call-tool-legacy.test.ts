// The callTool activity against a legacy server, which asks in the middle of a call: suspend and replay.
import { afterEach, describe, expect, test } from '@jest/globals';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { answerServer } from '../../activities/mcp/legacy-questions.ts';
import { identify } from '../../activities/mcp/processes.ts';
import type { ElicitationReply, LegStart } from '../../workflows/contract/call.ts';
import {
  askedIn,
  callTool,
  recorded,
  run,
  setStage,
  until,
  type Setting,
  type Stage,
} from '../support/mcp-stage.ts';

let stage: Stage;
afterEach(() => stage.close());

type Steps = Setting['tools'][string]['steps'];
const empty = { type: 'object', properties: {} };
const asks = (message: string) => ({ do: 'ask' as const, params: { message, requestedSchema: empty } });
const legacy = (steps: Steps, more: Partial<Setting> = {}) =>
  setStage({ era: 'legacy', tools: { order: { steps } }, ...more });

const accept: ElicitationReply = { action: 'accept', content: {} };

describe.each([{ http: false }, { http: true }])('a legacy server, http: $http', ({ http }) => {
  test('asks, is told cancel, and runs again with the answer in its place', async () => {
    stage = await legacy([asks('Really order?'), { do: 'effect', name: 'ordered' }], { http });
    const asked = askedIn(await run(stage));
    expect(asked).toEqual({
      kind: 'asked-legacy',
      request: { mode: 'form', key: null, message: 'Really order?', schema: empty },
      place: 0,
      closing: { text: 'not done (cancel)', isError: false },
    });
    expect(stage.replies()).toEqual([{ action: 'cancel' }]);
    const start: LegStart = { kind: 'replay', answers: [await recorded(stage, asked.request, accept)] };
    expect(await run(stage, { start })).toEqual({
      kind: 'result',
      result: { text: 'done', isError: false },
      answersUsed: 1,
    });
    expect(stage.replies().at(-1)).toEqual(accept);
    expect(stage.effects()).toEqual(['ordered']);
  });

  test('asks twice in one call: the second question comes with the answer to the first', async () => {
    stage = await legacy([asks('Sure?'), asks('Really sure?'), { do: 'effect', name: 'ordered' }], { http });
    const first = askedIn(await run(stage));
    const answers = [await recorded(stage, first.request, accept)];
    const second = askedIn(await run(stage, { start: { kind: 'replay', answers } }));
    expect(second).toMatchObject({ place: 1, request: { message: 'Really sure?' } });
    answers.push(await recorded(stage, second.request, accept));
    expect(await run(stage, { start: { kind: 'replay', answers } })).toMatchObject({ kind: 'result' });
    expect(stage.effects()).toEqual(['ordered']);
  });

  test('asks differently each time: the answer to another question is never given', async () => {
    stage = await legacy([asks('Order $RANDOM?'), { do: 'effect', name: 'ordered' }], { http });
    const first = askedIn(await run(stage));
    const start: LegStart = { kind: 'replay', answers: [await recorded(stage, first.request, accept)] };
    const again = askedIn(await run(stage, { start }));
    expect(again.request.message).not.toBe(first.request.message);
    expect(again.place).toBe(0);
    expect(stage.effects()).toEqual([]);
  });

  test('dies after its question was taken: nobody knows', async () => {
    stage = await legacy([], { http });
    stage.setTools({ order: { steps: [{ ...asks('Die?'), onRefusal: 'go on' }, { do: 'die' }] } });
    expect(await run(stage, { timeoutMs: 600_000 })).toMatchObject({ kind: 'unknown' });
    expect(stage.replies()).toEqual([{ action: 'cancel' }]);
  });

  test('answers calls one after the other, so that a question reaches its own call', async () => {
    stage = await legacy([], { http });
    const file = join(stage.dir, 'go');
    stage.setTools({
      order: { steps: [{ do: 'wait', file }, asks('First?')] },
      other: { steps: [asks('Second?')] },
    });
    const one = run(stage);
    await until(() => stage.calls().length === 1);
    const two = run(stage, { tool: 'other', call: 'c1.2' });
    await stage.digestOf('other');
    writeFileSync(file, '');
    expect(askedIn(await one).request.message).toBe('First?');
    expect(askedIn(await two).request.message).toBe('Second?');
    expect(stage.calls().map((call) => call?.name)).toEqual(['order', 'other']);
  });

  test('cannot sample: -32601', async () => {
    stage = await legacy([{ do: 'sample' }], { http });
    expect(await run(stage)).toMatchObject({ kind: 'result' });
    expect(stage.replies()).toMatchObject([{ code: -32601 }]);
  });
});

describe('questions of a legacy server', () => {
  test.each([
    ['C02 (a)', { x: { type: 'object', properties: {} } }, '/properties/x'],
    ['C02 (b)', { x: { anyOf: [{ type: 'string' }, { type: 'null' }] } }, '/properties/x'],
    ['C02 (c)', { x: { $ref: '#/$defs/x' } }, '/properties/x'],
    ['C02 (d)', { x: { type: 'string', format: 'ipv4' } }, '/properties/x/format'],
  ])('that cannot be shown whole meet an error: %s', async (_name, properties, pointer) => {
    const requestedSchema = { type: 'object', properties };
    stage = await legacy([
      { do: 'ask', params: { message: 'm', requestedSchema } },
      { do: 'effect', name: 'ordered' },
    ]);
    expect(await run(stage)).toMatchObject({ kind: 'undrawable', pointer });
    expect(stage.replies()).toMatchObject([{ action: 'error', code: -32602 }]);
    expect(stage.effects()).toEqual([]);
  });

  test('without a schema are a yes or no; with a url they are to be opened', async () => {
    stage = await legacy([{ do: 'ask', params: { message: 'Yes?' } }]);
    expect(askedIn(await run(stage)).request).toEqual({
      mode: 'form',
      key: null,
      message: 'Yes?',
      schema: empty,
    });
    const url = 'https://pay.test/1';
    stage.setTools({
      order: { steps: [{ do: 'ask', params: { mode: 'url', message: 'Pay', url, elicitationId: 'e1' } }] },
    });
    const asked = askedIn(await run(stage));
    expect(asked.request).toEqual({ mode: 'url', key: null, message: 'Pay', url, elicitationId: 'e1' });
    const start: LegStart = {
      kind: 'replay',
      answers: [await recorded(stage, asked.request, { action: 'accept' })],
    };
    expect(await run(stage, { start })).toMatchObject({ kind: 'result', result: { text: 'done' } });
  });

  test('are refused where the config says so, and nobody is asked', async () => {
    const config = { legacyQuestions: 'refuse' } as const;
    stage = await legacy([asks('Really?'), { do: 'effect', name: 'ordered' }], { config });
    expect(await run(stage)).toMatchObject({ kind: 'result', result: { text: 'not done (error)' } });
    expect(stage.replies()).toMatchObject([{ action: 'error', code: -32600 }]);
  });

  test('after the first unanswered one are told cancel too, and only the first is put', async () => {
    const steps: Steps = [
      { ...asks('One?'), onRefusal: 'go on' },
      { ...asks('Two?'), onRefusal: 'go on' },
    ];
    stage = await legacy(steps);
    expect(askedIn(await run(stage))).toMatchObject({ place: 0, request: { message: 'One?' } });
    expect(stage.replies()).toEqual([{ action: 'cancel' }, { action: 'cancel' }]);
  });

  test('outside of a call meet an error', () => {
    const ask = { method: 'elicitation/create', params: { message: 'now?' } };
    expect(() => answerServer({ current: null }, ask)).toThrow(expect.objectContaining({ code: -32600 }));
  });
});

describe('a connection to a legacy server', () => {
  test('is opened anew when the server was restarted and forgot its session', async () => {
    stage = await legacy([{ do: 'effect', name: 'ordered' }], { http: true });
    const definitionDigest = await stage.digestOf('order');
    await stage.stopHttp();
    await stage.startHttp();
    expect(await run(stage, { definitionDigest })).toMatchObject({ kind: 'result' });
    expect(stage.effects()).toEqual(['ordered']);
  });

  test('that forgets the session at the very call sends it once more, for it never started', async () => {
    const fail = { method: 'tools/call', status: 404, times: 1 };
    stage = await legacy([{ do: 'effect', name: 'ordered' }], { http: true, fail });
    expect(await run(stage)).toMatchObject({ kind: 'result' });
    expect(stage.effects()).toEqual(['ordered']);
  });

  test('is opened anew when the stdio server died, and none is left after close', async () => {
    stage = await legacy([{ do: 'effect', name: 'ordered' }], { stubborn: true });
    const definitionDigest = await stage.digestOf('order');
    const first = stage.deeds().findLast((deed) => deed['started'])?.pid ?? 0;
    process.kill(first, 'SIGKILL');
    await until(() => identify(first) === null);
    expect(await run(stage, { definitionDigest })).toMatchObject({ kind: 'result' });
    await stage.pool.close();
    for (const deed of stage.deeds()) expect(identify(deed.pid)).toBeNull();
  });

  test('is not shared with a call whose predecessor may still be running', async () => {
    stage = await legacy([]);
    const file = join(stage.dir, 'go');
    stage.setTools({ order: { steps: [{ do: 'wait', file }, asks('Late?')] } });
    expect(await run(stage, { timeoutMs: 300 })).toMatchObject({ kind: 'unknown' });
    stage.setTools({ order: { steps: [asks('New?')] } });
    const next = askedIn(await run(stage));
    expect(next.request.message).toBe('New?');
    const pids = new Set(
      stage
        .deeds()
        .filter((deed) => deed.call)
        .map((deed) => deed.pid),
    );
    expect(pids.size).toBe(2);
  });

  test('gives up its place in the queue when cancelled', async () => {
    stage = await legacy([]);
    const file = join(stage.dir, 'go');
    stage.setTools({
      order: { steps: [{ do: 'wait', file }] },
      other: { steps: [{ do: 'effect', name: 'never' }] },
    });
    const one = run(stage);
    await until(() => stage.calls().length === 1);
    const two = callTool(stage, { tool: 'other' });
    await stage.digestOf('other');
    two.environment.cancel();
    await expect(two.outcome).rejects.toThrow('stopped before it was sent');
    writeFileSync(file, '');
    expect(await one).toMatchObject({ kind: 'result' });
    expect(stage.effects()).toEqual([]);
  });
});
