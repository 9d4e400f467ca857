// The MCP side of the worker: what it wires and what the model activity shares.
export { createDescribeTool } from './describe-tool.ts';
export { createCallTool, type CallToolDeps } from './call-tool.ts';
export { listTools, type Listing, type ServerTool } from './catalogue.ts';
export type { Log } from './log.ts';
export { nameTools } from './names.ts';
export { reapOrphans } from './orphans.ts';
export { listedAsPending } from './pending.ts';
export { ServerPool } from './pool.ts';
export { ServerConfig } from './server-config.ts';
