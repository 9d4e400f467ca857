// The current details that the Temporal UI shows: markdown under 2 KB, server text escaped.
import { folded, visible, type Question } from './contract/index.ts';
import type { Job } from './job.ts';

const mostQuestions = 3;

export function detailsOf(job: Job): string {
  const open = job.questions.filter(({ state }) => state === 'open');
  const head = `**${job.state}** - round ${job.rounds}, ${job.closedCalls.length} calls closed`;
  if (open.length === 0) return job.reason === null ? head : `${head}\n\n${markdown(job.reason, 300)}`;
  const more =
    open.length > mostQuestions ? `\n\n${open.length - mostQuestions} more: \`adjourn pending\`` : '';
  return `${head}\n\n${open
    .slice(0, mostQuestions)
    .map((question) => block(job, question))
    .join('\n\n')}${more}`;
}

function block(job: Job, question: Question): string {
  const { id, kind, server, tool, message, digest } = question;
  const said = message === null ? '' : `\n\nThe server says (not verified): ${markdown(message, 120)}`;
  return [
    `**${kind}** ${markdown(server, 40)}: ${markdown(tool, 60)} ${markdown(JSON.stringify(question.arguments), 120)}${said}`,
    `\`adjourn answer ${job.id}/${id} approve\` (or \`decline\`, \`later\`)`,
    `Send Signal \`answer\`: \`{"question":"${id}","action":"accept"}\` (or "decline", "cancel"); digest ${digest.slice(0, 8)}`,
  ].join('\n\n');
}

/** Untrusted text as literal markdown text; braces too, since the UI substitutes {workflowId} and the like. */
function markdown(text: string, most: number): string {
  return folded(visible(text), most).replace(/[\\`*_{}[\]<>()#+!|~&]/g, (mark) => `\\${mark}`);
}
