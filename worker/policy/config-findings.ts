// What is wrong with a policy, or to be known of it, as far as the config alone tells.
import type { Policy } from '../../workflows/contract/policy.ts';
import type { Finding } from '../../workflows/contract/policy-report.ts';
import { loopholes } from './conditions.ts';
import { coveredRules } from './coverage.ts';
import { mistake, shown, warning } from './finding.ts';

/** Rules that never decide anything. */
export function deadRules(policy: Policy): Finding[] {
  return coveredRules(policy).map(({ rule, by, same }) => {
    const [later, first] = [policy.rules[rule - 1], policy.rules[by - 1]];
    const about = { rule, server: later?.server ?? null };
    if (same) return mistake('repeated-rule', `rule ${rule} can never apply: it repeats rule ${by}`, about);
    const rank = later && first && later.then !== first.then ? ` (${first.then} beats ${later.then})` : '';
    return mistake('covered-rule', `rule ${rule} can never apply: rule ${by} covers it${rank}`, about);
  });
}

/** Whatever lets a call through because its server asks. */
export function afterTheFact({ rules, servers, default: whole }: Policy): Finding[] {
  const found = (what: string, about: { rule?: number; server?: string }) =>
    warning(
      'server-asks',
      `${what} is "server-asks": a call that its server asks nobody about is flagged after the fact, not stopped`,
      about,
    );
  return [
    ...rules.flatMap(({ then, server }, index) =>
      then === 'server-asks' ? [found(`rule ${index + 1}`, { rule: index + 1, server })] : [],
    ),
    ...Object.entries(servers).flatMap(([server, own]) =>
      own.default === 'server-asks' ? [found(`the default of server ${shown(server)}`, { server })] : [],
    ),
    ...(whole === 'server-asks' ? [found('the default', {})] : []),
  ];
}

export function looseConditions({ rules }: Policy): Finding[] {
  return rules.flatMap((rule, index) =>
    loopholes(rule).map((how) =>
      warning('loose-condition', `the condition of rule ${index + 1} also holds ${how}`, {
        rule: index + 1,
        server: rule.server,
      }),
    ),
  );
}
