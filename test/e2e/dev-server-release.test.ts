// The way of the official release: a real archive over real HTTP, from loopback.
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

import { afterAll, beforeAll, expect, test } from '@jest/globals';

import { findTool } from '../../worker/dev-server/find.ts';
import { releaseSource } from '../../worker/dev-server/release.ts';
import { thisPlatform, type Tool } from '../../worker/dev-server/tools.ts';

let home: string;
let archive: Buffer;
beforeAll(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'adjourn-release-'));
  await writeFile(path.join(home, 'some-tool'), '#!/bin/sh\necho it works\n');
  await promisify(execFile)('tar', ['-czf', path.join(home, 'a.tar.gz'), '-C', home, 'some-tool']);
  archive = await readFile(path.join(home, 'a.tar.gz'));
});
afterAll(async () => rm(home, { recursive: true, force: true }));

async function fetchFrom(listener: RequestListener, cache: string): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const tool: Tool = {
    name: 'Some tool',
    binary: 'some-tool',
    version: '1.2.3',
    release: {
      url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      asset: { [thisPlatform]: 'a.tar.gz' },
      sha256: { [thisPlatform]: createHash('sha256').update(archive).digest('hex') },
    },
    wheel: { package: 'some-tool-bin', sha256: {} },
    advice: 'Install it by hand.',
  };
  try {
    const env = { PATH: '', ADJOURN_CACHE: path.join(home, cache) };
    return await findTool(tool, [releaseSource(tool, thisPlatform)], { env });
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

test('an archive behind a redirect is fetched, unpacked and runs', async () => {
  const found = await fetchFrom((request, response) => {
    if (request.url === '/a.tar.gz') response.writeHead(302, { location: '/elsewhere' }).end();
    else response.end(archive);
  }, 'redirected');
  expect((await promisify(execFile)(found)).stdout).toBe('it works\n');
});

test('an answer that is no archive is told apart by its status', async () => {
  const fetching = fetchFrom((_request, response) => response.writeHead(404).end('not here'), 'missing');
  await expect(fetching).rejects.toThrow(/the official release: .*a\.tar\.gz answered 404/);
});

test('an archive that breaks off is not installed', async () => {
  const fetching = fetchFrom((_request, response) => {
    response.writeHead(200, { 'content-length': archive.length });
    response.write(archive.subarray(0, 100), () => response.destroy());
  }, 'broken-off');
  await expect(fetching).rejects.toThrow('could not be fetched');
});
