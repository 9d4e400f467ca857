// A stage for end-to-end tests: a Temporal server on a file, worker and MCP servers as processes, the CLI, and kill -9.
import { spawn, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { TestWorkflowEnvironment } from '@temporalio/testing';
import { JobStatus, memoKey } from '../../workflows/contract/index.ts';
import { findTemporalCli } from '../../worker/dev-server/find.ts';
import { connectTo, startTestServer, type TestServer } from './temporal.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const launcher = path.join(root, 'bin/adjourn.js');
const operations = path.join(root, 'examples/purchase-order/server.ts');

export type Process = {
  pid: number;
  /** Everything it wrote to standard error so far. */
  said(): string;
  /** Resolves with the first line that matches, from now or before; rejects when the process ends without one. */
  says(pattern: RegExp): Promise<string>;
  kill(signal: NodeJS.Signals): void;
  /** Resolves with the exit code (null after a signal) when the process is gone. */
  gone: Promise<number | null>;
};

export type Ran = { code: number | null; stdout: string; stderr: string };

export type Scene = {
  dir: string;
  temporal: TestServer;
  env: TestWorkflowEnvironment;
  taskQueue: string;
  /** Writes adjourn.config.json; `config` over a demo model, servers that ask themselves and the scene's own task queue. */
  configure(config: Record<string, unknown>): void;
  startWorker(): Promise<Process>;
  /** The operations server of the example over HTTP; the port stays the same over restarts. */
  startOperations(port: number, ...flags: string[]): Promise<Process>;
  /** As an entry of `mcpServers`: the same server over stdio. */
  operationsOverStdio(...flags: string[]): Record<string, unknown>;
  /** As an entry of `mcpServers`: any server script over stdio. */
  overStdio(file: string, ...args: string[]): Record<string, unknown>;
  spawn(file: string, ...args: string[]): Process;
  adjourn(...args: string[]): Promise<Ran>;
  /** Temporal's own CLI, pointed at this scene's server. */
  temporalCli(...args: string[]): Promise<Ran>;
  /** Lines of orders.jsonl. */
  orders(): { sku: string; quantity: number }[];
  status(job: string): Promise<JobStatus>;
  until(job: string, what: (status: JobStatus) => boolean): Promise<JobStatus>;
  /** SIGTERM to all that the scene started; resolves, when that is gone, with the processes that were left behind. */
  stop(): Promise<number[]>;
  close(): Promise<void>;
};

export async function openScene(): Promise<Scene> {
  const dir = mkdtempSync(path.join(tmpdir(), 'adjourn-scene-'));
  const temporal = await startTestServer();
  const env = await connectTo(temporal.address);
  const mark = randomUUID();
  const taskQueue = `scene-${mark}`;
  const running: Process[] = [];
  let closed = false;
  const environment = {
    ...process.env,
    TEMPORAL_ADDRESS: temporal.address,
    ADJOURN_TASK_QUEUE: taskQueue,
    ADJOURN_TEST_SCENE: mark,
    NODE_OPTIONS: '',
  };
  const start = (file: string, ...args: string[]): Process => {
    const child = spawn(process.execPath, [file, ...args], {
      cwd: dir,
      env: environment,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const started = processOf(child);
    running.push(started);
    return started;
  };
  const overStdio = (file: string, ...args: string[]) => ({
    command: process.execPath,
    args: [file, ...args],
    env: { ADJOURN_TEST_SCENE: mark },
  });
  const status = async (job: string) =>
    JobStatus.parse((await env.client.workflow.getHandle(job).describe()).memo?.[memoKey]);
  return {
    dir,
    temporal,
    env,
    taskQueue,
    configure: (config) => {
      const whole = {
        model: 'demo/purchase-order',
        policy: { default: 'server-asks' },
        taskQueue,
        ...config,
      };
      writeFileSync(path.join(dir, 'adjourn.config.json'), JSON.stringify(whole));
    },
    startWorker: async () => {
      const worker = start(launcher, 'worker');
      await worker.says(/worker ready/);
      return worker;
    },
    startOperations: async (port, ...flags) => {
      const server = start(operations, '--port', String(port), '--data', path.join(dir, 'data'), ...flags);
      await server.says(/listening on/);
      return server;
    },
    operationsOverStdio: (...flags) =>
      overStdio(operations, '--transport', 'stdio', '--data', path.join(dir, 'data'), ...flags),
    overStdio,
    spawn: start,
    adjourn: (...args) => run(process.execPath, [launcher, ...args], dir, environment),
    temporalCli: async (...args) => run(await findTemporalCli(), args, dir, environment),
    orders: () => linesOf(path.join(dir, 'data', 'orders.jsonl')),
    status,
    until: async (job, what) => {
      for (;;) {
        // A Temporal that is being restarted refuses for a moment.
        const seen = await status(job).catch(() => null);
        if (seen && what(seen)) return seen;
        if (closed) throw new Error(`job ${job} never came to: ${what.toString()}`);
        await delay(50);
      }
    },
    stop: async () => {
      for (const each of running) each.kill('SIGTERM');
      await Promise.all(running.map(({ gone }) => gone));
      return processesOf(mark);
    },
    close: async () => {
      closed = true;
      for (const each of running) each.kill('SIGKILL');
      await Promise.all(running.map(({ gone }) => gone));
      for (const pid of processesOf(mark)) process.kill(pid, 'SIGKILL');
      await env.teardown();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

function processOf(child: ChildProcess): Process {
  const { stderr } = child;
  if (child.pid === undefined || !stderr) throw new Error('the process did not start');
  let text = '';
  const gone = once(child, 'close').then(([code]) => (typeof code === 'number' ? code : null));
  stderr.on('data', (chunk) => (text += String(chunk)));
  const says = async (pattern: RegExp) => {
    const known = text.split('\n').find((line) => pattern.test(line));
    if (known !== undefined) return known;
    const lines = createInterface({ input: stderr });
    const found = new Promise<string>((resolve) =>
      lines.on('line', (line) => pattern.test(line) && resolve(line)),
    );
    const ended = gone.then((code) =>
      Promise.reject(new Error(`it ended with ${code} and never said ${pattern}:\n${text}`)),
    );
    return Promise.race([found, ended]).finally(() => lines.close());
  };
  return { pid: child.pid, said: () => text, says, kill: (signal) => child.kill(signal), gone };
}

async function run(file: string, args: string[], cwd: string, env: NodeJS.ProcessEnv): Promise<Ran> {
  const child = spawn(file, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const ran: Ran = { code: null, stdout: '', stderr: '' };
  child.stdout.on('data', (chunk) => (ran.stdout += String(chunk)));
  child.stderr.on('data', (chunk) => (ran.stderr += String(chunk)));
  const [code] = await once(child, 'close');
  return { ...ran, code: typeof code === 'number' ? code : null };
}

function linesOf(file: string): { sku: string; quantity: number }[] {
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n').slice(0, -1) : [];
  return lines.map((line) => JSON.parse(line) as { sku: string; quantity: number });
}

/** Processes of this scene, wherever they descend from: they carry its mark in their environment. Linux only. */
function processesOf(mark: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .filter((name) => {
      try {
        return readFileSync(`/proc/${name}/environ`, 'utf8').includes(`ADJOURN_TEST_SCENE=${mark}`);
      } catch {
        return false;
      }
    })
    .map(Number);
}
