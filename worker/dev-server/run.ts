// Temporal's development server as a process of its own, on a database file or in memory.
import { rmSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import type { SearchAttributes } from '../search-attributes.ts';
import { claim, requireUnused, unclaim } from './claim.ts';
import { launch, type Child, type Exit } from './child.ts';
import { DevServerError, reasonOf } from './error.ts';
import { freePort, hostPort, requirePort } from './ports.ts';
import { untilReady } from './ready.ts';
import { exitedEarly, notReady } from './start-failure.ts';

const GRACE_MS = 10_000;
const READY_WITHIN_MS = 60_000;

export interface DevServerOptions {
  /** Path of the Temporal CLI, see find.ts. */
  cli: string;
  searchAttributes: SearchAttributes;
  /** Where jobs are kept; in memory when absent. One server a file: see claim.ts. */
  dbFile?: string | undefined;
  /** Free ones are chosen when absent. */
  port?: number | undefined;
  uiPort?: number | undefined;
  ip?: string | undefined;
  /** No web UI. */
  headless?: boolean | undefined;
  namespace?: string | undefined;
  /** What the server prints is appended here. Default: DBFILE.log; in memory, a file that goes with the server. */
  logFile?: string | undefined;
  /** False: a Ctrl-C on the terminal also ends the server. True (default): only stop() and kill() do. */
  detached?: boolean | undefined;
}

export interface DevServer {
  address: string;
  uiUrl?: string;
  pid: number;
  /** Resolves when the process has ended, for whatever reason. The process may outlive this one. */
  exited: Promise<Exit>;
  /** Ends it in order, by force after ten seconds. */
  stop(): Promise<void>;
  /** kill -9. */
  kill(): void;
}

/** Starts the server; resolves when namespace and search attributes can be used. Throws DevServerError. */
export async function startDevServer(options: DevServerOptions): Promise<DevServer> {
  if (options.dbFile !== undefined) {
    await makeFolder(path.dirname(options.dbFile));
    await requireUnused(options.dbFile);
  }
  const plan = await planOf(options);
  const child = await start(plan, options);
  return {
    address: plan.address,
    ...(plan.uiPort === null ? {} : { uiUrl: `http://${hostPort(plan.ip, plan.uiPort)}` }),
    pid: child.pid,
    exited: child.exited,
    stop: async () => child.stop(GRACE_MS),
    kill: () => child.kill(),
  };
}

async function start(plan: Plan, options: DevServerOptions): Promise<Child> {
  try {
    const child = await launch(
      options.cli,
      argumentsOf(plan, options),
      plan.logFile,
      options.detached ?? true,
    );
    if (options.dbFile !== undefined)
      await claim(options.dbFile, { pid: child.pid, owner: process.pid, ...plan });
    await readyOrGone(child, plan, options);
    void child.exited.then(() => tidy(plan, options));
    return child;
  } catch (thrown) {
    tidy(plan, options);
    throw thrown;
  }
}

function tidy(plan: Plan, options: DevServerOptions): void {
  if (keptLog(options) === undefined) rmSync(plan.logFile, { force: true });
  if (options.dbFile !== undefined) unclaim(options.dbFile);
}

function keptLog({ logFile, dbFile }: DevServerOptions): string | undefined {
  return logFile ?? (dbFile === undefined ? undefined : `${dbFile}.log`);
}

async function makeFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true });
  } catch (thrown) {
    const message = `Cannot make the folder of Temporal's database file: ${reasonOf(thrown)}. Choose another place.`;
    throw new DevServerError('cannot-start', message, { cause: thrown });
  }
}

interface Plan {
  ip: string;
  port: number;
  uiPort: number | null;
  address: string;
  namespace: string;
  logFile: string;
}

/** The ports are tried before the start: a stranger's Temporal on the same port would pass for ours. */
async function planOf(options: DevServerOptions): Promise<Plan> {
  const ip = options.ip ?? '127.0.0.1';
  const choose = async (port?: number) => (port === undefined ? freePort(ip) : requirePort(port, ip));
  const port = await choose(options.port);
  return {
    ip,
    port,
    uiPort: options.headless === true ? null : await choose(options.uiPort),
    address: hostPort(ip, port),
    namespace: options.namespace ?? 'default',
    logFile: keptLog(options) ?? path.join(tmpdir(), `adjourn-temporal-${process.pid}-${port}.log`),
  };
}

function argumentsOf(plan: Plan, { dbFile, searchAttributes }: DevServerOptions): string[] {
  const listen = ['--ip', plan.ip, '--port', String(plan.port)];
  const ui = plan.uiPort === null ? ['--headless'] : ['--ui-port', String(plan.uiPort)];
  const pragmas = ['--sqlite-pragma', 'journal_mode=wal', '--sqlite-pragma', 'synchronous=1'];
  const database = dbFile === undefined ? [] : ['--db-filename', dbFile, ...pragmas];
  const quiet = ['--ui-disable-news-fetch', '--log-level', 'error'];
  const attributes = Object.entries(searchAttributes).map(([name, type]) => `${name}=${type}`);
  const registered = attributes.flatMap((attribute) => ['--search-attribute', attribute]);
  const namespace = ['--namespace', plan.namespace];
  return ['server', 'start-dev', ...listen, ...ui, ...database, ...quiet, ...namespace, ...registered];
}

/** Whatever goes wrong, no process is left. */
async function readyOrGone(child: Child, plan: Plan, options: DevServerOptions): Promise<void> {
  const giveUp = new AbortController();
  const timer = setTimeout(() => giveUp.abort(), READY_WITHIN_MS);
  const ready = untilReady({ ...plan, searchAttributes: options.searchAttributes }, giveUp.signal);
  try {
    const gone = await Promise.race([ready, child.exited]);
    if (gone !== undefined) throw exitedEarly(gone, await child.tail(), options);
  } catch (thrown) {
    child.kill();
    await child.exited;
    throw thrown instanceof DevServerError ? thrown : notReady(thrown, await child.tail(), options);
  } finally {
    giveUp.abort();
    ready.catch(() => {});
    clearTimeout(timer);
  }
}
