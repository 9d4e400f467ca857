// `policy check`: every tool of every server with what the policy says of it, and what is wrong with the policy.
import { nameTools, type ServerTool } from '../../activities/mcp/index.ts';
import type { Policy } from '../../workflows/contract/policy.ts';
import type {
  CheckedServer,
  CheckedTool,
  Finding,
  PolicyCheck,
} from '../../workflows/contract/policy-report.ts';
import {
  alikeTools,
  idleRules,
  matchedRules,
  strayConditions,
  unmatchedRules,
} from './catalogue-findings.ts';
import { afterTheFact, deadRules, looseConditions } from './config-findings.ts';
import { mistake, warning } from './finding.ts';
import { outcomesOf, prospectsOf, rankedRules, whyOf } from './prospects.ts';
import { callsItDestructive, type Look } from './servers.ts';

export function judge(policy: Policy, looks: Look[]): Pick<PolicyCheck, 'servers' | 'tools' | 'findings'> {
  const listed = looks.flatMap(({ server, listing }) =>
    'tools' in listing ? [{ server, tools: listing.tools }] : [],
  );
  const tools = checkedTools(policy, listed);
  const matched = matchedRules(policy, listed);
  return {
    servers: looks.map(checkedServer),
    tools,
    findings: [
      ...looks.flatMap(unreachable),
      ...deadRules(policy),
      ...unmatchedRules(matched, listed),
      ...strayConditions(matched),
      ...looseConditions(policy),
      ...idleRules(policy, matched, tools),
      ...alikeTools(tools),
      ...looks.flatMap(leftOutTools),
      ...afterTheFact(policy),
    ],
  };
}

function checkedTools(policy: Policy, listed: { server: string; tools: ServerTool[] }[]): CheckedTool[] {
  const named = nameTools(listed.flatMap(({ tools }) => tools));
  const names = new Map([...named].map(([name, tool]) => [tool, name]));
  return listed.flatMap(({ server, tools }) => {
    const ranked = rankedRules(policy, server);
    return tools.map((tool) => {
      const destructive = callsItDestructive(tool);
      const prospects = prospectsOf(policy, { server, tool: tool.name, destructive }, ranked);
      return {
        server,
        tool: tool.name,
        modelName: names.get(tool) ?? null,
        outcomes: outcomesOf(prospects),
        why: whyOf(prospects),
        prospects,
      };
    });
  });
}

function checkedServer({ server, listing }: Look): CheckedServer {
  return 'tools' in listing
    ? { server, tools: listing.tools.length, problem: null }
    : { server, tools: null, problem: listing.problem };
}

function unreachable({ server, listing }: Look): Finding[] {
  if ('tools' in listing) return [];
  const text = `${listing.problem}; its tools, and rules for them, were not checked`;
  return [mistake('unreachable-server', text, { server })];
}

const mostLeftOut = 20;

function leftOutTools({ server, leftOut }: Look): Finding[] {
  const found = leftOut.slice(0, mostLeftOut).map((text) => warning('left-out-tool', text, { server }));
  const more = leftOut.length - found.length;
  const text = `server ${server}: ${more} more tools are left out`;
  return more > 0 ? [...found, warning('left-out-tool', text, { server })] : found;
}
