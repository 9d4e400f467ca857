// The tools a model step may offer, as activities/mcp supplies them. The worker wires the two together.
import type { JsonObject } from '../../workflows/contract/json.ts';
import type { ServerHealth } from '../../workflows/contract/model.ts';

export type CatalogueTool = {
  /** What the model calls it by: `^[A-Za-z0-9_-]{1,64}$`, stable and unique among the job's servers. */
  modelName: string;
  server: string;
  name: string;
  description: string | null;
  inputSchema: JsonObject;
  /** Hints from a server that may lie. */
  annotations: JsonObject | null;
  definitionDigest: string;
};

/** Never throws for a dead server: its tools are missing and its health says why. */
export type Catalogue = (
  serverNames: string[],
) => Promise<{ servers: ServerHealth[]; tools: CatalogueTool[] }>;
