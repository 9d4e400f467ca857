// Where the Temporal binary comes from; the places to fetch from are made up, so no network is touched.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';

import { DevServerError } from '../../worker/dev-server/error.ts';
import { findTool } from '../../worker/dev-server/find.ts';
import type { Source } from '../../worker/dev-server/source.ts';
import type { Tool } from '../../worker/dev-server/tools.ts';

const tool: Tool = {
  name: 'Some tool',
  binary: 'some-tool',
  version: '1.2.3',
  wheel: { package: 'some-tool-bin', sha256: {} },
  advice: 'Install it by hand.',
};
const place = `some-tool-1.2.3-${process.platform}-${process.arch}`;

let home: string;
let env: { PATH: string; ADJOURN_CACHE: string };
beforeEach(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'adjourn-find-'));
  env = { PATH: path.join(home, 'bin'), ADJOURN_CACHE: path.join(home, 'cache') };
});
afterEach(async () => rm(home, { recursive: true, force: true }));

/** Serves an archive that "unpacks" to a program with the same content. */
function serving(content: string, changes: { sha256?: string; before?: () => Promise<unknown> } = {}) {
  let fetched = 0;
  const source: Source = {
    name: 'the fake source',
    async download(folder) {
      fetched += 1;
      await changes.before?.();
      const archive = path.join(folder, 'archive');
      await writeFile(archive, content);
      return {
        archive,
        sha256: changes.sha256 ?? createHash('sha256').update(content).digest('hex'),
        async unpack() {
          await writeFile(path.join(folder, 'program'), content);
          return path.join(folder, 'program');
        },
      };
    },
  };
  return { source, fetched: () => fetched };
}

function failing(name: string, reason: string): Source {
  return { name, download: () => Promise.reject(new Error(reason)) };
}

async function program(file: string, mode = 0o755): Promise<string> {
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, 'program');
  await chmod(file, mode);
  return file;
}

const installed = async () => readdir(path.join(env.ADJOURN_CACHE, place));

describe('finding a binary', () => {
  test('takes the one on PATH before the one in the cache and fetches nothing', async () => {
    const onPath = await program(path.join(env.PATH, tool.binary));
    await program(path.join(env.ADJOURN_CACHE, place, tool.binary));
    const { source, fetched } = serving('new');
    expect(await findTool(tool, [source], { env })).toBe(onPath);
    expect(fetched()).toBe(0);
  });

  test('passes over files on PATH that cannot be run and takes the one in the cache', async () => {
    await program(path.join(env.PATH, tool.binary), 0o644);
    const cached = await program(path.join(env.ADJOURN_CACHE, place, tool.binary));
    const { source, fetched } = serving('new');
    expect(await findTool(tool, [source], { env })).toBe(cached);
    expect(fetched()).toBe(0);
  });

  test('fetches into the cache once, ready to run, and says so meanwhile', async () => {
    const { source, fetched } = serving('new');
    const said: string[] = [];
    const onProgress = (text: string) => void said.push(text);
    const found = await findTool(tool, [source], { env, onProgress });
    expect(await findTool(tool, [source], { env })).toBe(found);
    expect(fetched()).toBe(1);
    expect(await readFile(found, 'utf8')).toBe('new');
    expect((await stat(found)).mode & 0o111).toBe(0o111);
    expect(said[0]).toContain('fetching 1.2.3');
    expect(said.at(-1)).toBe('Some tool 1.2.3 is ready');
  });

  test('goes on to the next source when one fails', async () => {
    const { source } = serving('new');
    const found = await findTool(tool, [failing('the closed one', 'no route'), source], { env });
    expect(await readFile(found, 'utf8')).toBe('new');
  });
});

describe('what must not be installed', () => {
  test('an archive with another checksum is refused and leaves nothing behind', async () => {
    const { source } = serving('tampered', { sha256: 'a'.repeat(64) });
    await expect(findTool(tool, [source], { env })).rejects.toThrow(
      /the fake source: refused, its SHA-256 is [0-9a-f]{64} and must be a{64}/,
    );
    expect(await installed()).toEqual([]);
  });

  test('a download that dies half-way leaves nothing behind', async () => {
    const { source } = serving('new', { before: () => Promise.reject(new Error('connection reset')) });
    await expect(findTool(tool, [source], { env })).rejects.toThrow('connection reset');
    expect(await installed()).toEqual([]);
  });

  test('what a killed process left is swept and never taken for the binary; a living one keeps its own', async () => {
    const gone = spawnSync(process.execPath, ['--version']).pid;
    const living = `.fetching-${process.pid}-b`;
    await program(path.join(env.ADJOURN_CACHE, place, `.fetching-${gone}-a`, tool.binary));
    await program(path.join(env.ADJOURN_CACHE, place, living, tool.binary));
    const found = await findTool(tool, [serving('new').source], { env });
    expect(await readFile(found, 'utf8')).toBe('new');
    expect((await installed()).sort()).toEqual([living, tool.binary]);
  });

  test('two at once both get a whole binary and leave one', async () => {
    const both = Promise.withResolvers<void>();
    let waiting = 0;
    const meet = () => {
      waiting += 1;
      if (waiting === 2) both.resolve();
      return both.promise;
    };
    const { source, fetched } = serving('new'.repeat(100_000), { before: meet });
    const [one, other] = await Promise.all([
      findTool(tool, [source], { env }),
      findTool(tool, [source], { env }),
    ]);
    expect(fetched()).toBe(2);
    expect(one).toBe(other);
    expect(await readFile(one, 'utf8')).toBe('new'.repeat(100_000));
    expect(await installed()).toEqual([tool.binary]);
  });
});

describe('when it can be had nowhere', () => {
  test('one error names each place that was tried, why it failed, and what to do', async () => {
    const sources = [failing('the official release', 'no route'), failing('pip', 'python3: not installed')];
    const error: unknown = await findTool(tool, sources, { env }).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(DevServerError);
    expect(error).toMatchObject({
      code: 'cannot-fetch',
      message: [
        'Some tool 1.2.3 was not found and could not be fetched.',
        '  PATH: no `some-tool`',
        `  cache: no ${path.join(env.ADJOURN_CACHE, place, 'some-tool')} (ADJOURN_CACHE names another folder)`,
        '  the official release: no route',
        '  pip: python3: not installed',
        'Install it by hand.',
      ].join('\n'),
    });
  });

  test('a cache that cannot be written is named', async () => {
    await writeFile(env.ADJOURN_CACHE, 'a file, not a folder');
    await expect(findTool(tool, [serving('new').source], { env })).rejects.toThrow(env.ADJOURN_CACHE);
  });
});
