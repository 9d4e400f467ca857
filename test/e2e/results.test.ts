// Case C30 end to end: what reaches the model of each kind of result, through a real server, a job, and the provider's wire.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startFakeOpenAi, type FakeOpenAi } from '../support/fake-openai.ts';
import { openScene, type Scene } from '../support/scene.ts';
import type { Script, Step } from '../support/servers/script.ts';
import { closeTestServers } from '../support/temporal.ts';
import { JobStatus } from '../../workflows/contract/index.ts';

const scripted = fileURLToPath(new URL('../support/servers/scripted.ts', import.meta.url));
const says = (text: string) => ({ type: 'text', text });
const gives = (result: Extract<Step, { do: 'result' }>['result']): Step => ({ do: 'result', result });

/** A tool of each kind: what its server sends, and what the model is told; `error`: marked as one. */
const kinds: Record<string, { step: Step; told: string; error?: true }> = {
  flagged: {
    step: gives({ isError: true, content: [says('the disk is full')] }),
    told: 'the disk is full',
    error: true,
  },
  refused: {
    step: { do: 'error', code: -32602, message: 'no such sku' },
    told: 'error -32602: no such sku',
    error: true,
  },
  broken: {
    step: { do: 'error', code: -32603, message: 'it broke' },
    told: 'error -32603: it broke',
    error: true,
  },
  empty: { step: gives({ content: [] }), told: '(no output)' },
  structured: { step: gives({ content: [], structuredContent: { k: 1 } }), told: '{"k":1}' },
  both: {
    step: gives({ content: [says('one')], structuredContent: { k: 1 } }),
    told: 'one\n[structured content]\n{"k":1}',
  },
  image: {
    step: gives({ content: [says('see'), { type: 'image', mimeType: 'image/png', data: 'AAAA' }] }),
    told: 'see\n[image: image/png, 3 bytes]',
  },
  audio: {
    step: gives({ content: [{ type: 'audio', mimeType: 'audio/wav', data: 'AAA=' }] }),
    told: '[audio: audio/wav, 2 bytes]',
  },
  link: {
    step: gives({
      content: [{ type: 'resource_link', uri: 'file:///a', name: 'a', mimeType: 'text/plain' }],
    }),
    told: '[resource link: a, file:///a, text/plain]',
  },
  embedded: {
    step: gives({
      content: [{ type: 'resource', resource: { uri: 'file:///a', mimeType: 'text/plain', text: 'body' } }],
    }),
    told: '[resource: file:///a, text/plain]\nbody',
  },
  blob: {
    step: gives({
      content: [{ type: 'resource', resource: { uri: 'file:///b', mimeType: 'x/y', blob: 'AAAA' } }],
    }),
    told: '[resource: file:///b, x/y, 3 bytes]',
  },
  wording: { step: gives({ content: [says('Error: failed')] }), told: 'Error: failed' },
  bare: { step: gives({}), told: '(no output)' },
};
const names = Object.keys(kinds);
const eras = ['modern', 'legacy'] as const;

let scene: Scene;
let model: FakeOpenAi;

beforeAll(async () => {
  scene = await openScene();
  // Calls every tool once, then reports. Each job has one server: its calls are all there are to be offered.
  model = await startFakeOpenAi({
    reply: ({ body: { messages, tools = [] } }) =>
      messages.some(({ role }) => role === 'tool')
        ? { text: 'Done.' }
        : { calls: tools.map(({ function: { name } }) => ({ id: name, name, arguments: {} })) },
  });
  scene.configure({
    model: 'openai-compatible/fake',
    models: { 'openai-compatible': { baseURL: model.baseURL } },
    mcpServers: Object.fromEntries(eras.map((era) => [era, server(era)])),
  });
  await scene.startWorker();
});
afterAll(async () => {
  await scene.close();
  await model.stop();
  await closeTestServers();
});

const logOf = (era: string) => path.join(scene.dir, `${era}.log`);

function server(era: 'modern' | 'legacy') {
  const script: Script = { era, log: logOf(era), tools: path.join(scene.dir, 'tools') };
  const tools = Object.entries(kinds).map(([name, { step }]) => [
    name,
    { definition: { inputSchema: { type: 'object' } }, steps: [step] },
  ]);
  writeFileSync(script.tools, JSON.stringify(Object.fromEntries(tools)));
  return scene.overStdio(scripted, JSON.stringify(script));
}

test.each(eras)(
  'of a %s server: the model reads each result, errors marked as such, and none is retried',
  async (era) => {
    const { requests } = model;
    const before = requests.length;
    expect(await scene.adjourn('start', 'use them all', '--id', era, '--server', era)).toMatchObject({
      code: 0,
    });
    const ended = await scene.until(era, ({ state }) => state !== 'running');
    expect(ended).toMatchObject({ state: 'completed', text: 'Done.', questions: [] });

    expect(requests).toHaveLength(before + 2);
    const told = requests.at(-1)?.body.messages.filter(({ role }) => role === 'tool') ?? [];
    // OpenAI's protocol has no mark for errors; this is how OpenAI's own provider writes one.
    const expected = Object.entries(kinds).map(([name, { told: text, error }]) => [
      `${era}__${name}`,
      error ? JSON.stringify({ error: text }) : text,
    ]);
    expect(Object.fromEntries(told.map(({ tool_call_id: id, content }) => [id, content]))).toEqual(
      Object.fromEntries(expected),
    );

    // The record counts errors by the flag, not by the wording; every call was sent once, and none was an activity failure.
    const whole = JobStatus.parse(await scene.env.client.workflow.getHandle(era).result());
    expect(whole.calls).toHaveLength(names.length);
    for (const { tool, outcome, isError, legs } of whole.calls) {
      expect({ tool, outcome, isError, legs }).toEqual({
        tool,
        outcome: 'ran',
        isError: kinds[tool]?.error ?? false,
        legs: 1,
      });
    }
    const { events } = await scene.env.client.workflow.getHandle(era).fetchHistory();
    expect(events?.filter((event) => event.activityTaskFailedEventAttributes)).toEqual([]);
    const attempts = events?.map((event) => event.activityTaskStartedEventAttributes?.attempt ?? 1);
    expect(new Set(attempts)).toEqual(new Set([1]));
    const { stdout } = await scene.adjourn('show', era);
    expect(stdout.match(/, as an error/g)).toHaveLength(3);
  },
);

test('no process is left behind', async () => {
  expect(await scene.stop()).toEqual([]);
});
