// What people install: packed, installed into an empty folder, and run from there.
import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { openScene, type Scene } from '../support/scene.ts';
import { closeTestServers } from '../support/temporal.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const run = promisify(execFile);
const minutes = 60_000;

let folder: string;
let scene: Scene;
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'adjourn-package-'));
  scene = await openScene();
  await run('npm', ['pack', '--pack-destination', folder], { cwd: root });
  const tarball = readdirSync(folder).find((name) => name.endsWith('.tgz'));
  await run('npm', ['init', '-y'], { cwd: folder });
  await run('npm', ['install', '--prefer-offline', '--no-audit', '--no-fund', `./${tarball ?? ''}`], {
    cwd: folder,
  });
}, 5 * minutes);
afterAll(async () => {
  await scene.close();
  await closeTestServers();
  rmSync(folder, { recursive: true, force: true });
});

test('the installed package shows its help through npx', async () => {
  const { stdout } = await run('npx', ['adjourn', '--help'], { cwd: folder });
  expect(stdout).toContain('answer [options] <job/question> [answer]');
});

test('a worker from the packed bundle completes a job', async () => {
  const launcher = path.join(folder, 'node_modules/adjourn/bin/adjourn.js');
  scene.configure({ mcpServers: { operations: scene.operationsOverStdio() } });
  const worker = scene.spawn(launcher, 'worker');
  await worker.says(/worker ready/);
  await scene.adjourn('start', 'order 10 of SKU-300', '--id', 'packed');
  const asked = await scene.until('packed', ({ state }) => state === 'waiting');
  const answer = { question: asked.questions[0]?.id, action: 'accept' };
  await scene.env.client.workflow.getHandle('packed').signal('answer', answer);
  await scene.until('packed', ({ state }) => state === 'completed');
  expect(scene.orders()).toHaveLength(1);
});
