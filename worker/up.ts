// `adjourn up`: everything on this machine in one command: Temporal for development, a worker and, where there is no
// config yet, the purchase-order example. Ctrl-C stops all of it; jobs stay in .adjourn/.
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { searchAttributes } from '../workflows/contract/index.ts';
import { configFileName } from './config/load-config.ts';
import { runningServer } from './dev-server/claim.ts';
import { DevServerError } from './dev-server/error.ts';
import { findTemporalCli } from './dev-server/find.ts';
import { startDevServer } from './dev-server/run.ts';
import { fileOf, packageRoot } from './places.ts';

export type UpOptions = { config?: string; port?: number; uiPort?: number; example?: boolean };

type Temporal = { address: string; uiUrl: string | null; stop(): Promise<void> };

const say = (text: string): void => void process.stderr.write(`${text}\n`);

export async function up(options: UpOptions): Promise<number> {
  try {
    const temporal = await startTemporal(options);
    try {
      return await runAll(temporal, options);
    } finally {
      await temporal.stop();
    }
  } catch (error) {
    if (!(error instanceof DevServerError)) throw error;
    say(`error: ${error.message}`);
    return 1;
  }
}

/** A cluster named by TEMPORAL_ADDRESS is used as it is; one that an `up` left behind is taken over. */
async function startTemporal({ port = 7233, uiPort = 8233 }: UpOptions): Promise<Temporal> {
  const given = process.env['TEMPORAL_ADDRESS'];
  if (given) return { address: given, uiUrl: null, stop: async () => undefined };
  const dbFile = path.resolve('.adjourn', 'temporal.db');
  const left = await runningServer(dbFile);
  if (left) {
    const uiUrl = left.uiPort === null ? null : `http://${left.ip}:${left.uiPort}`;
    return {
      address: `${left.ip}:${left.port}`,
      uiUrl,
      stop: async () => void process.kill(left.pid, 'SIGTERM'),
    };
  }
  const cli = await findTemporalCli({ onProgress: say });
  const server = await startDevServer({ cli, dbFile, port, uiPort, searchAttributes });
  return { address: server.address, uiUrl: server.uiUrl ?? null, stop: () => server.stop() };
}

async function runAll({ address, uiUrl }: Temporal, options: UpOptions): Promise<number> {
  const config = configOf(options);
  const env = { ...process.env, TEMPORAL_ADDRESS: address };
  const children: ChildProcess[] = [];
  const start = (name: string, file: string, args: string[]) => {
    // In a group of their own, so that Ctrl-C reaches only this process, which ends them in order.
    const child = fork(file, args, { env, detached: true, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
    children.push(child);
    return once(child, 'exit').then(([code]) => `${name} ended (exit code ${String(code)})`);
  };
  const ends: Promise<string>[] = [];
  if (config.example)
    ends.push(start('the example server', fileOf('examples/purchase-order/server'), exampleFlags));
  ends.push(
    start('the worker', path.join(packageRoot, 'bin/adjourn.js'), ['worker', '--config', config.file]),
  );
  announce(address, uiUrl, config.example);
  const why = await Promise.race([...ends, signalled()]);
  for (const child of children.toReversed()) await ended(child);
  if (why === 'signal') return 0;
  say(`error: ${why}; everything else was stopped. What it said stands above.`);
  return 1;
}

const exampleFlags = ['--data', path.join('.adjourn', 'operations')];

/** One's own config where there is one; else the example's, with its server. */
function configOf({ config, example = true }: UpOptions): { file: string; example: boolean } {
  const own = config ?? process.env['ADJOURN_CONFIG'];
  if (own) return { file: own, example: false };
  if (!example || existsSync(configFileName)) return { file: configFileName, example: false };
  return { file: path.join(packageRoot, 'examples/purchase-order', configFileName), example: true };
}

/** A terminated job keeps the state that it had. */
const waitingJobs = 'AdjournState="waiting" AND ExecutionStatus="Running"';

function announce(address: string, uiUrl: string | null, example: boolean): void {
  const waiting = `/namespaces/default/workflows?query=${encodeURIComponent(waitingJobs)}`;
  const elsewhere = address === '127.0.0.1:7233' ? '' : `TEMPORAL_ADDRESS=${address} `;
  const goal = example ? 'order 10 of SKU-300' : 'what is to be done';
  const lines = [
    'adjourn is up; Ctrl-C stops all of it, and jobs stay in .adjourn/.',
    ...(uiUrl === null ? [] : [`  Temporal UI   ${uiUrl}${waiting}`]),
    `  start a job   ${elsewhere}npx adjourn start "${goal}" --watch`,
    `  questions     ${elsewhere}npx adjourn pending`,
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
