// With a terminal the person decides: y, n or later, each time the question is put.
import { createInterface } from 'node:readline/promises';
import { answerQuestion, startJob } from '../../client/agent-client.ts';
import { visibleLines, type AnswerAction } from '../../workflows/contract/index.ts';
import { sku, type Stage } from './stage.ts';
import { hasEnded, openQuestion, say, tellEnd, until } from './telling.ts';

const words: Record<string, AnswerAction> = {
  y: 'accept',
  yes: 'accept',
  n: 'decline',
  no: 'decline',
  later: 'cancel',
  l: 'cancel',
};

export async function playWithYou(stage: Stage, name: string): Promise<void> {
  const job = `${name}-1`;
  const before = stage.orders();
  say(`Stock of ${sku} before: ${stage.stock()}`);
  say(`\nThe agent is told: "order 10 of ${sku}". The tool asks you before it acts.`);
  await startJob(stage.agent, { id: job, goal: `order 10 of ${sku}`, requestedBy: 'demo' });
  let attempt = 0;
  for (;;) {
    const asked = attempt;
    const status = await until(
      stage,
      job,
      (seen) => hasEnded(seen) || (openQuestion(seen)?.attempt ?? 0) > asked,
    );
    const question = openQuestion(status);
    if (hasEnded(status) || !question) break;
    attempt = question.attempt;
    say(
      `\n${question.server}: ${question.tool} asks (attempt ${question.attempt} of ${question.prompts.limit}), not verified:`,
    );
    for (const line of visibleLines(question.message ?? '')) say(`  | ${line}`);
    const action = await askPerson();
    const { result } = await answerQuestion(
      stage.agent,
      { job, question: question.id },
      { action, by: 'you', via: 'demo' },
    );
    say(action === 'cancel' ? '  put off: it comes again in a moment' : `  ${result}`);
  }
  tellEnd(await until(stage, job, hasEnded));
  say(`  orders placed: ${stage.orders() - before}`);
  say(`\nStock of ${sku} after: ${stage.stock()}`);
}

/** Only a clear word counts; a closed input decides nothing. */
async function askPerson(): Promise<AnswerAction> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const closed = new AbortController();
  terminal.on('close', () => closed.abort());
  try {
    for (;;) {
      const word = await terminal.question('y, n or later? ', { signal: closed.signal });
      const action = words[word.trim().toLowerCase()];
      if (action) return action;
    }
  } finally {
    terminal.close();
  }
}
