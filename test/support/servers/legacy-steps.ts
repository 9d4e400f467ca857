// What a legacy tool does, step by step: it asks in the middle of its call, or after it.
import { randomUUID } from 'node:crypto';
import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import type { RequestHandlerExtra } from '@modelcontextprotocol/sdk/shared/protocol.js';
import type { ServerNotification, ServerRequest } from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';
import { fileThere, note, plainStep, tellProgress, type Script, type Step } from './script.ts';

export type Extra = RequestHandlerExtra<ServerRequest, ServerNotification>;
type Ask = Extract<Step, { do: 'ask' }>;
type Options = Parameters<Extra['sendRequest']>[2];
type Result = Record<string, unknown>;

/** One run of a tool; `task`: the server's own task that it runs as. */
export type Run = { script: Script; server: Server; extra: Extra; task: string | null; forget(): void };

const anything = z.looseObject({});

export async function runSteps(run: Run, steps: Step[]): Promise<Result> {
  let hostTask = '';
  for (const step of steps) {
    if (step.do === 'result') return step.result;
    if (step.do === 'ask') {
      const reply = await ask(run, step);
      if (isRecord(reply['task'])) hostTask = String(reply['task']['taskId']);
      else if (reply['action'] !== 'accept' && !step.onRefusal)
        return text(`not done (${String(reply['action'])})`);
    } else if (step.do === 'request') {
      const params = JSON.parse(JSON.stringify(step.params).replaceAll('$TASK', hostTask)) as Result;
      await send(run, step.method, params);
    } else await otherStep(run, step);
  }
  return text('done');
}

async function otherStep(run: Run, step: Exclude<Step, Ask>): Promise<void> {
  const { script, server, extra } = run;
  switch (step.do) {
    case 'ask-together':
      await Promise.all(step.params.map((params) => ask(run, { do: 'ask', params })));
      return;
    case 'ask-later':
      void fileThere(step.file).then(() => fromOutside(script, server, step.params));
      return;
    case 'sample':
      await send(run, 'sampling/createMessage', { messages: [], maxTokens: 1 });
      return;
    case 'complete':
      return complete(run, step.elicitationId, step.file);
    case 'stray':
      return server.transport?.send({ jsonrpc: '2.0', id: 999_999, result: step.result });
    case 'forget-tasks':
      return run.forget();
    case 'progress':
      return progress(extra, step);
    default:
      return plainStep(script, step);
  }
}

/** Asks without a tool call; `extra`: within another request. */
export async function fromOutside(
  script: Script,
  server: Server,
  params: Result,
  extra?: Extra,
): Promise<void> {
  const request = { method: 'elicitation/create', params } as never;
  const sent = extra ? extra.sendRequest(request, anything) : server.request(request, anything);
  note(script, { outside: await settled(sent) });
}

function ask(run: Run, { params, heedless, waitMs }: Ask): Promise<Result> {
  const message = z.string().parse(params['message']).replaceAll('$RANDOM', randomUUID());
  const options = waitMs === undefined ? {} : { timeout: waitMs };
  return send(run, 'elicitation/create', { ...params, message }, options, heedless);
}

async function send(run: Run, method: string, params: Result, more: Options = {}, heedless = false) {
  const { script, server, extra, task } = run;
  const options = task === null ? more : { ...more, relatedTask: { taskId: task } };
  const request = { method, params } as never;
  const reply = await settled(
    heedless
      ? server.request(request, anything, { ...options, relatedRequestId: extra.requestId })
      : extra.sendRequest(request, anything, options),
  );
  note(script, { reply });
  return reply;
}

function settled(sent: Promise<Result>): Promise<Result> {
  return sent.then(
    (result) => ({ ...result }),
    (error: unknown) => ({ action: 'error', ...(error as object), said: String(error) }),
  );
}

async function complete({ server, extra }: Run, elicitationId: unknown, file?: string): Promise<void> {
  const notice = { method: 'notifications/elicitation/complete', params: { elicitationId } } as never;
  if (file === undefined) return extra.sendNotification(notice);
  void fileThere(file).then(() => server.notification(notice));
}

function progress(extra: Extra, step: Extract<Step, { do: 'progress' }>): Promise<void> {
  const params = {
    progressToken: extra['_meta']?.progressToken ?? 0,
    progress: step.progress,
    message: step.message,
  };
  return tellProgress(step, () => extra.sendNotification({ method: 'notifications/progress', params }));
}

export function text(words: string, isError = false): Result {
  return { content: [{ type: 'text', text: words }], isError };
}

function isRecord(value: unknown): value is Result {
  return typeof value === 'object' && value !== null;
}
