// HTTP on loopback: one endpoint, /mcp, behind checks of Host and Origin, so that a web page that a person has open
// cannot reach the server by making its own name resolve to 127.0.0.1 (DNS rebinding).
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { localhostHostValidation, localhostOriginValidation } from '@modelcontextprotocol/node';

/** One era's server, whatever carries it. */
export interface Endpoint {
  handle: (req: IncomingMessage, res: ServerResponse) => Promise<void>;
  serveStdio: () => Promise<void>;
  /** Ends sessions and open exchanges, among them questions that nobody has answered. */
  close: () => Promise<void>;
}

/** A listening server: where clients reach it, and how it ends. */
export interface Listening {
  url: string;
  close: () => Promise<void>;
}

const lastReplies = 300;

/** Listens on 127.0.0.1 (port 0 = any free one); resolves when listening, rejects when that is not possible. */
export async function listen(endpoint: Endpoint, port: number): Promise<Listening> {
  const hostAllowed = localhostHostValidation();
  const originAllowed = localhostOriginValidation();
  const server = createServer((req, res) => {
    if (!hostAllowed(req, res) || !originAllowed(req, res)) return;
    if (req.url?.split('?')[0] !== '/mcp')
      return sendProblem(res, 404, -32000, 'Not found: the endpoint is /mcp');
    endpoint.handle(req, res).catch((error: unknown) => {
      console.error(`request failed: ${String(error)}`);
      if (!res.headersSent) sendProblem(res, 500, -32603, 'Internal error');
    });
  });

  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`,
    async close() {
      const closed = once(server, 'close');
      server.close();
      await endpoint.close();
      // Replies under way get a moment; a client that holds its stream open does not get more.
      setTimeout(() => server.closeAllConnections(), lastReplies);
      await closed;
    },
  };
}

export function sendProblem(res: ServerResponse, status: number, code: number, message: string): void {
  res.writeHead(status, { 'content-type': 'application/json' });
  res.end(JSON.stringify({ jsonrpc: '2.0', id: null, error: { code, message } }));
}
