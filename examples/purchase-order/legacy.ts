// The server of the legacy era (2025-11-25 and older): sessions, and a question is a request to the client in the
// middle of the call, which waits for it.
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import type { Endpoint } from './http.ts';
import { sendProblem } from './http.ts';
import { emptyForm, fail, reasonOf } from './tools.ts';
import type { Tools } from './tools.ts';

// The SDK gives up on a question after a minute unless it is told otherwise.
const patience = 24 * 60 * 60 * 1000;

export function legacyEndpoint(tools: Tools): Endpoint {
  const sessions = new Map<string, StreamableHTTPServerTransport>();

  const openSession = async (): Promise<StreamableHTTPServerTransport> => {
    const transport = new StreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (id) => void sessions.set(id, transport),
      onsessionclosed: (id) => void sessions.delete(id),
    });
    await buildServer(tools).connect(transport);
    return transport;
  };

  const handle = async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
    const id = req.headers['mcp-session-id'];
    if (id === undefined) {
      const transport = await openSession();
      await transport.handleRequest(req, res);
      if (transport.sessionId === undefined) await transport.close();
      return;
    }
    const transport = sessions.get(String(id));
    if (transport === undefined) return sendProblem(res, 404, -32001, 'Session not found');
    await transport.handleRequest(req, res);
  };

  return {
    handle,
    serveStdio: () => buildServer(tools).connect(new StdioServerTransport()),
    close: async () => void (await Promise.all([...sessions.values()].map((transport) => transport.close()))),
  };
}

function buildServer(tools: Tools): McpServer {
  const server = new McpServer({ name: 'purchase-order-operations', version: '1.0.0' });
  server.registerTool('check_stock', tools.checkStock, ({ sku }) => tools.stockOf(sku));
  server.registerTool('place_purchase_order', tools.placeOrder, async (order, { requestId, signal }) => {
    const question = { message: tools.texts.question(order), requestedSchema: emptyForm };
    // relatedRequestId puts the question on the stream of its own call: without it, it waits for a GET stream
    // that the client may never open. The signal withdraws the question when the call is cancelled.
    const options = { relatedRequestId: requestId, signal, timeout: patience };
    try {
      const { action } = await server.server.elicitInput(question, options);
      return tools.settle(order, action);
    } catch (error) {
      return fail(tools.texts.cannotAsk(order, reasonOf(error)));
    }
  });
  return server;
}
