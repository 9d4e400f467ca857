// Which server uses a database file stands in a file beside it, for SQLite does not mind two servers on one file, and
// both would run its jobs. A server outlives the process that started it, so that process cannot be the guard.
import { rmSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';

import { z } from 'zod';

import { isAlive } from './alive.ts';
import { DevServerError } from './error.ts';
import { connects, hostPort } from './ports.ts';

export const Claim = z.object({
  pid: z.int().positive(),
  ip: z.string(),
  port: z.int(),
  uiPort: z.int().nullable(),
  /** The process that started it; a server may outlive it. */
  owner: z.int().positive(),
});
export type Claim = z.infer<typeof Claim>;

/** The server that runs on this file now, if one does. */
export async function runningServer(dbFile: string): Promise<Claim | undefined> {
  const found = await readClaim(dbFile);
  if (found === undefined || !isAlive(found.pid)) return undefined;
  // The number may belong to another process since; then nothing listens there.
  return (await connects(found.ip, found.port)) ? found : undefined;
}

export async function requireUnused(dbFile: string): Promise<void> {
  const running = await runningServer(dbFile);
  if (running === undefined) return;
  throw new DevServerError(
    'in-use',
    `A Temporal dev server already runs on ${dbFile}, at ${hostPort(running.ip, running.port)}.\n` +
      (isAlive(running.owner)
        ? `Process ${running.owner} started it ("adjourn up" or the demo) and needs it: stop that one first, with Ctrl-C.`
        : `The process that started it is gone. Stop it first: kill ${running.pid}`),
  );
}

export async function claim(dbFile: string, mine: Claim): Promise<void> {
  await writeFile(claimFile(dbFile), `${JSON.stringify(Claim.parse(mine))}\n`);
}

export function unclaim(dbFile: string): void {
  rmSync(claimFile(dbFile), { force: true });
}

function claimFile(dbFile: string): string {
  return `${dbFile}.server.json`;
}

/** A file that is missing or damaged claims nothing. */
async function readClaim(dbFile: string): Promise<Claim | undefined> {
  try {
    return Claim.safeParse(JSON.parse(await readFile(claimFile(dbFile), 'utf8'))).data;
  } catch {
    return undefined;
  }
}
