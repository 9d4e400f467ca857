// A scripted tool whose n-th leg comes to the n-th outcome.
import type { LegOutcome, ToolLeg } from '../../workflows/contract/index.ts';
import { ran } from './scripted-job.ts';

/** A tool that answers leg n with the n-th outcome. */
export function legs(...outcomes: ((leg: ToolLeg) => LegOutcome)[]) {
  const sent: ToolLeg[] = [];
  const tool = (leg: ToolLeg): LegOutcome => {
    sent.push(leg);
    return (outcomes[sent.length - 1] ?? (() => ran('done')))(leg);
  };
  return { tool, sent };
}
