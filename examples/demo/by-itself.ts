// Without a terminal the demo plays both parts: it kills everything while a job waits, and answers for the person.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { answerQuestion, startJob } from '../../client/agent-client.ts';
import { sku, type Stage } from './stage.ts';
import { hasEnded, openQuestion, say, tellEnd, until } from './telling.ts';

export async function playByItself(stage: Stage, name: string): Promise<void> {
  say('No terminal here: the demo plays by itself and answers for you.');
  say(`\nStock of ${sku} before: ${stage.stock()}`);
  await survivesEverything(stage, `${name}-1`);
  await putOffThenDeclined(stage, `${name}-2`);
  say(`\nStock of ${sku} after: ${stage.stock()}`);
}

async function survivesEverything(stage: Stage, job: string): Promise<void> {
  const before = stage.orders();
  say(`\nJob 1: "order 10 of ${sku}"`);
  await startJob(stage.agent, { id: job, goal: `order 10 of ${sku}`, requestedBy: 'demo' });
  const asked = await until(stage, job, (status) => openQuestion(status) !== undefined);
  const question = openQuestion(asked);
  say(`  waiting for a person: ${question?.id} "${question?.message}"`);

  const pids = await stage.killAll();
  say(
    `  killed -9: worker (${pids.worker}), Temporal (${pids.temporal}), operations server (${pids.operations})`,
  );
  await stage.startAll();
  say('  all three started again');

  const input = JSON.stringify({ question: question?.id, action: 'accept', by: 'demo' });
  const args = [
    'workflow',
    'signal',
    '--address',
    stage.address,
    '--workflow-id',
    job,
    '--name',
    'answer',
    '--input',
    input,
  ];
  say(
    `  answered by a plain Temporal signal:\n    temporal ${args.slice(0, 2).join(' ')} --workflow-id ${job} --name answer --input '${input}'`,
  );
  await promisify(execFile)(stage.cli, args);
  tellEnd(await until(stage, job, hasEnded));
  say(`  orders placed: ${stage.orders() - before}`);
}

async function putOffThenDeclined(stage: Stage, job: string): Promise<void> {
  const before = stage.orders();
  say(`\nJob 2: "order 5 of ${sku}"`);
  await startJob(stage.agent, { id: job, goal: `order 5 of ${sku}`, requestedBy: 'demo' });
  const asked = await until(stage, job, (status) => openQuestion(status) !== undefined);
  const question = openQuestion(asked)?.id ?? '';
  say(`  waiting for a person: ${question}`);
  const door = { by: 'demo', via: 'demo' };
  await answerQuestion(stage.agent, { job, question }, { action: 'cancel', ...door });
  say('  answered "later": nothing is decided, it comes again in 2 s');
  await until(stage, job, ({ questions }) => questions[0]?.attempt === 2);
  say('  asked again: attempt 2, under the same id');
  await answerQuestion(stage.agent, { job, question }, { action: 'decline', comment: 'too many', ...door });
  tellEnd(await until(stage, job, hasEnded));
  say(`  orders placed: ${stage.orders() - before}`);
}
