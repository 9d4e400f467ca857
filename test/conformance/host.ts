// The product's own MCP side, wired to one server: pool, catalogue and the callTool activity.
import { MockActivityEnvironment } from '@temporalio/testing';
import { DefaultLogger } from '@temporalio/worker';
import type { Listing } from '../../activities/mcp/catalogue.ts';
import { createCallTool, listTools, ServerConfig, ServerPool } from '../../activities/mcp/index.ts';
import type { LegOutcome, ToolLeg } from '../../workflows/contract/call.ts';

export const serverName = 'mock';

export type Host = {
  list: () => Promise<Listing>;
  /** One run of the activity. */
  send: (leg: ToolLeg) => Promise<LegOutcome>;
  close: () => Promise<void>;
};

/** The server's config is what a user would write: its address and nothing else. */
export function openHost(url: string): Host {
  const log = (level: string, text: string) => console.error(`${level} ${text}`);
  const pool = new ServerPool({ [serverName]: ServerConfig.parse({ url }) }, { log, childrenDir: null });
  const callTool = createCallTool({
    pool,
    log,
    pending: async () => true,
    teller: () => async () => undefined,
  });
  return {
    list: () => listTools(pool, serverName, log),
    send: (leg) => {
      const environment = new MockActivityEnvironment(
        { heartbeatTimeoutMs: 30_000, activityType: 'callTool' },
        { logger: new DefaultLogger('ERROR') },
      );
      return environment.run(callTool, leg);
    },
    close: () => pool.close(),
  };
}
