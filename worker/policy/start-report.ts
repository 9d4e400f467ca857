// What a worker says of its policy when it starts: at once what the config tells, and in the background which rules reach no tool.
import { listTools, type ServerPool } from '../../activities/mcp/index.ts';
import type { Policy } from '../../workflows/contract/policy.ts';
import type { Finding } from '../../workflows/contract/policy-report.ts';
import type { Report } from '../report.ts';
import { matchedRules, unmatchedRules, type Listed } from './catalogue-findings.ts';
import { afterTheFact, deadRules } from './config-findings.ts';

const mostLines = 20;

export function reportRules(policy: Policy, report: Report): void {
  tell([...deadRules(policy), ...afterTheFact(policy)], report);
}

/** Asks the servers that rules are for. Never throws; a server that is away costs a line and nothing else. */
export async function reportUnmatchedRules(
  policy: Policy,
  pool: ServerPool,
  report: Report,
  signal: AbortSignal,
): Promise<void> {
  try {
    const servers = [...new Set(policy.rules.map(({ server }) => server))];
    const listings = await Promise.all(
      servers.map(async (server) => ({
        server,
        listing: await listTools(pool, server, () => undefined, signal),
      })),
    );
    if (signal.aborted) return;
    const listed = listings.flatMap(({ server, listing }): Listed[] =>
      'tools' in listing ? [{ server, tools: listing.tools }] : [],
    );
    tell(unmatchedRules(matchedRules(policy, listed), listed), report);
    const away = listings.flatMap(({ server, listing }) => ('problem' in listing ? [server] : []));
    if (away.length > 0) {
      report('warn', `policy: rules for ${away.join(', ')} were not compared with any tools; see: ${check}`);
    }
  } catch (error) {
    report('warn', `policy: its rules were not compared with the tools there are: ${String(error)}`);
  }
}

const check = 'adjourn policy check';

function tell(findings: Finding[], report: Report): void {
  for (const { text } of findings.slice(0, mostLines)) report('warn', `policy: ${text}`);
  const more = findings.length - mostLines;
  if (more > 0) report('warn', `policy: ${more} more like these; see: ${check}`);
}
