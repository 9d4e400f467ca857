// No stdio server outlives its worker, even one that ignores the end of its input and SIGTERM.
import { afterAll, afterEach, expect, test } from '@jest/globals';
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { recordChild, reapOrphans } from '../../activities/mcp/orphans.ts';
import { identify } from '../../activities/mcp/processes.ts';
import { until } from '../support/mcp-stage.ts';

const dir = mkdtempSync(join(tmpdir(), 'adjourn-orphans-'));
const childrenDir = join(dir, 'children');
const hostEntry = fileURLToPath(new URL('../support/servers/host.ts', import.meta.url));
const serverEntry = fileURLToPath(new URL('../support/servers/scripted.ts', import.meta.url));
const started: ChildProcess[] = [];
const noLog = () => undefined;

afterEach(async () => {
  for (const child of started.splice(0)) child.kill('SIGKILL');
  await reapOrphans(childrenDir, noLog);
  rmSync(childrenDir, { recursive: true, force: true });
});

afterAll(() => rmSync(dir, { recursive: true, force: true }));

async function startHost(): Promise<ChildProcess> {
  const script = { era: 'legacy', log: join(dir, 'log'), tools: join(dir, 'tools.json'), stubborn: true };
  writeFileSync(script.tools, '{}');
  const server = { command: process.execPath, args: [serverEntry, JSON.stringify(script)] };
  const host = spawn(process.execPath, [hostEntry, JSON.stringify({ server, childrenDir })], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  started.push(host);
  await new Promise<void>((resolve, reject) => {
    host.stdout?.once('data', (said: Buffer) =>
      String(said) === 'open' ? resolve() : reject(new Error(String(said))),
    );
  });
  return host;
}

function childOf(host: ChildProcess): number {
  const name = readdirSync(childrenDir).find((file) => file.startsWith(`${host.pid}-`)) ?? '';
  return JSON.parse(readFileSync(join(childrenDir, name), 'utf8')).child.pid;
}

test('a server left behind by a killed worker is ended at the next start', async () => {
  const host = await startHost();
  const child = childOf(host);
  host.kill('SIGKILL');
  await until(() => identify(host.pid ?? 0) === null);
  expect(identify(child)).not.toBeNull();
  expect(await reapOrphans(childrenDir, noLog)).toBe(1);
  expect(identify(child)).toBeNull();
  expect(readdirSync(childrenDir)).toEqual([]);
});

test('a server of a worker that lives is left alone', async () => {
  const host = await startHost();
  const child = childOf(host);
  expect(await reapOrphans(childrenDir, noLog)).toBe(0);
  expect(identify(child)).not.toBeNull();
  host.kill('SIGKILL');
  await until(() => identify(host.pid ?? 0) === null);
});

test('a process that got the number of a dead server is left alone', async () => {
  const bystander = spawn(process.execPath, ['-e', 'setInterval(() => {}, 60000)'], { stdio: 'ignore' });
  started.push(bystander);
  const pid = bystander.pid ?? 0;
  recordChild(childrenDir, 'ops', pid);
  const [name = ''] = readdirSync(childrenDir);
  const record = JSON.parse(readFileSync(join(childrenDir, name), 'utf8'));
  const long = { pid: record.owner.pid, start: 'long ago' };
  writeFileSync(
    join(childrenDir, name),
    JSON.stringify({ ...record, owner: long, child: { pid, start: 'long ago' } }),
  );
  expect(await reapOrphans(childrenDir, noLog)).toBe(0);
  expect(identify(pid)).not.toBeNull();
});

test('broken records and a missing folder are no obstacle', async () => {
  expect(await reapOrphans(join(dir, 'nowhere'), noLog)).toBe(0);
});
