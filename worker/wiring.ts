// Puts the activities together from the config: the one place where their dependencies meet.
import { Context } from '@temporalio/activity';
import {
  createCallTool,
  createDescribeTool,
  listedAsPending,
  listTools,
  nameTools,
  type Log,
  type ServerPool,
} from '../activities/mcp/index.ts';
import { createCallModel } from '../activities/model/call-model.ts';
import type { Catalogue } from '../activities/model/catalogue-port.ts';
import { resolveModel, type ExtraModels } from '../activities/model/providers.ts';
import type { Activities } from '../workflows/contract/index.ts';
import type { LoadedConfig } from './config/load-config.ts';
import { createBegin } from './config/terms.ts';

export function createActivities(
  config: LoadedConfig,
  pool: ServerPool,
  log: Log,
  extraModels: ExtraModels,
): Activities {
  return {
    begin: createBegin(config),
    callModel: createCallModel({
      catalogue: catalogueOf(pool, log),
      resolveModel: (id) => resolveModel(id, config.models, extraModels),
      settings: config,
      secrets: config.secrets,
    }),
    describeTool: createDescribeTool({ pool, log }),
    callTool: createCallTool({ pool, pending: listedAsPending, log }),
  };
}

/** The tools of the job's servers, named for the model; a server that is away is missing and says why. */
function catalogueOf(pool: ServerPool, log: Log): Catalogue {
  return async (names) => {
    const { cancellationSignal } = Context.current();
    const listings = await Promise.all(names.map((name) => listTools(pool, name, log, cancellationSignal)));
    const tools = nameTools(listings.flatMap((listing) => ('tools' in listing ? listing.tools : [])));
    return {
      servers: names.map((name, index) => {
        const listing = listings[index];
        return { name, problem: listing && 'problem' in listing ? listing.problem : null };
      }),
      tools: [...tools].map(([modelName, tool]) => ({ modelName, ...tool })),
    };
  };
}
