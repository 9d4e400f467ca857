// What a command works with: the global options, the outside, and one connection that is always closed again.
import { connect, type AgentClient } from '../connect.ts';
import { workersOnline } from '../read.ts';
import { painter, wantsColor, type Io } from './io.ts';
import type { Fault } from './errors.ts';
import type { Globals } from './options.ts';
import { hanging, type Look } from './text.ts';
import { count } from './words.ts';

export type Session = { io: Io; json: boolean; profile: string | undefined };

export function sessionOf(io: Io, { json = false, profile, color }: Globals): Session {
  const paint = painter(wantsColor(color, io.env, io.terminal));
  return { io: { ...io, paint }, json, profile };
}

export async function withAgent<T>(session: Session, work: (agent: AgentClient) => Promise<T>): Promise<T> {
  const agent = await connect({ profile: session.profile, env: session.io.env });
  try {
    return await work(agent);
  } finally {
    await agent.close();
  }
}

export function printLines(io: Io, lines: string[]): void {
  if (lines.length > 0) io.out(lines.join('\n'));
}

/** Notes and errors go to stderr, further lines indented below the first. */
export function note(io: Io, text: string): void {
  io.err(labelled('note:  ', text, io).join('\n'));
}

/** Lines of the host's own words alone stay in one piece, to be copied. */
export function complain(io: Io, { text, hint, foreign = false }: Fault): void {
  const label = 'error: ';
  const copied = hint === undefined ? [] : [' '.repeat(label.length) + hint];
  const look = { ...io, terminal: io.terminal && foreign };
  io.err([...labelled(label, text, look), ...copied].join('\n'));
}

function labelled(label: string, text: string, look: Look): string[] {
  const lines = text.trimEnd().split('\n');
  return lines.flatMap((line, index) => hanging(index === 0 ? label : ' '.repeat(label.length), line, look));
}

/** null: Temporal would not say. */
export async function countWorkers(agent: AgentClient): Promise<number | null> {
  try {
    return await workersOnline(agent);
  } catch {
    return null;
  }
}

export function workersText(workers: number | null): string {
  if (workers === null) return 'workers unknown';
  return workers === 0 ? 'no worker online' : `${count(workers, 'worker')} online`;
}
