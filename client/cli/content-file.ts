// Content from a file or stdin: one JSON object, read strictly, so that what is sent is what the file says.
import { createReadStream } from 'node:fs';
import { visit } from 'jsonc-parser';
import { bounds } from '../../workflows/contract/bounds.ts';
import { deeperThan, isJsonObject, type Json, type JsonObject } from '../../workflows/contract/json.ts';
import type { Io } from './io.ts';
import { keyName } from './text.ts';
import { UsageError } from './usage-error.ts';

/** White space and escapes included; the content itself has a bound of its own. */
const mostBytes = 16 * bounds.answerBytes;

export async function readContent(io: Io, file: string): Promise<JsonObject> {
  const where = file === '-' ? 'stdin' : keyName(file, 300);
  const bytes = file === '-' ? await io.readStdin(mostBytes + 1) : await readSome(file, where);
  if (bytes.length > mostBytes) {
    throw new UsageError(`${where} is over ${mostBytes} bytes: an answer has at most ${bounds.answerBytes}`);
  }
  const value = parsedJson(where, decoded(where, bytes));
  if (!isJsonObject(value)) throw new UsageError(`${where} must hold one JSON object`);
  return value;
}

async function readSome(file: string, where: string): Promise<Uint8Array> {
  try {
    return await firstBytes(createReadStream(file), mostBytes + 1);
  } catch (error) {
    const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : null;
    const known = faults.find(([name]) => name === code)?.[1];
    if (known === undefined) throw error;
    throw new UsageError(`${where} cannot be read: ${known}`, { cause: error });
  }
}

const faults = [
  ['ENOENT', 'there is no such file'],
  ['ENOTDIR', 'there is no such file'],
  ['EISDIR', 'it is a folder'],
  ['EACCES', 'no permission'],
];

/** At least `enough` bytes, or all there are. */
export async function firstBytes(stream: AsyncIterable<unknown>, enough: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of stream) {
    const bytes = chunk instanceof Uint8Array ? chunk : Buffer.from(String(chunk));
    chunks.push(bytes);
    length += bytes.length;
    if (length >= enough) break;
  }
  return Buffer.concat(chunks);
}

/** Without its byte order mark; what is no UTF-8 would be sent as something else than it says. */
function decoded(where: string, bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new UsageError(`${where} is not UTF-8 text`);
  }
}

export function parsedJson(where: string, text: string): Json {
  let value: Json;
  try {
    value = JSON.parse(text) as Json;
  } catch {
    throw new UsageError(`${where} is not JSON`);
  }
  if (deeperThan(value, bounds.levels)) throw new UsageError(`${where} nests too deep`);
  const twice = repeatedKey(text);
  if (twice !== null) throw new UsageError(`${where} names ${keyName(twice)} twice`);
  return value;
}

/** JSON.parse silently takes the last of two. The visitor recurses: only what does not nest deep comes here. */
function repeatedKey(text: string): string | null {
  const open: Set<string>[] = [];
  let found: string | null = null;
  visit(text, {
    onObjectBegin: () => void open.push(new Set()),
    onObjectEnd: () => void open.pop(),
    onObjectProperty: (name) => {
      if (open.at(-1)?.has(name)) found ??= name;
      open.at(-1)?.add(name);
    },
  });
  return found;
}
