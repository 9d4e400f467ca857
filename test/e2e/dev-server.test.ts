// The real development server, as a process: what it offers once started, what survives it, what it says when it fails.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { defineSearchAttributeKey } from '@temporalio/common';
import proto from '@temporalio/proto';
import type { TestWorkflowEnvironment } from '@temporalio/testing';

import { isAlive } from '../../worker/dev-server/alive.ts';
import { runningServer } from '../../worker/dev-server/claim.ts';
import { findTemporalCli } from '../../worker/dev-server/find.ts';
import { startDevServer, type DevServerOptions } from '../../worker/dev-server/run.ts';
import { ensureSearchAttributes, SearchAttributesError } from '../../worker/search-attributes.ts';
import { searchAttributes } from '../../workflows/contract/index.ts';
import { closeTestServers, connectTo, startTestServer, startTimeSkipping } from '../support/temporal.ts';

const stateKey = defineSearchAttributeKey('AdjournState', 'KEYWORD');

/** No worker takes it: it waits. */
async function startJob({ client }: TestWorkflowEnvironment, workflowId: string): Promise<void> {
  const typedSearchAttributes = [{ key: stateKey, value: 'waiting' }];
  await client.workflow.start('nobody', { taskQueue: 'nobody', workflowId, typedSearchAttributes });
}

/** Visibility follows a moment later. */
async function untilListed({ client }: TestWorkflowEnvironment, workflowId: string): Promise<void> {
  for (;;) {
    for await (const { workflowId: found } of client.workflow.list({ query: 'AdjournState = "waiting"' })) {
      if (found === workflowId) return;
    }
    await delay(20);
  }
}

async function failureOf(options: Partial<DevServerOptions>): Promise<unknown> {
  const cli = await findTemporalCli();
  return startDevServer({ cli, searchAttributes, headless: true, detached: false, ...options }).then(
    async (server) => server.stop().then(() => `started on ${server.address}`),
    (thrown: unknown) => thrown,
  );
}

afterAll(closeTestServers);

describe('a server on a database file', () => {
  test('keeps jobs over kill -9 and over a stop, on the same port, and leaves no process', async () => {
    const server = await startTestServer();
    const pids = [server.pid()];
    const env = await connectTo(server.address);
    await startJob(env, 'job-1');
    await untilListed(env, 'job-1');

    await server.kill();
    await server.restart();
    pids.push(server.pid());
    expect((await env.client.workflow.getHandle('job-1').describe()).status.name).toBe('RUNNING');
    await server.stop();
    await server.restart();
    pids.push(server.pid());
    expect((await env.client.workflow.getHandle('job-1').describe()).searchAttributes).toMatchObject({
      AdjournState: ['waiting'],
    });
    await env.teardown();
    await server.stop();
    expect(new Set(pids).size).toBe(3);
    expect(pids.filter(isAlive)).toEqual([]);
  });

  test('keeps closed jobs for thirty days', async () => {
    const server = await startTestServer();
    const env = await connectTo(server.address);
    const { config } = await env.connection.workflowService.describeNamespace({ namespace: 'default' });
    expect(Number(config?.workflowExecutionRetentionTtl?.seconds)).toBe(30 * 24 * 60 * 60);
    await env.teardown();
  });

  test('refuses a second server on that file and names the first', async () => {
    const server = await startTestServer();
    expect(await runningServer(server.dbFile)).toMatchObject({ pid: server.pid() });
    const message = `at ${server.address}.\nProcess ${process.pid} started it`;
    expect(await failureOf({ dbFile: server.dbFile })).toMatchObject({
      code: 'in-use',
      message: expect.stringContaining(message),
    });
    await server.kill();
    expect(await runningServer(server.dbFile)).toBeUndefined();
  });

  test('says what is wrong with a file that is no database', async () => {
    const dbFile = `${(await startTestServer()).dbFile}.broken`;
    await writeFile(dbFile, 'no database '.repeat(1000));
    expect(await failureOf({ dbFile })).toMatchObject({
      code: 'cannot-start',
      message: expect.stringMatching(/file is not a database[^]*move it away/),
    });
  });
});

describe('a server that cannot start', () => {
  test('names the port that is taken, its own or that of the UI', async () => {
    const holder = createServer().listen(0, '127.0.0.1');
    await once(holder, 'listening');
    const { port } = holder.address() as AddressInfo;
    const taken = { code: 'port-taken', message: expect.stringContaining(`Port ${port} on 127.0.0.1`) };
    expect(await failureOf({ port })).toMatchObject(taken);
    expect(await failureOf({ uiPort: port, headless: false })).toMatchObject(taken);
    holder.close();
  });

  test('says which program could not be run', async () => {
    expect(await failureOf({ cli: '/no/such/temporal' })).toMatchObject({
      code: 'cannot-start',
      message: expect.stringContaining('/no/such/temporal'),
    });
  });

  test('shows the last words of a CLI that ends at once', async () => {
    expect(await failureOf({ cli: process.execPath })).toMatchObject({
      code: 'cannot-start',
      message: expect.stringMatching(
        /ended with code 1 before it could be used. It said:\n.*Cannot find module/,
      ),
    });
  });
});

describe('the server and this process', () => {
  test('shows a UI, writes its log where told, and its end is seen', async () => {
    const cli = await findTemporalCli();
    const { dbFile } = await startTestServer();
    const logFile = `${dbFile}.log`;
    const server = await startDevServer({ cli, searchAttributes, logFile });
    const page = await fetch(server.uiUrl ?? '');
    expect(await page.text()).toContain('<html');
    process.kill(server.pid, 'SIGKILL');
    expect(await server.exited).toEqual({ code: null, signal: 'SIGKILL' });
    expect(await readFile(logFile, 'utf8')).toBeDefined();
  });

  test('the server outlives kill -9 of the process that started it, and is found again', async () => {
    const dbFile = `${(await startTestServer()).dbFile}.outlives`;
    const options = JSON.stringify({
      cli: await findTemporalCli(),
      searchAttributes,
      dbFile,
      headless: true,
    });
    const run = new URL('../../worker/dev-server/run.ts', import.meta.url).href;
    const script = `import { startDevServer } from '${run}'; console.log((await startDevServer(${options})).pid);`;
    const starter = spawn(process.execPath, ['--input-type=module', '--eval', script]);
    const pid = Number(String((await once(starter.stdout, 'data'))[0]));
    starter.kill('SIGKILL');
    await once(starter, 'exit');
    const found = await runningServer(dbFile);
    expect(found?.pid).toBe(pid);
    const env = await connectTo(`127.0.0.1:${found?.port}`);
    await env.teardown();
    process.kill(pid, 'SIGKILL');
    while (isAlive(pid)) await delay(20);
    expect(await runningServer(dbFile)).toBeUndefined();
  });
});

describe('search attributes', () => {
  let env: TestWorkflowEnvironment;
  beforeAll(async () => {
    env = await connectTo();
  });
  afterAll(async () => env.teardown());

  test('that are missing are registered and can be used at once', async () => {
    const added = defineSearchAttributeKey('AddedLater', 'KEYWORD');
    await ensureSearchAttributes(env.connection, 'default', { ...searchAttributes, AddedLater: 'Keyword' });
    const options = { taskQueue: 'nobody', workflowId: 'job-added-later' };
    await env.client.workflow.start('nobody', {
      ...options,
      typedSearchAttributes: [{ key: added, value: 'x' }],
    });
    const handle = env.client.workflow.getHandle('job-added-later');
    expect((await handle.describe()).searchAttributes).toMatchObject({ AddedLater: ['x'] });
    await handle.terminate();
  });

  test('two workers that register them at once both succeed', async () => {
    const attributes = { AtOnce: 'Keyword', AtOnceToo: 'Keyword' } as const;
    const both = [1, 2].map(async () => ensureSearchAttributes(env.connection, 'default', attributes));
    await expect(Promise.all(both)).resolves.toBeDefined();
  });

  test('of another type are refused with the commands that cure it', async () => {
    const { INDEXED_VALUE_TYPE_INT } = proto.temporal.api.enums.v1.IndexedValueType;
    await env.connection.operatorService.addSearchAttributes({
      namespace: 'default',
      searchAttributes: { WrongType: INDEXED_VALUE_TYPE_INT },
    });
    const refused = ensureSearchAttributes(env.connection, 'default', { WrongType: 'Keyword' });
    await expect(refused).rejects.toBeInstanceOf(SearchAttributesError);
    await expect(refused).rejects.toThrow(/WrongType is int/);
    await expect(refused).rejects.toThrow(
      'temporal operator search-attribute create --namespace default --name WrongType --type Keyword',
    );
  });

  test('of a namespace that is missing: the command that makes it', async () => {
    await expect(ensureSearchAttributes(env.connection, 'nowhere', searchAttributes)).rejects.toThrow(
      'temporal operator namespace create --namespace nowhere',
    );
  });

  test('are known to the server that skips time', async () => {
    const skipping = await startTimeSkipping();
    await startJob(skipping, 'job-skipping');
    const { searchAttributes: seen } = await skipping.client.workflow.getHandle('job-skipping').describe();
    expect(seen).toMatchObject({ AdjournState: ['waiting'] });
    await skipping.teardown();
  });
});
