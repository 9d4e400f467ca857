// Stands between the host and a server on HTTP, changes nothing, and remembers what passed: a witness outside of both.
import { once } from 'node:events';
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Tap = {
  url: string;
  /** How many `tools/call` of this tool went to the server. */
  calls(tool: string): number;
  /** How many replies of the server hold this text. */
  replies(text: string): number;
  close(): Promise<void>;
};

export async function tap(port: number): Promise<Tap> {
  const sent: string[] = [];
  const came: { text: string }[] = [];
  const pass = (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const asked: Buffer[] = [];
    const reply = { text: '' };
    const { method, url: path, headers } = incoming;
    const onward = request({ host: '127.0.0.1', port, method, path, headers }, (response) => {
      came.push(reply);
      outgoing.writeHead(response.statusCode ?? 502, response.headers);
      response.on('data', (chunk) => (reply.text += String(chunk)));
      response.pipe(outgoing);
    });
    onward.on('error', () => outgoing.destroy());
    outgoing.on('close', () => onward.destroy());
    incoming.on('data', (chunk: Buffer) => asked.push(chunk));
    incoming.on('end', () => sent.push(Buffer.concat(asked).toString('utf8')));
    incoming.pipe(onward);
  };
  const server = createServer(pass);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`,
    calls: (tool) => sent.filter((body) => isCallOf(body, tool)).length,
    replies: (text) => came.reduce((count, reply) => count + reply.text.split(text).length - 1, 0),
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function isCallOf(body: string, tool: string): boolean {
  if (body === '') return false;
  const { method, params } = JSON.parse(body) as { method?: string; params?: { name?: string } };
  return method === 'tools/call' && params?.name === tool;
}
