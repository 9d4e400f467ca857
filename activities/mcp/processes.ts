// The operating system's processes, told apart from later ones with the same number by when they started.
import { execFileSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';

/** When a process started, as a text to compare; null: there is no such process, or its start cannot be found out. */
function startOf(pid: number): string | null {
  return process.platform === 'linux' ? startFromProc(pid) : startFromPs(pid);
}

function startFromProc(pid: number): string | null {
  const stat = statOf(pid);
  if (!stat || stat.state === 'Z') return null;
  try {
    // Ticks count from boot: another boot may give the same.
    return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()}:${stat.start}`;
  } catch {
    return null;
  }
}

function startFromPs(pid: number): string | null {
  try {
    const text = execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    return text.trim() || null;
  } catch {
    return null;
  }
}

/** Children of children too (`npx` starts the server as its own child); empty where there is no /proc. */
export function descendantsOf(pid: number): number[] {
  const children = new Map<number, number[]>();
  for (const entry of listProc()) {
    const parent = statOf(entry)?.parent;
    if (parent !== undefined) children.set(parent, [...(children.get(parent) ?? []), entry]);
  }
  const found: number[] = [];
  for (let next = [pid]; next.length > 0;) {
    next = next.flatMap((each) => children.get(each) ?? []);
    found.push(...next);
  }
  return found;
}

function listProc(): number[] {
  try {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map(Number);
  } catch {
    return [];
  }
}

function statOf(pid: number): { state: string; parent: number; start: string } | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The command stands in parentheses and may hold spaces and parentheses itself.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return { state: fields[0] ?? '', parent: Number(fields[1]), start: fields[19] ?? '' };
  } catch {
    return null;
  }
}

export type Known = { pid: number; start: string };

export function identify(pid: number): Known | null {
  const start = startOf(pid);
  return start === null ? null : { pid, start };
}

export function isRunning(known: Known): boolean {
  return startOf(known.pid) === known.start;
}

/** Ends exactly these processes, politely and then not; resolves when they are gone. Never touches a number that was reused. */
export async function endProcesses(all: Known[], politeMs: number): Promise<void> {
  for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
    for (const each of all) if (isRunning(each)) trySignal(each.pid, signal);
    const deadline = Date.now() + politeMs;
    while (all.some(isRunning) && Date.now() < deadline)
      await new Promise((resolve) => setTimeout(resolve, 20));
    if (!all.some(isRunning)) return;
  }
}

function trySignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // Gone in the meantime, or not ours.
  }
}
