// The legacy half: the v1 SDK's low-level server, which asks in the middle of a call.
import { randomUUID } from 'node:crypto';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import type express from 'express';
import { z } from 'zod';
import { note, page, plainStep, readTools, type Script } from './script.ts';

const anything = z.looseObject({});

function build(script: Script): Server {
  const server = new Server({ name: 'scripted', version: '1.0.0' }, { capabilities: { tools: {} } });
  server.setRequestHandler(ListToolsRequestSchema, ({ params }) => page(script, params?.cursor));
  server.setRequestHandler(CallToolRequestSchema, async ({ params }, extra) => {
    note(script, { call: params });
    const tool = readTools(script)[params.name];
    for (const step of tool?.steps ?? []) {
      if (step.do === 'ask' || step.do === 'sample') {
        const request =
          step.do === 'ask'
            ? { method: 'elicitation/create', params: withRandom(step.params) }
            : { method: 'sampling/createMessage', params: { messages: [], maxTokens: 1 } };
        const reply = await extra.sendRequest(request as never, anything).then(
          (result) => ({ ...result }),
          (error: unknown) => ({ action: 'error', ...(error as object), said: String(error) }),
        );
        note(script, { reply });
        if (step.do === 'ask' && reply['action'] !== 'accept' && !step.onRefusal)
          return text(`not done (${String(reply['action'])})`);
      } else if (step.do === 'progress') {
        const progressToken = params['_meta']?.progressToken ?? 0;
        const { progress, message } = step;
        await extra.sendNotification({
          method: 'notifications/progress',
          params: { progressToken, progress, message },
        });
      } else if (step.do === 'result') return step.result;
      else await plainStep(script, step);
    }
    return text('done');
  });
  return server;
}

function withRandom(params: Record<string, unknown>): Record<string, unknown> {
  return { ...params, message: String(params['message']).replaceAll('$RANDOM', randomUUID()) };
}

function text(words: string) {
  return { content: [{ type: 'text' as const, text: words }] };
}

export async function serveLegacyStdio(script: Script): Promise<void> {
  await build(script).connect(new StdioServerTransport());
}

/** Sessions live in this process only: a restarted server answers 404 to old ones. */
export function legacyHttp(script: Script): express.Handler {
  const sessions = new Map<string, StreamableHTTPServerTransport>();
  return async (request, response) => {
    const id = request.headers['mcp-session-id'];
    const known = typeof id === 'string' ? sessions.get(id) : undefined;
    if (id !== undefined && !known) {
      response
        .status(404)
        .json({ jsonrpc: '2.0', id: null, error: { code: -32001, message: 'Session not found' } });
      return;
    }
    const transport =
      known ??
      new StreamableHTTPServerTransport({
        sessionIdGenerator: randomUUID,
        onsessioninitialized: (fresh) => {
          sessions.set(fresh, transport);
        },
      });
    if (!known) await build(script).connect(transport);
    await transport.handleRequest(request, response, request.body);
  };
}
