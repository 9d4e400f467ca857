// `adjourn up`: everything on this machine in one command: Temporal for development, a worker and, where there is no
// config yet, the purchase-order example. Ctrl-C stops all of it; jobs stay in .adjourn/.
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { searchAttributes } from '../workflows/contract/index.ts';
import { ConfigError } from './config/config-error.ts';
import { configFileName, findConfig, loadConfig } from './config/load-config.ts';
import { isAlive } from './dev-server/alive.ts';
import { requireUnused, runningServer } from './dev-server/claim.ts';
import { DevServerError } from './dev-server/error.ts';
import { findTemporalCli } from './dev-server/find.ts';
import { listenError } from './dev-server/ports.ts';
import { startDevServer } from './dev-server/run.ts';
import { fileOf, packageRoot } from './places.ts';

export type UpOptions = { config?: string; port?: number; uiPort?: number; example?: boolean };

type Temporal = {
  address: string;
  uiUrl: string | null;
  /** Path of the Temporal CLI that runs it. */
  cli: string | null;
  /** Resolves with what to say when it ends; null for a cluster that is not ours. */
  gone: Promise<string> | null;
  stop(): Promise<void>;
};

const say = (text: string): void => void process.stderr.write(`${text}\n`);

export async function up(options: UpOptions): Promise<number> {
  try {
    const config = configOf(options);
    loadConfig(config.file, process.env);
    if (!process.env['TEMPORAL_ADDRESS']) await endOrphan(dbFile);
    if (config.example) await requireExamplePort();
    const temporal = await startTemporal(options);
    try {
      return await runAll(temporal, config);
    } finally {
      await temporal.stop();
    }
  } catch (error) {
    if (!(error instanceof DevServerError || error instanceof ConfigError)) throw error;
    say(`error: ${error.message}`);
    return error instanceof ConfigError ? error.exitCode : 1;
  }
}

const dbFile = path.resolve('.adjourn', 'temporal.db');
const examplePort = 8085;

/** In words of its own: the advice for Temporal's port would not help here. */
async function requireExamplePort(): Promise<void> {
  if ((await listenError(examplePort, '127.0.0.1')) === undefined) return;
  throw new DevServerError(
    'port-taken',
    `port ${examplePort}, where the example server listens, is already in use. ` +
      'Stop the program that holds it, or go without: adjourn up --no-example, with a config of your own.',
  );
}

/** A cluster named by TEMPORAL_ADDRESS is used as it is. */
async function startTemporal({ port = 7233, uiPort = 8233 }: UpOptions): Promise<Temporal> {
  const given = process.env['TEMPORAL_ADDRESS'];
  if (given) return { address: given, uiUrl: null, cli: null, gone: null, stop: async () => undefined };
  const cli = await findTemporalCli({ onProgress: say });
  const server = await startDevServer({ cli, dbFile, port, uiPort, searchAttributes });
  const gone = server.exited.then(() => 'Temporal ended');
  return { address: server.address, uiUrl: server.uiUrl ?? null, cli, gone, stop: () => server.stop() };
}

/** A server whose owner was killed holds the database; a new one takes its place. */
async function endOrphan(file: string): Promise<void> {
  const left = await runningServer(file);
  if (!left) return;
  if (isAlive(left.owner)) return requireUnused(file);
  say(`a Temporal was left behind by a killed process; ending it (process ${left.pid})`);
  process.kill(left.pid, 'SIGTERM');
  while (isAlive(left.pid)) await delay(100);
}

async function runAll(temporal: Temporal, config: { file: string; example: boolean }): Promise<number> {
  const env = { ...process.env, TEMPORAL_ADDRESS: temporal.address };
  const children: ChildProcess[] = [];
  const start = (name: string, file: string, args: string[]) => {
    // In a group of their own, so that Ctrl-C reaches only this process, which ends them in order.
    const child = fork(file, args, { env, detached: true, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
    children.push(child);
    return once(child, 'exit').then(([code]) => `${name} ended (exit code ${String(code)})`);
  };
  const ends: Promise<string>[] = temporal.gone ? [temporal.gone] : [];
  if (config.example)
    ends.push(start('the example server', fileOf('examples/purchase-order/server'), exampleFlags));
  const worker = ['worker', '--config', config.file];
  ends.push(start('the worker', path.join(packageRoot, 'bin/adjourn.js'), worker));
  announce(temporal, config.example);
  const why = await Promise.race([...ends, signalled()]);
  for (const child of children.toReversed()) await ended(child);
  if (why === 'signal') return 0;
  say(`error: ${why}; everything else was stopped. What it said stands above.`);
  return 1;
}

const exampleFlags = ['--port', String(examplePort), '--data', path.join('.adjourn', 'operations')];

/** One's own config where there is one; else the example's, with its server. */
function configOf({ config, example = true }: UpOptions): { file: string; example: boolean } {
  const own = config ?? process.env['ADJOURN_CONFIG'];
  if (own || !example || existsSync(configFileName)) {
    return { file: findConfig({ flag: config, env: process.env, cwd: process.cwd() }), example: false };
  }
  return { file: path.join(packageRoot, 'examples/purchase-order', configFileName), example: true };
}

/** A terminated job keeps the state that it had. */
const waitingJobs = 'AdjournState="waiting" AND ExecutionStatus="Running"';

function announce({ address, uiUrl, cli }: Temporal, example: boolean): void {
  const waiting = `/namespaces/default/workflows?query=${encodeURIComponent(waitingJobs)}`;
  const elsewhere = address === '127.0.0.1:7233' ? '' : `TEMPORAL_ADDRESS=${address} `;
  const goal = example ? 'order 10 of SKU-300' : 'what is to be done';
  const lines = [
    'Starting; Ctrl-C stops all of it, and jobs stay in .adjourn/.',
    ...(uiUrl === null ? [] : [`  Temporal UI   ${uiUrl}${waiting}`]),
    `  start a job   ${elsewhere}npx adjourn start "${goal}" --watch`,
    `  questions     ${elsewhere}npx adjourn pending`,
    ...(cli === null ? [] : [`  Temporal CLI  ${cli}`]),
  ];
  say(lines.join('\n'));
}

function signalled(): Promise<'signal'> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
      process.on(signal, () => resolve('signal'));
  });
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGTERM');
  await gone;
}
