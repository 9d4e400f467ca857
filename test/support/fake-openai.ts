// An OpenAI-compatible chat server on loopback whose replies a test scripts: the one mock there is, of the model.
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

type ChatMessage = {
  role: string;
  content: unknown;
  tool_calls?: { id: string; function: { name: string; arguments: string } }[];
  tool_call_id?: string;
};
export type ChatRequest = {
  headers: IncomingHttpHeaders;
  body: {
    model: string;
    messages: ChatMessage[];
    tools?: { type: string; function: { name: string; description?: string; parameters: unknown } }[];
    [setting: string]: unknown;
  };
};
export type FakeReply =
  | {
      text?: string;
      /** `arguments` as text goes out as it is, broken or not. */
      calls?: { id?: string; name: string; arguments: unknown }[];
      finishReason?: string;
      usage?: { prompt_tokens: number; completion_tokens: number } | null;
    }
  | { status: number; message?: string; headers?: Record<string, string> }
  /** Never answers; ends when the client gives up. */
  | { hang: true };

export type FakeOpenAi = {
  /** For `models."openai-compatible".baseURL`. */
  baseURL: string;
  /** Every request so far, the failed ones too. */
  requests: ChatRequest[];
  /** Connections that were closed by the client before a reply. */
  abandoned: () => number;
  stop(): Promise<void>;
};

export async function startFakeOpenAi(script: {
  reply: (request: ChatRequest, index: number) => FakeReply | Promise<FakeReply>;
}): Promise<FakeOpenAi> {
  const requests: ChatRequest[] = [];
  let abandoned = 0;
  const answer = async (incoming: IncomingMessage, response: ServerResponse) => {
    response.on('close', () => {
      if (!response.writableFinished) abandoned++;
    });
    const body = JSON.parse(await textOf(incoming)) as ChatRequest['body'];
    const request = { headers: incoming.headers, body };
    requests.push(request);
    send(response, body.model, await script.reply(request, requests.length - 1));
  };
  const server = createServer((incoming, response) => {
    answer(incoming, response).catch((error: unknown) => {
      response.statusCode = 500;
      response.end(String(error));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    baseURL: `http://127.0.0.1:${port}/v1`,
    requests,
    abandoned: () => abandoned,
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

async function textOf(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

function send(response: ServerResponse, model: string, reply: FakeReply): void {
  if ('hang' in reply) return;
  if ('status' in reply) {
    response.writeHead(reply.status, { 'content-type': 'application/json', ...reply.headers });
    const message = reply.message ?? `scripted HTTP ${reply.status}`;
    response.end(JSON.stringify({ error: { message, type: 'scripted', code: null } }));
    return;
  }
  const { text, calls = [], usage = { prompt_tokens: 10, completion_tokens: 5 } } = reply;
  const tool_calls = calls.map(({ id, name, arguments: given }, index) => ({
    id: id ?? `call_${index + 1}`,
    type: 'function',
    function: { name, arguments: typeof given === 'string' ? given : JSON.stringify(given) },
  }));
  const finish_reason = reply.finishReason ?? (calls.length > 0 ? 'tool_calls' : 'stop');
  const message = { role: 'assistant', content: text ?? null, ...(calls.length > 0 ? { tool_calls } : {}) };
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(
    JSON.stringify({
      id: 'chatcmpl-fake',
      object: 'chat.completion',
      created: 0,
      model,
      choices: [{ index: 0, message, finish_reason }],
      ...(usage === null
        ? {}
        : { usage: { ...usage, total_tokens: usage.prompt_tokens + usage.completion_tokens } }),
    }),
  );
}
