// `answer JOB/QUESTION approve|decline|later`: shown first, checked first, then sent; says what became of it.
import { answerQuestion, findQuestion, isWhole, whyClosed, type AnswerResult } from '../answer.ts';
import type { AnswerAction } from '../../workflows/contract/answer.ts';
import type { JsonObject } from '../../workflows/contract/json.ts';
import type { Question } from '../../workflows/contract/question.ts';
import type { JobStatus } from '../../workflows/contract/status.ts';
import { visible } from '../../workflows/contract/visible.ts';
import type { AgentClient } from '../connect.ts';
import { ClientError } from '../errors.ts';
import { ago, until } from './age.ts';
import { Abandoned } from './ask.ts';
import { card } from './card.ts';
import { consent, declineEffect, upper } from './effects.ts';
import { exitCodes, explain, Hinted } from './errors.ts';
import { contentOf, hasFields, tryLine, type Values } from './filling.ts';
import { parseHandle, shortHandle } from './handle.ts';
import { printed, questionItem } from './json.ts';
import { note, printLines, withAgent, type Session } from './session.ts';
import { matcher } from './show.ts';
import { brief, shellWord } from './text.ts';
import { UsageError } from './usage-error.ts';
import { actionOf, count, doneWord, verbOf } from './words.ts';

export type AnswerOptions = Values & { comment?: string; by?: string };

type Found = { status: JobStatus; question: Question };

export async function answer(
  session: Session,
  text: string,
  verb: string,
  options: AnswerOptions,
): Promise<number> {
  const action = actionOf(verb);
  const handle = parseHandle(text);
  const { job, question: id } = handle;
  if (id === null) throw new UsageError(`which question of ${job}? See: adjourn show ${job}`);
  if (action !== 'accept' && hasValues(options)) throw new UsageError('values go with approve only');
  return withAgent(session, async (agent) => {
    const found = await findQuestion(agent, job, id, matcher(handle));
    const person = session.io.interactive && !session.json;
    if (handle.short && !person) throw shortWithoutTerminal(found, text, action);
    const open = found.question.state === 'open' && !found.closed;
    try {
      const content = open
        ? await prepared(session, found, action, options, { short: handle.short, person })
        : await repeated(session, found, action, options);
      return await send(session, agent, found, action, content, options);
    } catch (error) {
      if (session.json) printFault(session, found.question, error);
      throw error;
    }
  });
}

const unseen =
  'this question is too large to be read without a worker, and none replied: what cannot be seen whole is not approved.\nStart a worker, or answer by its whole name.';

function hasValues({ words, setJson, contentFile }: Values): boolean {
  return words.length > 0 || (setJson?.length ?? 0) > 0 || contentFile !== undefined;
}

function shortWithoutTerminal({ status, question }: Found, typed: string, action: AnswerAction): UsageError {
  const whole = shellWord(`${status.id}/${question.id}`) ?? '';
  return new UsageError(
    `${typed} is short: that is for a terminal, where the question is shown first. See: adjourn show ${typed}\nIts whole name: adjourn answer ${whole} ${verbOf[action]}`,
  );
}

/** With a person there: shows the card, asks for what is missing, and for a typed yes. */
async function prepared(
  session: Session,
  { status, question }: Found,
  action: AnswerAction,
  options: AnswerOptions,
  { short, person }: { short: boolean; person: boolean },
): Promise<JsonObject> {
  const { io } = session;
  const fills = person && action === 'accept' && !hasValues(options) && hasFields(question);
  if (short || fills) {
    printLines(io, [...card(status, question, io, { full: true, commands: false }), '']);
    if (action === 'accept' && !isWhole(question)) throw new UsageError(unseen);
  }
  const { content, asked } =
    action === 'accept'
      ? await contentOf(io, status, question, options, fills)
      : { content: {}, asked: false };
  if (!short && !asked) return content;
  const summary = Object.entries(content);
  if (action === 'accept' && summary.length > 0) {
    printLines(io, [
      'You are sending:',
      ...summary.map(([name, value]) => `  ${visible(name)}  ${visible(JSON.stringify(value))}`),
    ]);
  }
  const typed = await io.ask.line(`${consent(status, question, action)} Type yes:`);
  if (typed.trim().toLowerCase() !== 'yes')
    throw new Abandoned(
      `Only a typed "yes" sends it, not ${JSON.stringify(typed.trim().slice(0, 20))}. Nothing was sent; still open.`,
    );
  return content;
}

/** A closed question: only to see whether this answer says the same again. */
async function repeated(
  { io }: Session,
  { status, question }: Found,
  action: AnswerAction,
  options: AnswerOptions,
): Promise<JsonObject> {
  if (action !== 'accept') return {};
  try {
    return (await contentOf(io, status, question, options, false)).content;
  } catch (error) {
    if (error instanceof ClientError || error instanceof Hinted) return {};
    throw error;
  }
}

async function send(
  session: Session,
  agent: AgentClient,
  { status, question }: Found,
  action: AnswerAction,
  content: JsonObject,
  { comment, by = session.io.env['ADJOURN_BY'] ?? session.io.user ?? undefined }: AnswerOptions,
): Promise<number> {
  const at = { job: status.id, question: question.id };
  const sent = { action, content, comment, by, via: 'cli' };
  try {
    return report(session, await answerQuestion(agent, at, sent), action, by);
  } catch (error) {
    const line =
      error instanceof ClientError && error.problem.reason === 'refused'
        ? tryLine(status, question, content)
        : null;
    throw line === null ? error : new Hinted(error, line);
  }
}

function report(
  session: Session,
  outcome: AnswerResult,
  action: AnswerAction,
  by: string | undefined,
): number {
  const { io, json } = session;
  const { status, question, result, reason } = outcome;
  if (json) io.out(printed({ version: 1, result, reason, question: questionItem(status.id, question) }));
  const handle = visible(shortHandle(status.id, question.id));
  switch (result) {
    case 'recorded':
      if (!json) printLines(io, recordedLines(outcome, action, by));
      return exitCodes.done;
    case 'duplicate':
      if (!json) io.out(duplicateText(handle, question, action, io.now()));
      return exitCodes.done;
    case 'unconfirmed':
      note(io, `no worker replied in 5 s; sent as a signal, not checked yet.\nCheck: adjourn show ${handle}`);
      return exitCodes.unconfirmed;
    case 'conflict':
    case 'refused': {
      if (question.state !== 'open') {
        const { text, code } = explain(whyClosed(status, question, action), io.now());
        io.err(`error: ${text.replaceAll('\n', '\n       ')}`);
        return code;
      }
      io.err(`error: ${brief(reason ?? 'the job refused the answer', 500)}. Nothing changed; still open.`);
      return result === 'refused' ? exitCodes.refused : exitCodes.closed;
    }
    default:
      return result satisfies never;
  }
}

function recordedLines(
  { status, question }: AnswerResult,
  action: AnswerAction,
  by: string | undefined,
): string[] {
  const { id: job } = status;
  const done = doneWord[action];
  const who = by === undefined ? '' : ` as ${brief(by)}`;
  const others =
    status.questions.filter(({ state }) => state === 'open').length - (action === 'cancel' ? 1 : 0);
  const next = {
    accept: others > 0 ? `The job waits for ${count(others, 'more answer')}.` : 'The job runs again.',
    decline: `${upper(declineEffect(status, question))}.`,
    cancel:
      question.againAt === null
        ? 'Nothing is decided.'
        : `Nothing is decided; asked again ${until(question.againAt, Date.now())}.`,
  }[action];
  return [
    `${upper(done)} ${visible(shortHandle(job, question.id))}${who} (cli, not verified). ${next}`,
    `Follow it: adjourn watch ${job}`,
  ];
}

function duplicateText(handle: string, { decision }: Question, action: AnswerAction, now: number): string {
  const by = decision?.by ? ` by ${brief(decision.by)}` : '';
  const when = decision ? `, ${ago(decision.at, now)}` : '';
  return `${handle} was ${doneWord[action]} already${by}${when}. Yours said the same and changed nothing.`;
}

/** With --json the outcome is on stdout in every case that is about the question itself. */
function printFault({ io }: Session, question: Question, error: unknown): void {
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
