// Ports to listen on, tried out by listening.
import { connect, createServer } from 'node:net';

import { DevServerError } from './error.ts';

/** Below every system's ephemeral ports: a client that keeps reconnecting while the server is down could otherwise be
 * given the server's own port as its source port, connect to itself and keep the port from the server. */
const FIRST = 20_000;
const LAST = 31_999;
const TRIES = 200;

export async function freePort(ip: string): Promise<number> {
  for (let tried = 0; tried < TRIES; tried += 1) {
    const port = FIRST + Math.floor(Math.random() * (LAST - FIRST + 1));
    const error = await listenError(port, ip);
    if (error === undefined) return port;
    if (error.code !== 'EADDRINUSE') throw cannotListen(port, ip, error);
  }
  throw new DevServerError('port-taken', `No free port between ${FIRST} and ${LAST} on ${ip} was found.`);
}

export async function requirePort(port: number, ip: string): Promise<number> {
  const error = await listenError(port, ip);
  if (error === undefined) return port;
  throw error.code === 'EADDRINUSE' ? portTaken(port, ip) : cannotListen(port, ip, error);
}

function cannotListen(port: number, ip: string, cause: Error): DevServerError {
  return new DevServerError(
    'port-taken',
    `Temporal's dev server cannot listen on ${hostPort(ip, port)}: ${cause.message}. Choose another port or address.`,
    { cause },
  );
}

export function portTaken(port: number, ip: string): DevServerError {
  return new DevServerError(
    'port-taken',
    `Port ${port} on ${ip} is already in use, so Temporal's dev server cannot listen on it.\n` +
      'Stop the program that holds it, or choose another port (with "adjourn up": --port for Temporal, --ui-port for its UI).\n' +
      `If it is a Temporal that you want to use, name it: TEMPORAL_ADDRESS=${hostPort(ip, port)}`,
  );
}

export function hostPort(ip: string, port: number): string {
  return ip.includes(':') ? `[${ip}]:${port}` : `${ip}:${port}`;
}

export async function connects(ip: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host: ip, port }, () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}

/** Why nothing could listen there now; undefined when it could. */
export async function listenError(port: number, ip: string): Promise<NodeJS.ErrnoException | undefined> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', resolve);
    server.listen({ port, host: ip, exclusive: true }, () => server.close(() => resolve(undefined)));
  });
}
