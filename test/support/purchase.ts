// A scripted modern tool that asks once and acts only on `accept`, and what to ask of it afterwards.
import type { ElicitationReply, Question, ToolLeg } from '../../workflows/contract/index.ts';
import { asks, ran, type Script } from './scripted-job.ts';

/** A modern tool that asks once and acts only when told `accept`; `sent` has every leg, `effects` what it did. */
export function purchase(extra: Script = {}) {
  const sent: ToolLeg[] = [];
  const effects: string[] = [];
  const script: Script = {
    tool: (leg) => {
      sent.push(leg);
      if (leg.start.kind !== 'resume') return asks('Really order?');
      const { action } = leg.start.responses['ask'] ?? { action: 'cancel' };
      if (action === 'accept') effects.push(leg.tool);
      return ran(`server saw ${action}`);
    },
    ...extra,
  };
  return { script, sent, effects };
}

/** Questions stand in the ledger in the order in which they were asked, which two calls at once leave to chance. */
export const questionOfCall = (questions: Question[], call: string) =>
  questions.find((question) => question.call === call)?.id;

export const toldToServer = (sent: ToolLeg[]): ElicitationReply[] =>
  sent.flatMap(({ start }) => (start.kind === 'resume' ? Object.values(start.responses) : []));
