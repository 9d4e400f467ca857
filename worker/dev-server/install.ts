// Puts a fetched binary in its place, whole or not at all: everything happens in a folder of its own beside the place,
// and a rename is the last step. Two processes may do it at once; a killed one leaves only a folder that the next sweeps.
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { chmod, mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';

import { isAlive } from './alive.ts';
import type { Progress, Source } from './source.ts';

const SCRATCH = '.fetching-';

/** Fetches from `source` into `target`, an absolute path of a file. */
export async function install(source: Source, target: string, onProgress: Progress): Promise<void> {
  const parent = path.dirname(target);
  await mkdir(parent, { recursive: true });
  await sweep(parent);
  const scratch = await mkdtemp(path.join(parent, `${SCRATCH}${process.pid}-`));
  try {
    const download = await source.download(scratch, onProgress);
    const sum = await sha256(download.archive);
    if (sum !== download.sha256) {
      throw new Error(`refused, its SHA-256 is ${sum} and must be ${download.sha256}`);
    }
    const binary = await download.unpack();
    await chmod(binary, 0o755);
    await rename(binary, target);
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

async function sha256(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}

/** A scratch folder is named after its process. */
async function sweep(parent: string): Promise<void> {
  for (const name of await readdir(parent)) {
    const owner = name.startsWith(SCRATCH) ? Number.parseInt(name.slice(SCRATCH.length), 10) : Number.NaN;
    if (owner > 0 && !isAlive(owner)) await rm(path.join(parent, name), { recursive: true, force: true });
  }
}
