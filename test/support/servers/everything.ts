// @modelcontextprotocol/server-everything as a process of its own, over stdio or HTTP: a server that adjourn did not write.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import getPort from 'get-port';
import { ServerConfig } from '../../../activities/mcp/index.ts';
import { hostOf, type Host } from '../mcp-stage.ts';

const entry = fileURLToPath(
  new URL('../../../node_modules/@modelcontextprotocol/server-everything/dist/index.js', import.meta.url),
);

export type Everything = Host & { close(): Promise<void> };

export async function startEverything({ http }: { http: boolean }): Promise<Everything> {
  if (!http) {
    const host = hostOf(ServerConfig.parse({ command: process.execPath, args: [entry, 'stdio'] }), null);
    return { ...host, close: () => host.pool.close() };
  }
  const port = await getPort();
  const child = spawn(process.execPath, [entry, 'streamableHttp'], {
    env: { ...process.env, NODE_OPTIONS: '', PORT: String(port) },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const gone = once(child, 'exit');
  const lines = createInterface({ input: child.stderr });
  await Promise.race([
    new Promise<void>((resolve) => lines.on('line', (line) => line.includes('listening') && resolve())),
    gone.then(() => Promise.reject(new Error('server-everything did not start'))),
  ]);
  const host = hostOf(ServerConfig.parse({ url: `http://127.0.0.1:${port}/mcp` }), null);
  return {
    ...host,
    close: async () => {
      await host.pool.close();
      child.kill('SIGKILL');
      await gone;
    },
  };
}
