// A stdio server's stderr in the worker's log: by line, bounded, escaped, without secrets.
import { StringDecoder } from 'node:string_decoder';
import type { Stream } from 'node:stream';
import { visible } from '../../workflows/contract/visible.ts';
import type { Log } from './log.ts';
import type { Redact } from './secrets.ts';

const lineCharacters = 2_000;
const windowMs = 10_000;
const linesInWindow = 200;

export function logStderr(stream: Stream, server: string, log: Log, redact: Redact): void {
  const decoder = new StringDecoder('utf8');
  let rest = '';
  let windowStart = Date.now();
  let lines = 0;

  const write = (line: string) => {
    const now = Date.now();
    if (now - windowStart > windowMs) {
      if (lines > linesInWindow) log('warn', `server ${server}: ${lines - linesInWindow} lines left out`);
      windowStart = now;
      lines = 0;
    }
    lines++;
    if (line !== '' && lines <= linesInWindow) log('info', `server ${server}: ${visible(redact(line))}`);
  };

  stream.on('data', (chunk: Buffer) => {
    const parts = (rest + decoder.write(chunk)).split(/\r?\n/);
    rest = parts.pop() ?? '';
    for (const part of parts) write(part.slice(0, lineCharacters));
    // A line without an end is cut, or it would fill the memory.
    if (rest.length > lineCharacters) {
      write(rest.slice(0, lineCharacters));
      rest = '';
    }
  });
  stream.on('end', () => write(rest.slice(0, lineCharacters)));
  stream.on('error', () => undefined);
}
