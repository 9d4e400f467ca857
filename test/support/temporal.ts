// Temporal for tests: the server that a whole run shares, servers of a test's own that it may kill, and one that skips time.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { TestWorkflowEnvironment } from '@temporalio/testing';

import { findTemporalCli, findTestServer } from '../../worker/dev-server/find.ts';
import { startDevServer, type DevServer } from '../../worker/dev-server/run.ts';
import { ensureSearchAttributes } from '../../worker/search-attributes.ts';
import { searchAttributes } from '../../workflows/contract/index.ts';

export type TimeSkipping = TestWorkflowEnvironment;

/** Time passes only in `env.sleep()` and while a result is awaited. End it with `env.teardown()`. */
export async function startTimeSkipping(): Promise<TimeSkipping> {
  const server = { executable: { type: 'existing-path' as const, path: await findTestServer() } };
  const env = await TestWorkflowEnvironment.createTimeSkipping({ server });
  await ensureSearchAttributes(env.connection, 'default', searchAttributes);
  return env;
}

/** Set by global-setup.ts. Never stop or kill that server; use task queues and job ids of your own. */
function sharedAddress(): string {
  const address = process.env['ADJOURN_TEST_TEMPORAL'];
  if (address === undefined) {
    const problem = process.env['ADJOURN_TEST_TEMPORAL_PROBLEM'] ?? 'jest.config.js lacks global-setup.ts';
    throw new Error(`No shared Temporal: ${problem}`);
  }
  return address;
}

/** Client and native connection of a server that runs. End it with `teardown()`; the server stays. */
export async function connectTo(address = sharedAddress()): Promise<TestWorkflowEnvironment> {
  return TestWorkflowEnvironment.createFromExistingServer({ address });
}

export interface TestServer {
  /** Stays the same over restarts, as `dbFile` does. */
  address: string;
  dbFile: string;
  /** The process of the moment. */
  pid(): number;
  /** SIGTERM; resolves when the process is gone. */
  stop(): Promise<void>;
  /** SIGKILL; resolves when the process is gone. */
  kill(): Promise<void>;
  /** Once more, after stop or kill. */
  restart(): Promise<void>;
}

const started = new Map<DevServer, string>();

/** A server of the test's own, on a database file. `afterAll(closeTestServers)` ends it whatever the test did. */
export async function startTestServer(): Promise<TestServer> {
  const folder = await mkdtemp(path.join(tmpdir(), 'adjourn-test-temporal-'));
  const dbFile = path.join(folder, 'temporal.db');
  const cli = await findTemporalCli();
  const start = async (port?: number) => {
    const server = await startDevServer({
      cli,
      searchAttributes,
      dbFile,
      port,
      headless: true,
      detached: false,
    });
    started.set(server, folder);
    return server;
  };
  let server = await start();
  const { address } = server;
  const port = Number(address.split(':').at(-1));
  return {
    address,
    dbFile,
    pid: () => server.pid,
    stop: async () => server.stop(),
    async kill() {
      server.kill();
      await server.exited;
    },
    async restart() {
      server = await start(port);
    },
  };
}

/** No process and no file of this test file's servers is left. */
export async function closeTestServers(): Promise<void> {
  const all = [...started];
  started.clear();
  for (const [server, folder] of all) {
    server.kill();
    await server.exited;
    await rm(folder, { recursive: true, force: true });
  }
}
