// The operations server of the example as real processes in a directory of their own, and clients of the public SDK.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import type { IncomingHttpHeaders } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach } from '@jest/globals';
import { Client, StreamableHTTPClientTransport, isInputRequiredResult } from '@modelcontextprotocol/client';
import type { CallToolResult, ElicitResult } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';

const script = fileURLToPath(new URL('../../examples/purchase-order/server.ts', import.meta.url));
export const paper = { sku: 'SKU-300', quantity: 10 };
export type Action = ElicitResult['action'];
/** How a test's person answers a question. */
export type Person = (message: string, schema: unknown) => Promise<Action>;

let dir = '';
let cleanUp: (() => Promise<unknown>)[] = [];

/** Gives each test of the file its own directory, and ends what the test started. */
export function useOperations(): void {
  beforeEach(() => {
    dir = mkdtempSync(join(tmpdir(), 'adjourn-po-'));
  });
  afterEach(async () => {
    for (const step of cleanUp.toReversed()) await step();
    cleanUp = [];
    rmSync(dir, { recursive: true, force: true });
  });
}

export function later(step: () => Promise<unknown>): void {
  cleanUp.push(step);
}

export function start(...flags: string[]) {
  const child = spawn(process.execPath, [script, '--data', dir, ...flags], { stdio: 'pipe' });
  const ended = once(child, 'close').then(([code]) => code as number | null);
  let stderr = '';
  child.stderr.on('data', (chunk) => (stderr += String(chunk)));
  later(() => (child.kill('SIGKILL'), ended));
  return { child, ended, said: () => stderr };
}

export async function serve(...flags: string[]) {
  const server = start('--port', '0', ...flags);
  const [line] = await once(createInterface({ input: server.child.stderr }), 'line');
  const url = /^operations server \((?:modern|legacy)\) listening on (http:\/\/127\.0\.0\.1:\d+\/mcp)$/.exec(
    line,
  )?.[1];
  return { ...server, url: new URL(url ?? `no address in: ${line}`) };
}

/** Connects over HTTP, or starts a stdio server with these flags. Without a person, questions are left to the test. */
export async function connect(target: URL | string[], person?: Person): Promise<Client> {
  const client = new Client(
    { name: 'test', version: '1.0.0' },
    {
      versionNegotiation: { mode: 'auto' },
      inputRequired: { autoFulfill: person !== undefined },
      capabilities: { elicitation: { form: {} } },
    },
  );
  client.setRequestHandler('elicitation/create', async ({ params }) => {
    const schema = 'requestedSchema' in params ? params.requestedSchema : undefined;
    const action = (await person?.(params.message, schema)) ?? 'cancel';
    return action === 'accept' ? { action, content: {} } : { action };
  });
  const args = [script, '--data', dir, '--transport', 'stdio'];
  const transport = Array.isArray(target)
    ? new StdioClientTransport({ command: process.execPath, args: [...args, ...target], stderr: 'ignore' })
    : new StreamableHTTPClientTransport(target);
  later(() => client.close());
  await client.connect(transport);
  return client;
}

export function textOf(result: CallToolResult): string {
  return result.content.map((part) => (part.type === 'text' ? part.text : part.type)).join('\n');
}

export async function check(client: Client, sku: string): Promise<string> {
  return textOf(await client.callTool({ name: 'check_stock', arguments: { sku } }));
}

export async function order(client: Client, args: Record<string, unknown> = paper): Promise<CallToolResult> {
  return await client.callTool({ name: 'place_purchase_order', arguments: args });
}

/** One request of the modern era, by hand: the call, or the call again with its state and an answer. */
export async function turn(
  client: Client,
  args: Record<string, unknown>,
  requestState?: string,
  action?: Action,
) {
  const answer = action === undefined ? {} : { inputResponses: { approval: { action } } };
  const state = requestState === undefined ? {} : { requestState };
  const params = { name: 'place_purchase_order', arguments: args, ...answer, ...state };
  return await client.callTool(params, { allowInputRequired: true });
}

export async function ask(client: Client): Promise<string> {
  const asked = await turn(client, paper);
  if (!isInputRequiredResult(asked)) throw new Error(`nothing was asked: ${JSON.stringify(asked)}`);
  return asked.requestState ?? '';
}

export function fileIn(name: string): string {
  return join(dir, name);
}

export function orders(): unknown[] {
  const file = fileIn('orders.jsonl');
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n').slice(0, -1) : [];
  return lines.map((line) => JSON.parse(line) as unknown);
}

export function stock(): Record<string, number> {
  return JSON.parse(readFileSync(fileIn('stock.json'), 'utf8')) as Record<string, number>;
}

/** The status of a bare `tools/list`: what the HTTP layer makes of its headers. */
export async function statusOf(url: URL, headers: IncomingHttpHeaders): Promise<number | undefined> {
  const accept = 'application/json, text/event-stream';
  const sent = request(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept, ...headers },
  });
  sent.end(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }));
  const [reply] = await once(sent, 'response');
  reply.resume();
  return reply.statusCode;
}
