// The demo's processes: Temporal on a database file, the operations server, a worker. Each can be killed and started again.
import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { connect, type AgentClient } from '../../client/agent-client.ts';
import { findTemporalCli } from '../../worker/dev-server/find.ts';
import { freePort } from '../../worker/dev-server/ports.ts';
import { startDevServer, type DevServer } from '../../worker/dev-server/run.ts';
import { fileOf, packageRoot } from '../../worker/places.ts';
import { searchAttributes } from '../../workflows/contract/index.ts';

/** Of this run alone: what an earlier demo left waiting is not served, so that each run counts only its own orders. */
const taskQueue = `adjourn-demo-${randomBytes(3).toString('hex')}`;
const stateDir = path.resolve('.adjourn');
const data = path.join(stateDir, 'operations');
const configFile = path.join(stateDir, 'demo.config.json');

export type Stage = {
  cli: string;
  address: string;
  agent: AgentClient;
  /** kill -9 of worker, Temporal and operations server; returns their process ids. */
  killAll(): Promise<{ worker: number; temporal: number; operations: number }>;
  startAll(): Promise<void>;
  stock(): number;
  orders(): number;
  close(): Promise<void>;
};

export const sku = 'SKU-300';

export async function openStage(say: (text: string) => void): Promise<Stage> {
  const cli = await findTemporalCli({ onProgress: say });
  const ports = { temporal: await freePort('127.0.0.1'), operations: await freePort('127.0.0.1') };
  const address = `127.0.0.1:${ports.temporal}`;
  const env = { ...process.env, TEMPORAL_ADDRESS: address, ADJOURN_TASK_QUEUE: taskQueue };
  mkdirSync(stateDir, { recursive: true });
  writeFileSync(configFile, JSON.stringify(configOf(ports.operations), null, 2));
  let temporal: DevServer | null = null;
  const children = new Map<'operations' | 'worker', ChildProcess>();

  const startAll = async () => {
    const dbFile = path.join(stateDir, 'temporal.db');
    temporal = await startDevServer({ cli, dbFile, port: ports.temporal, headless: true, searchAttributes });
    const flags = ['--port', String(ports.operations), '--data', data];
    children.set(
      'operations',
      await start([fileOf('examples/purchase-order/server'), ...flags], env, /listening on/),
    );
    const worker = [path.join(packageRoot, 'bin/adjourn.js'), 'worker', '--config', configFile];
    children.set('worker', await start(worker, env, /worker ready/));
  };
  await startAll();
  const agent = await connect({ env });
  return {
    cli,
    address,
    agent,
    startAll,
    killAll: async () => {
      const [worker, operations, server] = [children.get('worker'), children.get('operations'), temporal];
      if (!worker || !operations || !server) throw new Error('nothing runs that could be killed');
      for (const child of [worker, operations]) await killed(child);
      server.kill();
      await server.exited;
      return { worker: worker.pid ?? 0, temporal: server.pid, operations: operations.pid ?? 0 };
    },
    stock: () => stockOf(path.join(data, 'stock.json')),
    orders: () => linesOf(path.join(data, 'orders.jsonl')),
    close: async () => {
      await agent.close();
      for (const child of children.values()) await stopped(child);
      await temporal?.stop();
    },
  };
}

function configOf(port: number) {
  return {
    model: 'demo/purchase-order',
    taskQueue,
    mcpServers: { operations: { url: `http://127.0.0.1:${port}/mcp` } },
    policy: {
      default: 'ask',
      rules: [
        { server: 'operations', tool: 'check_*', then: 'allow' },
        { server: 'operations', tool: 'place_purchase_order', then: 'server-asks' },
      ],
    },
    prompts: { delay: '2s' },
  };
}

/** Resolves when the process says that it is ready; what it said stands in the error when it never does. */
async function start(args: string[], env: NodeJS.ProcessEnv, ready: RegExp): Promise<ChildProcess> {
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'ignore', 'pipe'] });
  const said: string[] = [];
  const ended = once(child, 'exit').then(() =>
    Promise.reject(new Error(`a process of the demo ended:\n${said.join('\n')}`)),
  );
  ended.catch(() => undefined);
  const isReady = new Promise<void>((resolve) => {
    createInterface({ input: child.stderr }).on('line', (line) => {
      said.push(line);
      if (ready.test(line)) resolve();
    });
  });
  await Promise.race([isReady, ended]);
  return child;
}

async function killed(child: ChildProcess): Promise<void> {
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}

async function stopped(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGTERM');
  await gone;
}

function stockOf(file: string): number {
  return (JSON.parse(readFileSync(file, 'utf8')) as Record<string, number>)[sku] ?? 0;
}

function linesOf(file: string): number {
  return existsSync(file) ? readFileSync(file, 'utf8').split('\n').length - 1 : 0;
}
