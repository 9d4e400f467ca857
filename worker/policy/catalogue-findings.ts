// What the tools that there are say about a policy: rules that reach none, names that look alike.
import type { JsonObject } from '../../workflows/contract/json.ts';
import { globMatches, type Policy, type PolicyRule } from '../../workflows/contract/policy.ts';
import type { CheckedTool, Finding, ToolName } from '../../workflows/contract/policy-report.ts';
import { strayArguments } from './conditions.ts';
import { spelled } from './confusables.ts';
import { coveredRules } from './coverage.ts';
import { didYouMean, mistake, shown, warning } from './finding.ts';
import { lookAlikes } from './look-alikes.ts';
import { nearTool } from './near-tool.ts';

/** The tools of a server that was reached. */
export type Listed = { server: string; tools: { name: string; inputSchema: JsonObject }[] };

/** A rule of a server that was reached, and the tools that it matches. */
type Matched = { rule: PolicyRule; number: number; own: Listed; tools: Listed['tools'] };

/** Of the search for near names, in steps: a server could make it take long. */
const mostWork = 5_000_000;
const mostGroups = 50;
const mostInGroup = 6;

export function matchedRules({ rules }: Policy, listed: Listed[]): Matched[] {
  return rules.flatMap((rule, index) => {
    const own = listed.find(({ server }) => server === rule.server);
    if (!own) return [];
    return [
      { rule, number: index + 1, own, tools: own.tools.filter(({ name }) => globMatches(rule.tool, name)) },
    ];
  });
}

export function unmatchedRules(matched: Matched[], listed: Listed[]): Finding[] {
  let left = mostWork;
  return matched
    .filter(({ tools }) => tools.length === 0)
    .map(({ rule, number, own }) => {
      left -= own.tools.length * (rule.tool.length ** 2 + 500);
      const hint = left > 0 ? hintFor(rule, own, listed) : '';
      const text = `rule ${number} matches no tool: server ${shown(rule.server)} has no ${shown(rule.tool)}${hint}`;
      return mistake('unmatched-rule', text, { rule: number, server: rule.server });
    });
}

function hintFor({ tool }: PolicyRule, own: Listed, listed: Listed[]): string {
  const near = nearTool(
    tool,
    own.tools.map(({ name }) => name),
  );
  if (near !== null) return didYouMean(spelled(shown(near)));
  const other = listed.find(({ tools }) => tools.some(({ name }) => globMatches(tool, name)));
  return other ? `; server ${shown(other.server)} has` : '';
}

/** Rules that could decide a call, but of no tool that is there now: not for ever, so no mistake. */
export function idleRules(policy: Policy, matched: Matched[], checked: CheckedTool[]): Finding[] {
  const deciding = new Set(checked.flatMap(({ prospects }) => prospects.map(({ rule }) => rule)));
  const covered = new Set(coveredRules(policy).map(({ rule }) => rule));
  return matched
    .filter(({ tools, number }) => tools.length > 0 && !deciding.has(number) && !covered.has(number))
    .map(({ rule: { server }, number }) => {
      const text = `rule ${number} decides no tool that is there now: other rules come before it at each`;
      return warning('idle-rule', text, { rule: number, server });
    });
}

export function strayConditions(matched: Matched[]): Finding[] {
  return matched.flatMap(({ rule: { server, when }, number, tools }) => {
    if (when === undefined) return [];
    const schemas = tools.map(({ inputSchema }) => inputSchema);
    return strayArguments(when, schemas).map(({ name, near }) => {
      const hint = didYouMean(near === null ? null : spelled(shown(near)));
      const text = `the condition of rule ${number} looks at ${shown(name)}, which no tool of the rule takes${hint}`;
      return warning('stray-argument', text, { rule: number, server });
    });
  });
}

export function alikeTools(tools: ToolName[]): Finding[] {
  const groups = lookAlikes(tools);
  const found = groups.slice(0, mostGroups).map((group) => {
    const names = group.slice(0, mostInGroup).map(({ server, tool }) => `${server}: ${spelled(shown(tool))}`);
    const more = group.length > mostInGroup ? ` and ${group.length - mostInGroup} more` : '';
    const text = `look alike: ${names.join(', ')}${more}. A rule for one does not match the other`;
    return warning('look-alike', text, {
      tools: group.slice(0, mostGroups).map(({ server, tool }) => ({ server, tool })),
    });
  });
  const more = groups.length - found.length;
  return more > 0 ? [...found, warning('look-alike', `${more} more groups of names look alike`)] : found;
}
