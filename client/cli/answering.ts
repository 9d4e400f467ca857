// `answer JOB/QUESTION [approve|decline|later]`: shown first, checked first, then sent; says what became of it.
import { answerQuestion, findQuestion, whyClosed } from '../answer.ts';
import type { AnswerAction } from '../../workflows/contract/answer.ts';
import type { Question } from '../../workflows/contract/question.ts';
import type { JobStatus } from '../../workflows/contract/status.ts';
import type { AgentClient } from '../connect.ts';
import { ClientError } from '../errors.ts';
import { Abandoned } from './ask.ts';
import { card } from './card.ts';
import { decided, type Reply } from './dialogue.ts';
import { editedArguments, editLines } from './edits.ts';
import { exitCodes, Hinted } from './errors.ts';
import { tryLine } from './examples.ts';
import { contentOf, fieldsOf, hasValues, type Values } from './filling.ts';
import { parseHandle, type Handle } from './handle.ts';
import { printFault, report } from './outcome.ts';
import { note, printLines, withAgent, type Session } from './session.ts';
import { matcher } from './show.ts';
import { shellWord } from './text.ts';
import { UsageError } from './usage-error.ts';
import { actionOf, verbOf } from './words.ts';

export type AnswerOptions = Values & { comment?: string; by?: string; edit?: string[] };

type Found = { status: JobStatus; question: Question; closed: boolean };

export async function answer(
  session: Session,
  text: string,
  verb: string | undefined,
  options: AnswerOptions,
): Promise<number> {
  const wish = verb === undefined ? null : actionOf(verb);
  const handle = parseHandle(text);
  const { job, question: id } = handle;
  if (id === null) throw new UsageError(`which question of ${job}? See: adjourn show ${job}`);
  if (wish !== 'accept' && (hasValues(options) || options.edit))
    throw new UsageError('values go with approve only');
  const person = session.io.interactive && !session.json;
  if (wish === null && !person) throw noWord(text);
  return withAgent(session, async (agent) => {
    const found = await findQuestion(agent, job, id, matcher(handle));
    if (handle.short && !person) throw shortWithoutTerminal(found, text, wish);
    try {
      const reply = await replyOf(session, found, handle, wish, options);
      if (reply) return await send(session, agent, found, reply, options);
      note(session.io, 'nothing was sent; still open.');
      return exitCodes.failed;
    } catch (error) {
      if (session.json) printFault(session, found.question, error);
      if (!(error instanceof Abandoned)) throw error;
      throw new Hinted(error, `To be asked again later: adjourn answer ${text} later`);
    }
  });
}

function noWord(typed: string): UsageError {
  return new UsageError(
    `say what you answer: approve, decline or later. On a terminal you are asked.\nSee: adjourn show ${typed}`,
  );
}

function shortWithoutTerminal(
  { status, question }: Found,
  typed: string,
  wish: AnswerAction | null,
): UsageError {
  const whole = shellWord(`${status.id}/${question.id}`) ?? '';
  const verb = wish === null ? 'approve' : verbOf[wish];
  return new UsageError(
    `${typed} is short: that is for a terminal, where the question is shown first. See: adjourn show ${typed}\nIts whole name: adjourn answer ${whole} ${verb}`,
  );
}

/** With a person there and something still open, the card and a dialogue; else the words as they stand. */
async function replyOf(
  session: Session,
  found: Found,
  { short }: Handle,
  wish: AnswerAction | null,
  options: AnswerOptions,
): Promise<Reply | null> {
  const { io } = session;
  const { status, question, closed } = found;
  const person = io.interactive && !session.json;
  const fills = wish === 'accept' && !hasValues(options) && (fieldsOf(question) ?? []).length > 0;
  const talks = wish === null || (person && (short || fills));
  if (talks) printLines(io, card(status, question, io, { full: true, commands: false }));
  const edited = editedArguments(question, options.edit ?? []);
  if (edited && !session.json) printLines(io, editLines(question, edited, io));
  if (question.state !== 'open' || closed) {
    if (wish === null) throw whyClosed(status, question);
    return { action: wish, ...(await repeated(session, found, wish, options)) };
  }
  if (talks) return decided({ io, status, question, options }, wish);
  return { action: wish, ...(await contentFor(session, found, wish, options)) };
}

async function contentFor({ io }: Session, { status, question }: Found, wish: AnswerAction, options: Values) {
  return wish === 'accept' ? contentOf(io, status, question, options) : { content: {}, defaults: [] };
}

/** A closed question: only to see whether this answer says the same again. */
async function repeated(session: Session, found: Found, wish: AnswerAction, options: Values) {
  try {
    return await contentFor(session, found, wish, options);
  } catch (error) {
    if (error instanceof ClientError || error instanceof Hinted) return { content: {}, defaults: [] };
    throw error;
  }
}

async function send(
  session: Session,
  agent: AgentClient,
  { status, question }: Found,
  reply: Reply,
  options: AnswerOptions,
): Promise<number> {
  const { env, user } = session.io;
  const by = options.by ?? env['ADJOURN_BY'] ?? user ?? undefined;
  const { action, content, comment = options.comment } = reply;
  const at = { job: status.id, question: question.id };
  const edited = action === 'accept' ? editedArguments(question, options.edit ?? []) : null;
  try {
    const given = { action, content, arguments: edited, comment, by, via: 'cli' };
    const outcome = await answerQuestion(agent, at, given);
    return report(session, outcome, reply, by);
  } catch (error) {
    const refused = error instanceof ClientError && error.problem.reason === 'refused';
    const line = refused ? tryLine(status, question, content) : null;
    throw line === null ? error : new Hinted(error, line);
  }
}
