// A proxy in front of an HTTP server that can hold a request back: to stop a client at a known point before it is answered.
import { once } from 'node:events';
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type HeldRequests = {
  url: string;
  /** Holds the next request whose body has this JSON-RPC method; resolves when it is here, with what lets it go on. */
  hold(method: string): Promise<() => void>;
  stop(): Promise<void>;
};

export async function holdRequests(target: string): Promise<HeldRequests> {
  const wanted: { method: string; held: (release: () => void) => void }[] = [];
  const pass = async (incoming: IncomingMessage, response: ServerResponse) => {
    const body = await bytesOf(incoming);
    const index = wanted.findIndex(({ method }) => body.includes(`"method":"${method}"`));
    const [match] = index < 0 ? [] : wanted.splice(index, 1);
    if (match) await new Promise<void>((release) => match.held(release));
    const { method, headers } = incoming;
    const onward = request(target, { method, headers });
    onward.end(body);
    const [reply] = (await once(onward, 'response')) as [IncomingMessage];
    response.writeHead(reply.statusCode ?? 502, reply.headers);
    reply.pipe(response);
  };
  const proxy = createServer((incoming, response) => {
    pass(incoming, response).catch(() => response.destroy());
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const { port } = proxy.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/mcp`,
    hold: (method) => new Promise((held) => wanted.push({ method, held })),
    stop: async () => {
      proxy.closeAllConnections();
      proxy.close();
      await once(proxy, 'close');
    },
  };
}

async function bytesOf(stream: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
