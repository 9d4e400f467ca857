// The modern half: the v2 SDK's low-level server, which returns its questions. `requestState` picks the tool's round.
import { Server, createMcpHandler } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { toNodeHandler } from '@modelcontextprotocol/node';
import type express from 'express';
import { definitions, note, plainStep, readTools, tellProgress, type Script, type Step } from './script.ts';

function build(script: Script): Server {
  const server = new Server({ name: 'scripted', version: '2.0.0' }, { capabilities: { tools: {} } });
  server.setRequestHandler('tools/list', () => ({
    tools: definitions(script),
  }));
  server.setRequestHandler('tools/call', async (request, context) => {
    const state = context.mcpReq.requestState();
    note(script, {
      call: request.params,
      state: state ?? null,
      responses: context.mcpReq.inputResponses ?? null,
      envelope: context.mcpReq.envelope ?? null,
    });
    const tool = readTools(script)[request.params.name];
    const steps = typeof state === 'string' ? (tool?.rounds?.[state] ?? refused) : (tool?.steps ?? []);
    for (const step of steps) {
      if (step.do === 'result') return step.result as never;
      if (step.do === 'progress') {
        const { progress, message } = step;
        const params = { progressToken: request.params['_meta']?.progressToken ?? 0, progress, message };
        await tellProgress(step, () => context.mcpReq.notify({ method: 'notifications/progress', params }));
      } else await plainStep(script, step);
    }
    return { content: [{ type: 'text', text: 'done' }] };
  });
  return server;
}

const refused: Step[] = [{ do: 'error', code: -32602, message: 'invalid request state' }];

export function serveModernStdio(script: Script): void {
  serveStdio(() => build(script), { legacy: 'reject' });
}

export function modernHttp(script: Script): express.Handler {
  const handle = toNodeHandler(createMcpHandler(() => build(script), { legacy: 'reject' }));
  return (request, response) => void handle(request, response, request.body);
}
