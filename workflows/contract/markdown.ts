// Untrusted text inside markdown: the Temporal UI lets HTML through, links bare addresses and reads formulas.
import { folded, visible } from './visible.ts';

/** Nothing in a code span is markup to any renderer; the UI still puts ids in place of {workflowId} and its like. */
export function codeSpan(text: string, most: number): string {
  const shown = visible(folded(text, most)).replace(
    /\{(?=(?:namespace|workflowId|runId)\})/g,
    String.raw`\u{7b}`,
  );
  if (shown.trim() === '') return '(empty)';
  const runs = Array.from(shown.matchAll(/`+/g), ([run]) => run.length);
  const fence = '`'.repeat(Math.max(0, ...runs) + 1);
  return runs.length === 0 ? `\`${shown}\`` : `${fence} ${shown} ${fence}`;
}
