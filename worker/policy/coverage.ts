// Which rules can never decide a call, whatever tools there are. Exact for names; of conditions only equal ones are told apart
// from none, so that nothing is claimed wrongly.
import { canonicalJson } from '../../workflows/contract/json.ts';
import {
  globMatches,
  strictestFirst,
  type Policy,
  type PolicyOutcome,
  type PolicyRule,
} from '../../workflows/contract/policy.ts';

export type Cover = { rule: number; by: number; same: boolean };

/** By how much an outcome yields: 0 is the strictest. */
export function rankOf(outcome: PolicyOutcome): number {
  return strictestFirst.indexOf(outcome);
}

/** Every rule that another one always comes before, with the strictest such; `same`: one repeats the other. */
export function coveredRules({ rules }: Policy): Cover[] {
  const numbered = rules.map((rule, index) => ({ ...rule, number: index + 1, condition: conditionOf(rule) }));
  return [...Map.groupBy(numbered, ({ server }) => server).values()]
    .flatMap((ofServer) => {
      const ranked = ofServer.sort((a, b) => rankOf(a.then) - rankOf(b.then) || a.number - b.number);
      return ranked.flatMap((later, place): Cover[] => {
        const first = ranked.find((earlier, index) => index < place && covers(earlier, later));
        return first ? [{ rule: later.number, by: first.number, same: repeats(first, later) }] : [];
      });
    })
    .sort((a, b) => a.rule - b.rule);
}

type Compared = Pick<PolicyRule, 'tool' | 'then'> & {
  /** Canonical; null: none. */
  condition: string | null;
};

/** A call that meets the later rule meets the earlier one too. */
function covers(earlier: Compared, later: Compared): boolean {
  // Where an equal condition cannot be evaluated, it holds for the stricter rule if it does for the other.
  const conditioned = earlier.condition !== null && earlier.condition !== later.condition;
  return !conditioned && globCovers(earlier.tool, later.tool);
}

function repeats(first: Compared, later: Compared): boolean {
  return (
    first.then === later.then && first.condition === later.condition && globCovers(later.tool, first.tool)
  );
}

/** An empty schema holds for everything. */
export function isConditional({ when }: Pick<PolicyRule, 'when'>): boolean {
  return when !== undefined && Object.keys(when).length > 0;
}

function conditionOf(rule: PolicyRule): string | null {
  return isConditional(rule) ? canonicalJson(rule.when) : null;
}

/**
 * Whether every name that `narrow` matches is matched by `wide` too. A character that `wide` does not hold can only be taken by
 * one of its stars, which then takes any other text in its place as well: so one name decides it for all.
 */
export function globCovers(wide: string, narrow: string): boolean {
  return globMatches(wide, narrow.replaceAll('*', strangerTo(wide)));
}

function strangerTo(glob: string): string {
  for (let code = 0xe000; ; code++) {
    const character = String.fromCharCode(code);
    if (!glob.includes(character)) return character;
  }
}
