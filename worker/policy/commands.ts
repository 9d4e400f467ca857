// The commands `policy check`, `explain` and `test`, in the worker's world: its config, its servers. No Temporal.
import { whyInvalid } from '../../workflows/contract/arguments.ts';
import type { JsonObject } from '../../workflows/contract/json.ts';
import type {
  PolicyCheck,
  PolicyExplanation,
  PolicyTestRun,
} from '../../workflows/contract/policy-report.ts';
import { ConfigError } from '../config/config-error.ts';
import type { LoadedConfig } from '../config/load-config.ts';
import { nearest } from '../config/suggest.ts';
import { failedCases, readCases } from './cases.ts';
import { judge } from './check.ts';
import { explainCall } from './explain.ts';
import { didYouMean, shown } from './finding.ts';
import { nearTool } from './near-tool.ts';
import { callsItDestructive, lookAt, readConfig, type ConfigOption } from './servers.ts';

/** Throws `ConfigError`. A server that cannot be reached is a finding. */
export async function checkPolicy(options: ConfigOption): Promise<PolicyCheck> {
  const config = readConfig(options);
  const looks = await lookAt(config, Object.keys(config.mcpServers));
  return { version: 1, config: config.file, ...judge(config.policy, looks) };
}

export type ExplainOptions = ConfigOption & {
  server: string;
  tool: string;
  arguments: JsonObject | null;
  /** As if the server called the tool so. */
  destructive?: boolean | undefined;
};

/** Throws `ConfigError`, also for a server that is not in the config. */
export async function explainPolicy(options: ExplainOptions): Promise<PolicyExplanation> {
  const { server, tool, arguments: args } = options;
  const config = readConfig(options);
  requireServer(config, server);
  const [look] = await lookAt(config, [server]);
  const listing = look?.listing ?? { problem: `server ${server} was not asked` };
  const tools = 'tools' in listing ? listing.tools : null;
  const found = tools?.find(({ name }) => name === tool);
  const destructive = options.destructive === true || (found !== undefined && callsItDestructive(found));
  const names = tools?.map(({ name }) => name) ?? [];
  return {
    version: 1,
    config: config.file,
    ...explainCall(config.policy, { server, tool, arguments: args, destructive }),
    exists: tools === null ? null : found !== undefined,
    problem: 'problem' in listing ? listing.problem : null,
    near: found ? null : nearTool(tool, names),
    argumentsProblem: found && args ? whyInvalid(found.inputSchema, args) : null,
  };
}

/** Throws `ConfigError`, also for a file of cases that cannot be used. */
export function testPolicy(options: ConfigOption & { file: string }): PolicyTestRun {
  const config = readConfig(options);
  const cases = readCases(options.file, Object.keys(config.mcpServers));
  const failed = failedCases(config.policy, cases);
  return { version: 1, file: options.file, config: config.file, cases: cases.length, failed };
}

function requireServer(config: LoadedConfig, server: string): void {
  const names = Object.keys(config.mcpServers);
  if (names.includes(server)) return;
  const near = nearest(server, names);
  const hint = near === null ? `; there are: ${names.join(', ') || 'none'}` : didYouMean(shown(near));
  throw new ConfigError([`${config.file}: no server ${shown(server)} in mcpServers${hint}`]);
}
