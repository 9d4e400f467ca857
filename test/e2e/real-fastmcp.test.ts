// FastMCP, the Python framework most servers are made with: its forms, its own time limit, and effects counted in a file.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import getPort from 'get-port';
import { fastMcpPython, pythonMs } from '../support/real-python.ts';
import { openRealScene, type RealScene } from '../support/real-scene.ts';
import { serverGaveUp } from '../support/real-silence.ts';
import type { Process } from '../support/scene.ts';
import { crash } from '../support/scripted-scene.ts';

const support = (file: string) => fileURLToPath(new URL(`../support/servers/${file}`, import.meta.url));
const transports = ['stdio', 'http'] as const;
/** What a dead worker had taken is noticed late. */
const killMs = 180_000;
const startsAgain = 'the tool runs again from its start';

let scene: RealScene;
let worker: Process;
let log: string;
let url: string;
beforeAll(async () => {
  const python = await fastMcpPython();
  scene = await openRealScene();
  log = path.join(scene.dir, 'effects');
  const port = await getPort();
  url = `http://127.0.0.1:${port}/mcp`;
  const server = support('real-fastmcp.py');
  const options = ['--log', log, '--port', String(port), '--timeout', '4'];
  const http = scene.spawn(support('real-exec.ts'), python, server, ...options);
  await http.says(/running on/);
  scene.host({
    stdio: { ...scene.overStdio(server, '--log', log), command: python },
    http: { url },
  });
  worker = await scene.startWorker();
}, pythonMs);
afterAll(() => scene?.close());

const effects = (item: string) =>
  (existsSync(log) ? readFileSync(log, 'utf8').split('\n') : []).filter(
    (line) => line.split(' ')[1] === item,
  );

describe.each(transports)('over %s', (transport) => {
  test('C05: a form without fields is a plain yes', async () => {
    const job = `confirm-${transport}`;
    await scene.start(job, transport, 'confirm');
    const question = await scene.asked(job);
    const card = await scene.adjourn('show', `${job}/${question.id}`);
    expect(card.stdout).toContain('It asks for nothing but yes or no.');
    expect(await scene.answer(job, question, 'approve', 'x=1')).toMatchObject({ code: 4 });
    await scene.answered(job, question, 'approve');
    await scene.ended(job);
    expect(JSON.parse(scene.told(job))).toEqual({ action: 'accept', data: {} });
  });

  test('C04: the form of a dataclass is answered with text, number, boolean and a choice', async () => {
    const job = `deliver-${transport}`;
    await scene.start(job, transport, 'deliver');
    const question = await scene.asked(job);
    const wrong = await scene.answer(job, question, 'approve', 'boxes=two', 'express=1', 'slot=noon');
    expect(wrong.code).toBe(4);
    for (const field of ['address is required', 'boxes must be', 'express must be', 'slot must be one of'])
      expect(wrong.stderr).toContain(field);
    const words = ['address=서울 1', 'boxes=2', 'express=yes', 'slot=evening'];
    await scene.answered(job, question, 'approve', ...words);
    await scene.ended(job);
    expect(JSON.parse(scene.told(job))).toEqual({
      action: 'accept',
      data: { address: '서울 1', boxes: 2, express: true, slot: 'evening' },
    });
  });
});

// Over HTTP the last test of this file kills it too.
test.each(process.env['ADJOURN_TEST'] === 'long' ? transports : ['stdio'])(
  'C17 over %s: the worker is killed while a question is open; what is answered then happens once',
  async (transport) => {
    const job = `kill-${transport}`;
    await scene.start(job, transport, 'order', { item: job });
    const question = await scene.asked(job);
    expect(effects(job)).toEqual([`start ${job}`]);
    await crash(worker);
    expect(await scene.pending()).toContain(`${job}/${question.id}`);
    expect(await scene.answer(job, question, 'approve')).toMatchObject({ code: 6 });
    worker = await scene.startWorker();
    expect((await scene.ended(job)).questions).toHaveLength(1);
    expect(scene.told(job)).toContain(`Ordered ${job}.`);
    expect(effects(job)).toEqual([`start ${job}`, `start ${job}`, `commit ${job}`]);
  },
  killMs,
);

test('each of the short forms of FastMCP is answered in its turn', async () => {
  await scene.start('pick', 'stdio', 'pick');
  const answers = [
    ['value=3'],
    ['value=blue'],
    ['value=High'],
    ['value=oak', 'value=elm'],
    ['value=Peru', 'value=kr'],
  ];
  for (const words of answers) await scene.answered('pick', await scene.asked('pick'), 'approve', ...words);
  await scene.ended('pick');
  expect(JSON.parse(scene.told('pick'))).toEqual({
    answers: [3, 'blue', 'hi', ['oak', 'elm'], ['pe', 'kr']],
  });
});

test(
  "C17 C24: two questions, each answered after the tool's own time limit and a killed worker, and one effect",
  async () => {
    await scene.start('ship', 'http', 'ship', { item: 'desk' });
    const form = ['address=Busan', 'boxes=3', 'express=no', 'slot=morning'];
    for (const words of [form, []]) {
      const question = await scene.asked('ship');
      expect(await serverGaveUp(url, 'ship', { item: 'unanswered' })).toMatch(/timed out after 4/);
      expect((await scene.adjourn('show', `ship/${question.id}`)).stdout).toContain(startsAgain);
      await crash(worker);
      expect(await scene.pending()).toContain(`ship/${question.id}`);
      worker = await scene.startWorker();
      await scene.answered('ship', question, 'approve', ...words);
    }
    expect((await scene.ended('ship')).state).toBe('completed');
    expect(scene.told('ship')).toContain('Shipped desk.');
    expect(effects('desk')).toEqual(['start desk', 'start desk', 'start desk', 'commit desk 3']);
  },
  killMs,
);
