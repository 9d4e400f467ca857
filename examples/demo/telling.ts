// What the demo prints of a job: its ledger, and how it ended.
import { readJob } from '../../client/agent-client.ts';
import { visible, visibleLines, type JobStatus, type Question } from '../../workflows/contract/index.ts';
import type { Stage } from './stage.ts';

export const say = (text = ''): void => void process.stdout.write(`${text}\n`);

async function statusOf({ agent }: Stage, job: string): Promise<JobStatus> {
  const view = await readJob(agent, job);
  if (view.kind === 'unreadable') throw new Error(`job ${job} cannot be read: ${view.problem}`);
  return view.status;
}

export async function until(
  stage: Stage,
  job: string,
  what: (status: JobStatus) => boolean,
): Promise<JobStatus> {
  for (;;) {
    const status = await statusOf(stage, job);
    if (what(status)) return status;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

export const hasEnded = ({ state }: JobStatus): boolean => state !== 'running' && state !== 'waiting';

export function openQuestion({ questions }: JobStatus): Question | undefined {
  return questions.find(({ state }) => state === 'open');
}

export function tellEnd(status: JobStatus): void {
  say(`  ${status.state}  ${status.id}`);
  say('  ledger');
  for (const question of status.questions) {
    say(`    ${question.id}  ${question.kind}  ${question.server}: ${question.tool}`);
    for (const { at, what, action, by } of question.history) {
      const who = by === null ? '' : ` by ${visible(by)}`;
      say(`      ${at.slice(11, 19)}  ${what}${action === null ? '' : ` (${action})`}${who}`);
    }
  }
  say('  the model said');
  for (const line of visibleLines(status.text ?? '')) say(`    | ${line}`);
}
