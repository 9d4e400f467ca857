// How a finding is put.
import { folded } from '../../workflows/contract/visible.ts';
import type { Finding } from '../../workflows/contract/policy-report.ts';

type About = Partial<Pick<Finding, 'rule' | 'server' | 'tools'>>;

export function mistake(kind: Finding['kind'], text: string, about: About = {}): Finding {
  return { kind, severity: 'mistake', rule: null, server: null, tools: [], text, ...about };
}

export function warning(kind: Finding['kind'], text: string, about: About = {}): Finding {
  return { ...mistake(kind, text, about), severity: 'warning' };
}

const mostCharacters = 100;

/**
 * A name that a server or an operator chose, in a sentence of the host's: quoted, so that it cannot pass for the host's own
 * words, and bounded. Whoever shows the sentence escapes what cannot be seen.
 */
export function shown(name: string): string {
  return JSON.stringify(folded(name, mostCharacters));
}

export function didYouMean(quoted: string | null): string {
  return quoted === null ? '' : `; did you mean ${quoted}?`;
}
