// Opens one connection to one server.
import { randomInt } from 'node:crypto';
import { Client, StreamableHTTPClientTransport, type PriorDiscovery } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import PQueue from 'p-queue';
import { folded, visible } from '../../workflows/contract/visible.ts';
import { capabilities, declareByEra } from './capabilities.ts';
import { answerServer, type Desk } from './legacy-questions.ts';
import type { Links } from './links.ts';
import type { Log } from './log.ts';
import { recordChild } from './orphans.ts';
import { descendantsOf, endProcesses, identify } from './processes.ts';
import { redactAll, redactSecrets, type Redact } from './secrets.ts';
import type { ServerConfig } from './server-config.ts';
import { logStderr } from './server-stderr.ts';
import { createWire, type Wire } from './wire.ts';

export type Connection = {
  readonly server: string;
  readonly config: ServerConfig;
  readonly client: Client;
  readonly era: 'modern' | 'legacy';
  readonly wire: Wire;
  readonly desk: Desk;
  readonly links: Links;
  /** A legacy question does not name its tool call, so calls take turns there. */
  readonly turns: PQueue | null;
  /** For words of the host about the server. */
  readonly redact: Redact;
  /** For what its tools return. */
  readonly redactSecrets: Redact;
  hasSession(): boolean;
  /** Nothing of a stdio server is left when it resolves. */
  close(): Promise<void>;
};

export type ConnectOptions = {
  log: Log;
  secrets: readonly string[];
  /** Where running stdio servers are written down, for `reapOrphans`. */
  childrenDir: string | null;
  prior: PriorDiscovery | null;
  links: Links;
  /** Gives up opening. */
  stop: AbortSignal;
  /** The server went away by itself. */
  onGone: () => void;
};

const handshakeMs = 60_000;
/** A probe that gives up too early takes a slow modern server for a legacy one. */
const probeMs = 30_000;
const goodbyeMs = 2_000;
/** Ids stay far below 2^31, which every server can read. */
const mostIds = 2 ** 30;

export async function connect(
  server: string,
  config: ServerConfig,
  options: ConnectOptions,
): Promise<Connection> {
  const redact = redactAll(config, options.secrets);
  const wire = createWire();
  const desk: Desk = { current: null };
  const client = new Client(
    { name: 'adjourn', version: '0.1.0' },
    {
      capabilities,
      inputRequired: { autoFulfill: false },
      versionNegotiation: { mode: negotiationMode(config.era), probe: { timeoutMs: probeMs } },
    },
  );
  const onerror = (error: Error) =>
    options.log('debug', `server ${server}: ${visible(folded(redact(ownWords(error)), 300))}`);
  const serve: Client['fallbackRequestHandler'] = async (request) => answerServer(desk, request);
  const hear: Client['fallbackNotificationHandler'] = async ({ method, params }) => {
    if (method === 'notifications/elicitation/complete') options.links.hear(params);
  };
  Object.assign(client, { onerror, fallbackRequestHandler: serve, fallbackNotificationHandler: hear });
  // The retry of a suspended call must have another JSON-RPC id than the call, though a new process or connection sends it; the
  // SDK counts from 0 on every connection and has no setting for it.
  Object.assign(client, { _requestMessageId: randomInt(mostIds) });
  const link = config.url === undefined ? openStdio(server, config, options, redact) : openHttp(config, wire);
  declareByEra(link.transport, config);
  wire.holdSends(link.transport);
  const giveUp = () => void link.end(client);
  options.stop.addEventListener('abort', giveUp, { once: true });
  try {
    await client.connect(link.transport, {
      timeout: handshakeMs,
      ...(options.prior && { prior: options.prior }),
    });
  } catch (error) {
    await link.end(client);
    throw error;
  } finally {
    options.stop.removeEventListener('abort', giveUp);
  }
  wire.keepReplies(link.transport);
  Object.assign(client, { onclose: options.onGone });
  const era = client.getProtocolEra() === 'modern' ? 'modern' : 'legacy';
  return {
    server,
    config,
    client,
    era,
    wire,
    desk,
    links: options.links,
    redact,
    redactSecrets: redactSecrets(config, options.secrets),
    turns: era === 'legacy' ? new PQueue({ concurrency: 1 }) : null,
    hasSession: () => link.hasSession(),
    close: () => link.end(client),
  };
}

/** The verdict to hand in next time, so that a slow answer cannot change it. */
export function verdictOf({ client, era }: Connection): PriorDiscovery | null {
  if (era === 'legacy') return { kind: 'legacy' };
  const discover = client.getDiscoverResult();
  return discover ? { kind: 'modern', discover } : null;
}

/** The SDK quotes messages whole, with what is for nobody's eyes: a state, a result that came too late. */
function ownWords({ message }: Error): string {
  const quote = message.search(/[{[]/);
  return quote < 0 ? message : `${message.slice(0, quote)}...`;
}

function negotiationMode(era: ServerConfig['era']): 'auto' | 'legacy' | { pin: string } {
  return era === 'modern' ? { pin: '2026-07-28' } : era;
}

type Link = {
  transport: StdioClientTransport | StreamableHTTPClientTransport;
  hasSession(): boolean;
  end(client: Client): Promise<void>;
};

function openHttp({ url = '', headers }: ServerConfig, wire: Wire): Link {
  const transport = new StreamableHTTPClientTransport(new URL(url), {
    fetch: wire.fetch,
    ...(headers && { requestInit: { headers } }),
  });
  return {
    transport,
    hasSession: () => transport.sessionId !== undefined,
    end: async (client) => {
      const goodbye = transport.terminateSession().catch(() => undefined);
      await Promise.race([goodbye, new Promise((resolve) => setTimeout(resolve, goodbyeMs).unref())]);
      await client.close().catch(() => undefined);
      // While it finds out which protocol is spoken, the client does not know its transport.
      await transport.close().catch(() => undefined);
    },
  };
}

function openStdio(server: string, config: ServerConfig, options: ConnectOptions, redact: Redact): Link {
  const { command = '', args, env, cwd } = config;
  // The bare class: for a subclass or a wrapper the SDK would probe on the server's one process, which some servers end at.
  const transport = new StdioClientTransport({
    command,
    stderr: 'pipe',
    ...(args && { args }),
    ...(env && { env }),
    ...(cwd !== undefined && { cwd }),
  });
  if (transport.stderr) logStderr(transport.stderr, server, options.log, redact);
  let child: number | null = null;
  let strikeOut: (() => void) | null = null;
  const start = transport.start.bind(transport);
  transport.start = async () => {
    await start();
    child = transport.pid;
    if (child !== null && options.childrenDir !== null)
      strikeOut = recordChild(options.childrenDir, server, child);
  };
  return {
    transport,
    hasSession: () => false,
    end: async (client) => {
      const left =
        child === null ? [] : [child, ...descendantsOf(child)].map(identify).filter((each) => each !== null);
      await client.close().catch(() => undefined);
      await transport.close().catch(() => undefined);
      await endProcesses(left, goodbyeMs);
      strikeOut?.();
    },
  };
}
