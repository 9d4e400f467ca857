// The server of the modern era (2026-07-28): nothing is kept between two requests. A question goes out as the result
// of the call, with a signed requestState; the answer comes with the next call, to whichever process gets it.
import { toNodeHandler } from '@modelcontextprotocol/node';
import type { NodeIncomingMessageLike } from '@modelcontextprotocol/node';
import {
  McpServer,
  createMcpHandler,
  createRequestStateCodec,
  inputRequired,
  inputResponse,
} from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import type { Endpoint } from './http.ts';
import { Order, isSameOrder } from './operations.ts';
import { emptyForm, fail } from './tools.ts';
import type { Tools } from './tools.ts';

export function modernEndpoint(tools: Tools, key: Uint8Array, ttlSeconds: number): Endpoint {
  const codec = createRequestStateCodec<Order>({ key, ttlSeconds });
  const build = () => buildServer(tools, codec);
  const handler = createMcpHandler(build, { legacy: 'reject' });
  const handleNode = toNodeHandler(handler);

  return {
    // Node types `method` and `url` as possibly undefined; the adapter declares them optional, which here differs.
    handle: (req, res) => handleNode(req as NodeIncomingMessageLike, res),
    serveStdio: async () => void serveStdio(build, { legacy: 'reject' }),
    close: () => handler.close(),
  };
}

function buildServer(tools: Tools, codec: ReturnType<typeof createRequestStateCodec<Order>>): McpServer {
  const server = new McpServer(
    { name: 'purchase-order-operations', version: '1.0.0' },
    {
      capabilities: { tools: { listChanged: false } },
      requestState: { verify: (state, ctx) => codec.verify(state, ctx) },
    },
  );
  server.registerTool('check_stock', tools.checkStock, ({ sku }) => tools.stockOf(sku));
  server.registerTool('place_purchase_order', tools.placeOrder, async (order, ctx) => {
    const state = Order.safeParse(ctx.mcpReq.requestState());
    const answer = inputResponse(ctx.mcpReq.inputResponses, 'approval');
    if (!state.success || answer.kind !== 'elicit') {
      const question = { message: tools.texts.question(order), requestedSchema: emptyForm };
      return inputRequired({
        inputRequests: { approval: inputRequired.elicit(question) },
        requestState: await codec.mint(order),
      });
    }
    // The codec proves that this server asked, not about what: a signed answer must not buy another order.
    if (!isSameOrder(state.data, order)) return fail(tools.texts.otherOrder(state.data, order));
    return tools.settle(order, answer.action);
  });
  return server;
}
