// A Python with exactly the packages of servers/real-fastmcp.txt: made once in the user's cache, for every later run. It needs
// `python3` with venv and pip, and once the package index.
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import envPaths from 'env-paths';
import { isAlive } from '../../worker/dev-server/alive.ts';

const run = promisify(execFile);
const requirements = fileURLToPath(new URL('./servers/real-fastmcp.txt', import.meta.url));
const pipMs = 10 * 60_000;

/** How long a test may wait for it on a machine that never had it. */
export const pythonMs = pipMs + 60_000;

/** Absolute path of its interpreter. */
export async function fastMcpPython(): Promise<string> {
  try {
    return await found();
  } catch (thrown) {
    throw new Error('FastMCP is tested with python3 (3.10 or newer, with venv and pip)', { cause: thrown });
  }
}

async function found(): Promise<string> {
  const cache = path.resolve(process.env['ADJOURN_CACHE'] || envPaths('adjourn', { suffix: '' }).cache);
  const { stdout: version } = await run('python3', ['-c', 'import sys; print(sys.version, sys.platform)']);
  const sum = createHash('sha256')
    .update(await readFile(requirements))
    .update(version);
  const home = path.join(cache, `fastmcp-${sum.digest('hex').slice(0, 12)}`);
  const interpreter = path.join(home, 'bin', 'python');
  if (existsSync(interpreter)) return interpreter;
  await mkdir(cache, { recursive: true });
  const release = await lock(`${home}.lock`);
  try {
    if (!existsSync(interpreter)) await make(home);
  } finally {
    await release();
  }
  return interpreter;
}

/** Whole or not at all: a rename is the last step. An environment finds its packages beside its interpreter. */
async function make(home: string): Promise<void> {
  const scratch = `${home}.making`;
  await rm(scratch, { recursive: true, force: true });
  await run('python3', ['-m', 'venv', scratch]);
  const quiet = ['--quiet', '--no-input', '--disable-pip-version-check', '--timeout', '10', '--retries', '2'];
  const exact = ['--no-deps', '--only-binary=:all:', '--requirement', requirements];
  await run(path.join(scratch, 'bin', 'python'), ['-m', 'pip', 'install', ...quiet, ...exact], {
    timeout: pipMs,
  });
  await rename(scratch, home);
}

/** One process at a time; the file names its holder, and that of a dead one counts for nothing. */
async function lock(file: string): Promise<() => Promise<void>> {
  for (;;) {
    try {
      await writeFile(file, String(process.pid), { flag: 'wx' });
      return () => rm(file, { force: true });
    } catch (thrown) {
      if (!(thrown instanceof Error) || !('code' in thrown) || thrown.code !== 'EEXIST') throw thrown;
    }
    const holder = Number.parseInt(await readFile(file, 'utf8').catch(() => ''), 10);
    if (holder > 0 && !isAlive(holder)) await rm(file, { force: true });
    else await delay(200);
  }
}
