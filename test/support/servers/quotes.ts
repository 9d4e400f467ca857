// A modern stdio server whose question quotes today's price, and whose state lives as long as it is told: `node quotes.ts
// '{"price": FILE, "orders": FILE, "ttlSeconds": 2}'`. Each order carried out is a line of `orders`, with the price agreed to.
import { appendFileSync, readFileSync } from 'node:fs';
import {
  createRequestStateCodec,
  inputRequired,
  inputResponse,
  McpServer,
} from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { z } from 'zod';

const Settings = z.object({ price: z.string(), orders: z.string(), ttlSeconds: z.int() });
const settings = Settings.parse(JSON.parse(process.argv[2] ?? ''));
const Quote = z.object({ price: z.string() });
const codec = createRequestStateCodec<z.infer<typeof Quote>>({
  key: new Uint8Array(32).fill(7),
  ttlSeconds: settings.ttlSeconds,
});

function build(): McpServer {
  const server = new McpServer(
    { name: 'quotes', version: '1.0.0' },
    { capabilities: { tools: {} }, requestState: { verify: (state, ctx) => codec.verify(state, ctx) } },
  );
  const inputSchema = z.strictObject({ sku: z.string(), quantity: z.int() });
  server.registerTool('place_purchase_order', { inputSchema }, async ({ sku, quantity }, ctx) => {
    const agreed = Quote.safeParse(ctx.mcpReq.requestState());
    const answer = inputResponse(ctx.mcpReq.inputResponses, 'approval');
    if (!agreed.success || answer.kind !== 'elicit') {
      const price = readFileSync(settings.price, 'utf8');
      const message = `Order ${quantity} of ${sku} at ${price}?`;
      const form = { message, requestedSchema: { type: 'object' as const, properties: {} } };
      return inputRequired({
        inputRequests: { approval: inputRequired.elicit(form) },
        requestState: await codec.mint({ price }),
      });
    }
    if (answer.action !== 'accept') return { content: [{ type: 'text', text: 'Not ordered.' }] };
    appendFileSync(settings.orders, `${JSON.stringify({ sku, quantity, price: agreed.data.price })}\n`);
    return { content: [{ type: 'text', text: 'Ordered.' }] };
  });
  return server;
}

serveStdio(build, { legacy: 'reject' });
