// The one place that sees messages as they leave and arrive: it holds a send at the gate until the very write, and keeps
// replies raw, because the SDK rewrites or refuses some of what servers say.
import { AsyncLocalStorage } from 'node:async_hooks';
import {
  SdkError,
  SdkErrorCode,
  type FetchLike,
  type JSONRPCMessage,
  type Transport,
} from '@modelcontextprotocol/client';
import { NotSent } from './not-sent.ts';

export type Gate = {
  /** Finds out whether the call may still be sent; throws if not. */
  open(): Promise<void>;
  /** The last look, in the same tick as the write; throws if the call may not be sent any more. */
  check(): void;
};

export type ErrorReply = { kind: 'error'; code: number; message: string; data: unknown };
export type Reply = { kind: 'result'; result: unknown } | ErrorReply;

/** One request on its way. */
export type Exchange = {
  gate: Gate | null;
  /** JSON-RPC id, once the request has one. */
  id: number | null;
  /** From here on it is possible that the server acts. */
  written: boolean;
  /** Nobody waits for it any more. */
  over: boolean;
  reply: Reply | null;
  /** What the SDK made of it, when it threw. */
  failure: unknown;
  /** Stops waiting; the SDK tells the server. */
  giveUp(): void;
};

/** `exchange` can be watched while `ended` is pending; `ended` never rejects. */
export type Underway = { exchange: Exchange; ended: Promise<void> };

export type Wire = {
  fetch: FetchLike;
  holdSends(transport: Transport): void;
  /** After connect: until then the SDK's probe owns the transport's handlers. */
  keepReplies(transport: Transport): void;
  begin(gate: Gate | null, request: (signal: AbortSignal) => Promise<unknown>): Underway;
};

export function createWire(): Wire {
  const current = new AsyncLocalStorage<Exchange>();
  const open = new Map<number, Exchange>();
  /** Gated requests between the HTTP transport's `send` and their `fetch`. */
  const onTheWay = new WeakSet<Exchange>();

  return {
    fetch: (url, init) => {
      const exchange = current.getStore();
      if (exchange && onTheWay.delete(exchange)) passGate(exchange);
      return fetch(url, init);
    },
    holdSends: (transport) => {
      const send = transport.send.bind(transport);
      transport.send = async (message, options) => {
        const exchange = current.getStore();
        if (!exchange || exchange.id !== null || !isRequest(message)) return send(message, options);
        exchange.id = message.id;
        open.set(message.id, exchange);
        await exchange.gate?.open();
        // Stdio writes in `send` itself, HTTP in `fetch`, a few ticks later.
        if (transport.hasPerRequestStream === true) onTheWay.add(exchange);
        else passGate(exchange);
        return send(message, { ...options, onRequestStreamEnd: () => loseReply(exchange) });
      };
    },
    keepReplies: (transport) => {
      const deliver = transport.onmessage;
      const onmessage: Transport['onmessage'] = (message, extra) => {
        const reply = readReply(message);
        const exchange = reply && 'id' in message ? open.get(Number(message.id)) : undefined;
        if (exchange && reply) exchange.reply ??= reply;
        deliver?.(message, extra);
      };
      Object.assign(transport, { onmessage });
    },
    begin: (gate, request) => {
      const abort = new AbortController();
      const exchange: Exchange = {
        gate,
        id: null,
        written: false,
        over: false,
        reply: null,
        failure: null,
        giveUp: () => abort.abort('given up'),
      };
      const ended = current
        .run(exchange, () => request(abort.signal))
        .catch((error: unknown) => {
          exchange.failure ??= error;
        })
        .then(() => {
          exchange.over = true;
          open.delete(exchange.id ?? -1);
        });
      return { exchange, ended };
    },
  };
}

/** The SDK's time-out may end an exchange while its gate is opening: it must not be written after that. */
function passGate(exchange: Exchange): void {
  if (exchange.over) throw new NotSent('it took too long to find out whether the call is still wanted');
  exchange.gate?.check();
  exchange.written = true;
}

/** The SDK itself would wait for the time-out when a reply's stream ends without the reply. */
function loseReply(exchange: Exchange): void {
  if (exchange.reply || exchange.over) return;
  exchange.failure = new SdkError(SdkErrorCode.ConnectionClosed, 'the stream ended without a reply');
  exchange.giveUp();
}

function isRequest(message: JSONRPCMessage): message is JSONRPCMessage & { method: string; id: number } {
  return 'method' in message && 'id' in message && typeof message.id === 'number';
}

function readReply(message: JSONRPCMessage): Reply | null {
  if ('result' in message) return { kind: 'result', result: message.result };
  if ('error' in message) {
    const { code, message: text, data } = message.error;
    return { kind: 'error', code, message: text, data };
  }
  return null;
}
