// The config of a worker and its servers, opened for a look and closed again.
import path from 'node:path';
import { listTools, ServerPool, type Listing } from '../../activities/mcp/index.ts';
import { findConfig, loadConfig, type LoadedConfig } from '../config/load-config.ts';

export type ConfigOption = { config?: string | undefined };

/** Throws `ConfigError`. */
export function readConfig({ config }: ConfigOption): LoadedConfig {
  return loadConfig(findConfig({ flag: config, env: process.env, cwd: process.cwd() }), process.env);
}

export type Look = { server: string; listing: Listing; leftOut: string[] };

/** The tools of these servers, all at once. No process of theirs is left when it resolves. */
export async function lookAt(config: LoadedConfig, servers: string[]): Promise<Look[]> {
  const pool = new ServerPool(config.mcpServers, {
    log: () => undefined,
    // Where a worker keeps them, so that the next one ends what a killed look left behind.
    childrenDir: path.resolve(path.dirname(config.file), '.adjourn', 'children'),
    secrets: config.secrets,
  });
  try {
    return await Promise.all(
      servers.map(async (server) => {
        const leftOut: string[] = [];
        const listing = await listTools(pool, server, (level, text) => {
          if (level === 'warn') leftOut.push(text);
        });
        return { server, listing, leftOut };
      }),
    );
  } finally {
    await pool.close();
  }
}

/** A hint from a server that may lie. */
export function callsItDestructive({
  annotations,
}: {
  annotations: Record<string, unknown> | null;
}): boolean {
  return annotations?.['destructiveHint'] === true;
}
