// What became of an answer, in words or JSON, and as an exit code.
import type { AnswerAction } from '../../workflows/contract/answer.ts';
import type { Question } from '../../workflows/contract/question.ts';
import { asksForSecret } from '../../workflows/contract/secret-names.ts';
import { visible } from '../../workflows/contract/visible.ts';
import { whyClosed, type AnswerResult } from '../answer.ts';
import { ClientError } from '../errors.ts';
import { ago, until } from './age.ts';
import { declineEffect, upper } from './effects.ts';
import { exitCodes, explain, Hinted } from './errors.ts';
import { fieldsOf } from './filling.ts';
import { withoutValue } from './form-lines.ts';
import { shortHandle } from './handle.ts';
import { printed, questionItem } from './json.ts';
import { defaultsText } from './review.ts';
import { complain, note, printLines, type Session } from './session.ts';
import { brief, hanging } from './text.ts';
import type { Reply } from './dialogue.ts';
import { count, doneWord } from './words.ts';

export function report(
  session: Session,
  outcome: AnswerResult,
  reply: Reply,
  by: string | undefined,
): number {
  const { io, json } = session;
  const { status, question, result, reason } = outcome;
  const told = reason === null ? null : withoutSecrets(question, reason);
  if (json) {
    io.out(printed({ version: 1, result, reason: told, question: questionItem(status.id, question) }));
  }
  const handle = visible(shortHandle(status.id, question.id));
  switch (result) {
    case 'recorded':
      if (!json) printLines(io, recordedLines(session, outcome, reply, by));
      return exitCodes.done;
    case 'duplicate':
      if (!json) printLines(io, hanging('', duplicateText(handle, question, reply.action, io.now()), io));
      return exitCodes.done;
    case 'unconfirmed': {
      const also = alsoSent(question, reply);
      note(
        io,
        `no worker replied in 5 s; sent as a signal, not checked yet.${also === null ? '' : `\n${also}`}\nCheck: adjourn show ${handle}`,
      );
      return exitCodes.unconfirmed;
    }
    case 'conflict':
    case 'refused': {
      if (question.state !== 'open') {
        const closed = explain(whyClosed(status, question, reply.action), io.now());
        complain(io, closed);
        return closed.code;
      }
      const text = `${brief(told ?? 'the job refused the answer', 500)}. Nothing changed; still open.`;
      const code = result === 'refused' ? exitCodes.refused : exitCodes.closed;
      complain(io, { text, code, foreign: true });
      return code;
    }
    default:
      return result satisfies never;
  }
}

/** The job's own reason repeats what it got. */
function withoutSecrets(question: Question, reason: string): string {
  return (fieldsOf(question) ?? []).some(asksForSecret) ? withoutValue(reason) : reason;
}

function recordedLines(
  { io }: Session,
  { status, question }: AnswerResult,
  reply: Reply,
  by: string | undefined,
): string[] {
  const { id: job } = status;
  const { action } = reply;
  const done = doneWord[action];
  const who = by === undefined ? '' : ` as ${brief(by)}`;
  const others = status.openQuestions - (action === 'cancel' ? 1 : 0);
  const next = {
    accept: others > 0 ? `The job waits for ${count(others, 'more answer')}.` : 'The job runs again.',
    decline: `${upper(declineEffect(status, question))}.`,
    cancel:
      question.againAt === null
        ? 'Nothing is decided.'
        : `Nothing is decided; asked again ${until(question.againAt, Date.now())}.`,
  }[action];
  const also = alsoSent(question, reply);
  return [
    `${upper(done)} ${visible(shortHandle(job, question.id))}${who} (cli, not verified). ${next}`,
    ...(also === null ? [] : hanging('  ', also, io)),
    others > 0 && action === 'accept' ? `See what: adjourn show ${job}` : `Follow it: adjourn watch ${job}`,
  ];
}

function alsoSent(question: Question, { content, defaults }: Reply): string | null {
  return defaultsText(fieldsOf(question) ?? [], content, defaults);
}

function duplicateText(handle: string, { decision }: Question, action: AnswerAction, now: number): string {
  const by = decision?.by ? ` by ${brief(decision.by)}` : '';
  const when = decision ? `, ${ago(decision.at, now)}` : '';
  return `${handle} was ${doneWord[action]} already${by}${when}. Yours said the same and changed nothing.`;
}

/** With --json the outcome is on stdout in every case that is about the question itself. */
export function printFault({ io }: Session, question: Question, error: unknown): void {
  const cause = error instanceof Hinted ? error.cause : error;
  if (!(cause instanceof ClientError) || !('question' in cause.problem)) return;
  const { problem } = cause;
  const refused = problem.reason === 'refused';
  io.out(
    printed({
      version: 1,
      result: refused ? 'refused' : 'conflict',
      reason: refused ? problem.detail : problem.reason,
      fields: refused ? problem.fields : {},
      question: questionItem(problem.job, question),
    }),
  );
}
