// No stdio server outlives its worker: each is written down while it runs, and what a killed worker (-9) left behind is ended
// at the next start. Servers that ignore the end of their input would otherwise stay for ever.
import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { Log } from './log.ts';
import { descendantsOf, endProcesses, identify, isRunning, type Known } from './processes.ts';

const Process = z.object({ pid: z.int().positive(), start: z.string().min(1) });
const ChildRecord = z.object({ server: z.string(), owner: Process, child: Process });

const politeMs = 2_000;

/** Writes a child down; the function that comes back strikes it out. */
export function recordChild(dir: string, server: string, pid: number): () => void {
  const owner = identify(process.pid);
  const child = identify(pid);
  if (!owner || !child) return () => undefined;
  mkdirSync(dir, { recursive: true });
  const file = join(dir, `${owner.pid}-${child.pid}.json`);
  writeFileSync(file, JSON.stringify({ server, owner, child } satisfies z.infer<typeof ChildRecord>));
  return () => rmSync(file, { force: true });
}

/** Ends the children of dead workers, and theirs; returns how many there were. Never a process whose number was reused. */
export async function reapOrphans(dir: string, log: Log): Promise<number> {
  const orphans: Known[] = [];
  for (const name of listRecords(dir)) {
    const file = join(dir, name);
    const record = readRecord(file);
    if (record && isRunning(record.owner)) continue;
    if (record && isRunning(record.child)) {
      log(
        'warn',
        `server ${record.server}: ending process ${record.child.pid}, left behind by a killed worker`,
      );
      const below = descendantsOf(record.child.pid).map(identify);
      orphans.push(record.child, ...below.filter((each) => each !== null));
    }
    rmSync(file, { force: true });
  }
  await endProcesses(orphans, politeMs);
  return orphans.length;
}

function listRecords(dir: string): string[] {
  try {
    return readdirSync(dir).filter((name) => name.endsWith('.json'));
  } catch {
    return [];
  }
}

function readRecord(file: string): z.infer<typeof ChildRecord> | null {
  try {
    return ChildRecord.safeParse(JSON.parse(readFileSync(file, 'utf8'))).data ?? null;
  } catch {
    return null;
  }
}
