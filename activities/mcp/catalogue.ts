// What tools a server has, as it sent them.
import { z } from 'zod';
import { digestOf } from '../../workflows/contract/digest.ts';
import { bounds } from '../../workflows/contract/bounds.ts';
import { isJsonObject, jsonBytes, oddityOf, type JsonObject } from '../../workflows/contract/json.ts';
import { folded, visible } from '../../workflows/contract/visible.ts';
import type { Connection } from './connect.ts';
import { whyHeadersUnsound } from './header-arguments.ts';
import type { Log } from './log.ts';
import { Halted, NotSent, unlessHalted } from './not-sent.ts';
import type { ServerPool } from './pool.ts';
import { readTrouble } from './trouble.ts';

export type ServerTool = {
  server: string;
  /** The tool's own name. */
  name: string;
  description: string | null;
  inputSchema: JsonObject;
  /** Hints from a server that may lie. */
  annotations: JsonObject | null;
  definitionDigest: string;
  /** The raw definition. */
  definition: JsonObject;
};

export type Listing = { tools: ServerTool[] } | { problem: string };

const listMs = 60_000;
const mostTools = 1_000;
const mostPages = 200;
const definitionBytes = 256 * 1024;
const raw = z.looseObject({});

/** A server that cannot be reached is a problem of that server, never an error; so is a list cut short by `signal`. */
export async function listTools(
  pool: ServerPool,
  server: string,
  log: Log,
  signal: AbortSignal = new AbortController().signal,
): Promise<Listing> {
  try {
    const look = () =>
      pool.use(server, signal, async (connection, reused) => {
        try {
          return await unlessHalted(signal, listFrom(connection, log));
        } catch (error) {
          if (error instanceof Halted) throw error;
          pool.retire(connection);
          if (reused) return null;
          throw error;
        }
      });
    // A connection that was open before may have died unnoticed: a new one tells.
    const tools = (await look()) ?? (await look()) ?? [];
    return { tools };
  } catch (error) {
    if (error instanceof NotSent || error instanceof Halted) return { problem: error.message };
    throw error;
  }
}

/** All pages, fresh. Throws `NotSent`. */
export async function listFrom(connection: Connection, log: Log): Promise<ServerTool[]> {
  const { server, client } = connection;
  if (!client.getServerCapabilities()?.tools) return [];
  const tools = new Map<string, ServerTool>();
  const seen = new Set<string>();
  let cursor: string | undefined;
  for (let page = 0; ; page++) {
    const result = await listPage(connection, cursor);
    for (const definition of result.tools) addTool(tools, connection, definition, log);
    if (result.nextCursor === undefined) break;
    cursor = result.nextCursor;
    if (seen.has(cursor) || page >= mostPages || tools.size > mostTools) {
      log('warn', `server ${server}: its list of tools does not end; ${tools.size} are used`);
      break;
    }
    seen.add(cursor);
  }
  return [...tools.values()].slice(0, mostTools);
}

async function listPage(connection: Connection, cursor: string | undefined) {
  const { server, client, wire, redact } = connection;
  const { exchange, ended } = wire.begin(null, () =>
    client.request({ method: 'tools/list', params: cursor === undefined ? {} : { cursor } }, raw, {
      timeout: listMs,
    }),
  );
  await ended;
  const { reply, failure } = exchange;
  if (reply?.kind === 'error') {
    const text = visible(folded(redact(reply.message), 300));
    throw new NotSent(`server ${server} did not list its tools: error ${reply.code}: ${text}`);
  }
  if (!reply) {
    const { reason, final } = readTrouble(server, failure);
    throw new NotSent(reason, final);
  }
  const { tools, nextCursor } = isJsonObject(reply.result) ? reply.result : {};
  if (!Array.isArray(tools)) throw new NotSent(`server ${server} did not list its tools: no list came`);
  return { tools, nextCursor: typeof nextCursor === 'string' ? nextCursor : undefined };
}

function addTool(
  tools: Map<string, ServerTool>,
  { server, era, config }: Connection,
  definition: unknown,
  log: Log,
): void {
  const leaveOut = (name: unknown, why: string) =>
    log('warn', `server ${server}: tool ${visible(String(name).slice(0, 100))} is left out: ${why}`);
  if (!isJsonObject(definition)) return leaveOut('without a name', 'it is not an object');
  const oddity = oddityOf(definition, bounds.levels);
  if (oddity !== null) return leaveOut(definition['name'], oddity);
  const { name, title, description, inputSchema, outputSchema, annotations } = definition;
  if (typeof name !== 'string' || name === '' || name.length > 256)
    return leaveOut(name, 'its name is not usable');
  if (!isJsonObject(inputSchema) || inputSchema['type'] !== 'object') {
    return leaveOut(name, 'its inputSchema is not the schema of an object');
  }
  const unsound = era === 'modern' && config.url !== undefined ? whyHeadersUnsound(inputSchema) : null;
  if (unsound !== null) return leaveOut(name, unsound);
  if (jsonBytes(definition) > definitionBytes) return leaveOut(name, `it is over ${definitionBytes} bytes`);
  if (tools.has(name)) return leaveOut(name, 'there is one of that name already');
  tools.set(name, {
    server,
    name,
    description: typeof description === 'string' ? description : null,
    inputSchema,
    annotations: isJsonObject(annotations) ? annotations : null,
    definitionDigest: digestOf({ name, title, description, inputSchema, outputSchema, annotations }),
    definition,
  });
}
