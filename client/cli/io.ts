// The CLI's way to the outside: two streams, a terminal or not, a clock. Tests pass their own.
import { userInfo } from 'node:os';
import { styleText } from 'node:util';
import { terminalAsk, type Ask } from './ask.ts';
import { firstBytes } from './content-file.ts';

export type Style = 'yellow' | 'red' | 'green' | 'dim' | 'bold';

export type Io = {
  out(text: string): void;
  err(text: string): void;
  /** All of it, or at least the first `enough` bytes. */
  readStdin(enough: number): Promise<Uint8Array>;
  /** A person is there: stdin and stdout are terminals. */
  interactive: boolean;
  /** stdout is a terminal. */
  terminal: boolean;
  columns: number;
  /** Labelled lines in place of tables, no redrawing: ACCESSIBLE=1. */
  accessible: boolean;
  paint(style: Style, text: string): string;
  ask: Ask;
  env: Record<string, string | undefined>;
  user: string | null;
  now(): number;
  /** For a command that runs on: aborts on Ctrl-C, and when nobody reads stdout any more. */
  stoppable(): { signal: AbortSignal; release: () => void };
};

export type ColorWish = 'auto' | 'always' | 'never';

export function wantsColor(wish: ColorWish, env: Io['env'], terminal: boolean): boolean {
  if (wish !== 'auto') return wish === 'always';
  return terminal && !env['NO_COLOR'] && env['CLICOLOR'] !== '0' && env['TERM'] !== 'dumb';
}

export function painter(color: boolean): Io['paint'] {
  return (style, text) => (color ? styleText(style, text, { validateStream: false }) : text);
}

/** The process's own streams. */
export function processIo(): Io {
  const { stdin, stdout, stderr, env } = process;
  const readers = new AbortController();
  for (const stream of [stdout, stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error;
      readers.abort('nobody reads');
    });
  }
  const accessible = Boolean(env['ACCESSIBLE']) && env['ACCESSIBLE'] !== '0';
  return {
    out: (text) => void stdout.write(`${text}\n`),
    err: (text) => void stderr.write(`${text}\n`),
    readStdin: (enough) => firstBytes(stdin, enough),
    interactive: isTerminal(stdin) && isTerminal(stdout),
    terminal: isTerminal(stdout),
    columns: stdout.columns || 80,
    accessible,
    paint: painter(false),
    ask: terminalAsk(accessible),
    env,
    user: userName(),
    now: Date.now,
    stoppable: () => {
      const stop = new AbortController();
      const interrupt = () => stop.abort('interrupted');
      process.once('SIGINT', interrupt);
      const signal = AbortSignal.any([stop.signal, readers.signal]);
      return { signal, release: () => void process.off('SIGINT', interrupt) };
    },
  };
}

/** Off a terminal isTTY is undefined, whatever its type says. */
function isTerminal({ isTTY }: { isTTY?: boolean }): boolean {
  return isTTY ?? false;
}

function userName(): string | null {
  try {
    return userInfo().username;
  } catch {
    return null;
  }
}
