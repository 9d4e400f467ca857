// The `describeTool` activity: the input schema of a tool, for a person who may change the arguments of a call.
import { Context } from '@temporalio/activity';
import { bounds } from '../../workflows/contract/bounds.ts';
import { fitsIn } from '../../workflows/contract/json.ts';
import type { Activities } from '../../workflows/contract/port.ts';
import { listTools } from './catalogue.ts';
import type { Log } from './log.ts';
import type { ServerPool } from './pool.ts';

export function createDescribeTool(deps: { pool: ServerPool; log: Log }): Activities['describeTool'] {
  return async ({ server, tool, definitionDigest }) => {
    const listing = await listTools(deps.pool, server, deps.log, Context.current().cancellationSignal);
    const found = 'tools' in listing ? listing.tools.find(({ name }) => name === tool) : undefined;
    // Of another definition than the one the call was made for, the call itself would be refused.
    if (found?.definitionDigest !== definitionDigest) return null;
    return fitsIn(found.inputSchema, bounds.schemaBytes) ? found.inputSchema : null;
  };
}
