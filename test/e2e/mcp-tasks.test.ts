// Tasks of protocol 2025-11-25, as far as questions need them: an answer fetched as a task, and tools that run only as one.
import { afterEach, describe, expect, test } from '@jest/globals';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { answerServer } from '../../activities/mcp/legacy-questions.ts';
import type { LegStart } from '../../workflows/contract/call.ts';
import { asks, form, legacyStage } from '../support/legacy-tools.ts';
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
import { says } from '../support/modern-steps.ts';

let stage: Stage;
afterEach(() => stage.close());

type Steps = Setting['tools'][string]['steps'];
const relatedTask = 'io.modelcontextprotocol/related-task';
const both = [{ http: false }, { http: true }];

describe.each(both)('a question that wants its answer as a task, http: $http', ({ http }) => {
  const named = { taskId: '$TASK' };
  const steps: Steps = [
    asks({ ...form('Really?'), task: { ttl: 60_000 } }),
    { do: 'request', method: 'tasks/get', params: named },
    { do: 'request', method: 'tasks/result', params: named },
    { do: 'request', method: 'tasks/list', params: {} },
    { do: 'request', method: 'tasks/cancel', params: named },
    { do: 'request', method: 'tasks/get', params: { taskId: 'another' } },
  ];

  test('is put to a person, and the answer fetched from the record', async () => {
    stage = await legacyStage(steps, { http });
    const { request } = askedIn(await run(stage));
    const seen = stage.replies();
    const taskId = (seen[0]?.['task'] as { taskId?: unknown } | undefined)?.taskId;
    const task = expect.objectContaining({ taskId, status: 'completed', ttl: 60_000 });
    expect(seen).toEqual([
      { task },
      task,
      { action: 'cancel', _meta: { [relatedTask]: { taskId } } },
      { tasks: [task] },
      expect.objectContaining({ action: 'error', code: -32602 }),
      expect.objectContaining({ action: 'error', code: -32602 }),
    ]);
    const answers = [await recorded(stage, request, { action: 'accept', content: { yes: true } })];
    const outcome = await run(stage, { start: { kind: 'replay', answers } });
    expect(outcome).toMatchObject({ kind: 'result', answersUsed: 1 });
    expect(stage.replies()[8]).toMatchObject({ action: 'accept', content: { yes: true } });
  });
});

test('a question as a task that cannot be shown meets an error, not a task', async () => {
  stage = await legacyStage([asks({ message: 'm', requestedSchema: { type: 'array' }, task: {} })]);
  expect(await run(stage)).toMatchObject({ kind: 'undrawable' });
  expect(stage.replies()).toMatchObject([{ code: -32602 }]);
});

test('a task is forgotten with its call, and a server that asks on and on gets errors instead', async () => {
  stage = await legacyStage(Array.from({ length: 101 }, () => asks({ ...form('Again?'), task: {} })));
  askedIn(await run(stage));
  const seen = stage.replies();
  expect(seen.filter((reply) => reply['task'])).toHaveLength(3);
  expect(seen.at(-1)).toMatchObject({ code: -32600 });
  const get = { method: 'tasks/get', params: { taskId: 'any' } };
  expect(() => answerServer({ current: null }, get)).toThrow(expect.objectContaining({ code: -32600 }));
});

const onlyAsTask = (steps: Steps, taskSupport = 'required') => ({
  order: { steps, definition: { execution: { taskSupport } } },
});
const taskStage = (steps: Steps, more: Partial<Setting> = {}) =>
  setStage({ era: 'legacy', tasks: true, tools: onlyAsTask(steps), ...more });
const sentAsTask = () => stage.calls().map((call) => 'task' in call);
const statuses = () => stage.deeds().flatMap((deed) => deed['taskStatus'] ?? []);

describe.each(both)('a tool that runs only as a task, http: $http', ({ http }) => {
  test('is sent as one, and its outcome fetched', async () => {
    stage = await taskStage([{ do: 'effect', name: 'ordered' }, says('ordered')], { http });
    expect(await run(stage)).toEqual({ kind: 'result', result: { text: 'ordered', isError: false } });
    expect(stage.calls()).toMatchObject([
      { task: { ttl: 90_000 }, _meta: { 'adjourn/idempotencyKey': 'job-1/c1.1' } },
    ]);
    expect(stage.effects()).toEqual(['ordered']);
  });

  test('asks in the midst of it: captured, then answered from the record', async () => {
    stage = await taskStage([asks(form('Really?')), { do: 'effect', name: 'ordered' }], { http });
    const { request, closing } = askedIn(await run(stage));
    expect(closing.text).toBe('not done (cancel)');
    const start: LegStart = {
      kind: 'replay',
      answers: [await recorded(stage, request, { action: 'accept', content: {} })],
    };
    expect(await run(stage, { start })).toMatchObject({ kind: 'result', answersUsed: 1 });
    expect(stage.replies()).toMatchObject([{ action: 'cancel' }, { action: 'accept' }]);
    expect(stage.effects()).toEqual(['ordered']);
  });

  test('fails: its own words are the result', async () => {
    stage = await taskStage([{ do: 'error', code: -32000, message: 'no stock' }], { http });
    expect(await run(stage)).toMatchObject({
      kind: 'result',
      result: { text: expect.stringContaining('no stock'), isError: true },
    });
  });

  test('dies after its task was made: nobody knows, and it is not sent again', async () => {
    stage = await taskStage([], { http });
    const file = join(stage.dir, 'go');
    stage.setTools(onlyAsTask([{ do: 'wait', file }, { do: 'effect', name: 'ordered' }, { do: 'die' }]));
    const outcome = run(stage);
    await until(() => stage.deeds().some((deed) => deed['waiting']));
    writeFileSync(file, '');
    expect(await outcome).toMatchObject({ kind: 'unknown' });
    expect(stage.calls()).toHaveLength(1);
  });

  test('is forgotten by its server: nobody knows', async () => {
    stage = await taskStage([{ do: 'forget-tasks' }], { http });
    expect(await run(stage)).toMatchObject({
      kind: 'unknown',
      reason: 'server ops no longer has the task that it made of this call',
    });
  });

  test('takes longer than the call may: nobody knows, and the server is told to stop it', async () => {
    stage = await taskStage([], { http });
    stage.setTools(onlyAsTask([{ do: 'wait', file: join(stage.dir, 'never') }]));
    expect(await run(stage, { timeoutMs: 700 })).toMatchObject({
      kind: 'unknown',
      reason: 'server ops did not reply in time',
    });
    expect(statuses()).toEqual(['cancelled']);
  });

  test('is stopped with its job', async () => {
    stage = await taskStage([], { http });
    stage.setTools(onlyAsTask([{ do: 'wait', file: join(stage.dir, 'never') }]));
    const { environment, outcome } = callTool(stage, {});
    await until(() => stage.deeds().some((deed) => deed['waiting']));
    environment.cancel();
    expect(await outcome).toMatchObject({ kind: 'unknown' });
    expect(statuses()).toEqual(['cancelled']);
  });
});

test.each([
  ['that may run as a task', onlyAsTask([says('plain')], 'optional'), true],
  ['that may not', onlyAsTask([says('plain')], 'forbidden'), true],
  ['of a server that takes no tasks', onlyAsTask([says('plain')]), false],
])('a tool %s is called plainly', async (_name, tools, tasks) => {
  stage = await setStage({ era: 'legacy', tasks, tools });
  expect(await run(stage)).toMatchObject({ kind: 'result', result: { text: 'plain' } });
  expect(sentAsTask()).toEqual([false]);
});

test('a tool of a modern server is called plainly, whatever its definition says of tasks', async () => {
  stage = await setStage({ tools: onlyAsTask([says('plain')]) });
  expect(await run(stage)).toMatchObject({ kind: 'result', result: { text: 'plain' } });
});
