// The server's process: where its output goes, how it ends.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, open, readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

import { DevServerError, reasonOf } from './error.ts';

const TAIL_LINES = 15;

export interface Exit {
  code: number | null;
  signal: NodeJS.Signals | null;
}

export interface Child {
  pid: number;
  exited: Promise<Exit>;
  /** SIGTERM, then SIGKILL when `graceMs` have passed; ends when the process has ended. */
  stop(graceMs: number): Promise<void>;
  kill(): void;
  /** What the process has said last, for an error message. */
  tail(): Promise<string>;
}

/** Output goes to a file, never to a pipe: the server would die of SIGPIPE when this process is gone. */
export async function launch(
  command: string,
  args: readonly string[],
  logFile: string,
  detached: boolean,
): Promise<Child> {
  await mkdir(path.dirname(logFile), { recursive: true });
  const log = await open(logFile, 'a');
  try {
    const { size: start } = await log.stat();
    const child = spawn(command, args, { detached, windowsHide: true, stdio: ['ignore', log.fd, log.fd] });
    const exited = new Promise<Exit>((resolve) =>
      child.once('exit', (code, signal) => resolve({ code, signal })),
    );
    await once(child, 'spawn');
    return {
      pid: child.pid ?? 0,
      exited,
      async stop(graceMs) {
        child.kill('SIGTERM');
        if ((await within(graceMs, exited)) === 'late') child.kill('SIGKILL');
        await exited;
      },
      kill: () => void child.kill('SIGKILL'),
      tail: async () => lastWords((await readFile(logFile)).subarray(start).toString()),
    };
  } catch (thrown) {
    const message = `Cannot run ${command}: ${reasonOf(thrown)}. Install the Temporal CLI anew, or take it off PATH.`;
    throw new DevServerError('cannot-start', message, { cause: thrown });
  } finally {
    await log.close();
  }
}

async function within(ms: number, done: Promise<unknown>): Promise<'done' | 'late'> {
  const timer = new AbortController();
  const late = delay(ms, 'late' as const, { signal: timer.signal }).catch(() => 'late' as const);
  try {
    return await Promise.race([done.then(() => 'done' as const), late]);
  } finally {
    timer.abort();
  }
}

/** The CLI prints its whole usage after a flag that it does not know: then only the errors are worth showing. */
function lastWords(output: string): string {
  const lines = output.trim().split('\n');
  const errors = lines.filter((line) => line.startsWith('Error:'));
  return (errors.length > 0 ? [...new Set(errors)] : lines).slice(-TAIL_LINES).join('\n');
}
