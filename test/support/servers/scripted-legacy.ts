// The legacy half: the v1 SDK's low-level server, which asks in the middle of a call.
import { randomUUID } from 'node:crypto';
import { InMemoryTaskMessageQueue, InMemoryTaskStore } from '@modelcontextprotocol/sdk/experimental/tasks';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import type express from 'express';
import { fromOutside, runSteps, text, type Extra, type Run } from './legacy-steps.ts';
import { note, page, readTools, type Script, type Step } from './script.ts';

const taskCapability = { list: {}, cancel: {}, requests: { tools: { call: {} } } };

function build(script: Script): Server {
  const taskStore = noting(script, new InMemoryTaskStore());
  const server = new Server(
    { name: 'scripted', version: '1.0.0' },
    script.tasks
      ? {
          capabilities: { tools: {}, tasks: taskCapability },
          taskStore,
          taskMessageQueue: new InMemoryTaskMessageQueue(),
        }
      : { capabilities: { tools: {} } },
  );
  const { asksAt } = script;
  server.oninitialized = () => {
    note(script, { capabilities: server.getClientCapabilities() ?? null });
    if (asksAt?.moment === 'initialized') void fromOutside(script, server, asksAt.params);
  };
  server.setRequestHandler(ListToolsRequestSchema, async ({ params }, extra) => {
    if (asksAt?.moment === 'list') await fromOutside(script, server, asksAt.params, extra);
    return page(script, params?.cursor, server.getClientCapabilities()?.elicitation !== undefined);
  });
  server.setRequestHandler(CallToolRequestSchema, async ({ params }, extra) => {
    note(script, { call: params });
    const steps = readTools(script)[params.name]?.steps ?? [];
    const run: Run = { script, server, extra, task: null, forget: () => taskStore.cleanup() };
    return params.task ? asTask(run, steps, params.task.ttl ?? null) : runSteps(run, steps);
  });
  return server;
}

/** The reply names the task; the steps go on without it. */
async function asTask(run: Run, steps: Step[], ttl: number | null) {
  const store: Extra['taskStore'] = run.extra.taskStore;
  if (!store) throw new Error('this server takes no tasks');
  const task = await store.createTask({ ttl, pollInterval: 20 });
  note(run.script, { task: task.taskId });
  void runSteps({ ...run, task: task.taskId }, steps)
    .then(
      (result) => store.storeTaskResult(task.taskId, 'completed', result),
      (error: unknown) => store.storeTaskResult(task.taskId, 'failed', text(String(error), true)),
    )
    .catch((error: unknown) => note(run.script, { dropped: String(error) }));
  return { task };
}

function noting(script: Script, store: InMemoryTaskStore): InMemoryTaskStore {
  const update = store.updateTaskStatus.bind(store);
  store.updateTaskStatus = (taskId, status, ...rest) => {
    note(script, { taskStatus: status });
    return update(taskId, status, ...rest);
  };
  return store;
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
