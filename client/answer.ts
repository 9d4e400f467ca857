// Answers a question: checked here first, sent as a signal, then the job's own verdict is read from the memo.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { WorkflowNotFoundError } from '@temporalio/common';
import { checkAnswer } from '../workflows/contract/answer-check.ts';
import { Answer, type AnswerAction, type Verdict } from '../workflows/contract/answer.ts';
import { bounds } from '../workflows/contract/bounds.ts';
import { digestOf, questionDigest } from '../workflows/contract/digest.ts';
import { canonicalJson, oddityOf, type JsonObject } from '../workflows/contract/json.ts';
import { answerSignal } from '../workflows/contract/messages.ts';
import type { Question } from '../workflows/contract/question.ts';
import type { JobStatus } from '../workflows/contract/status.ts';
import { request, type AgentClient } from './connect.ts';
import { ClientError } from './errors.ts';
import { describe, readJob } from './read.ts';
import { viewOf } from './view.ts';

export type AnswerRequest = {
  action: AnswerAction;
  content?: JsonObject | undefined;
  /** Of an approval: the arguments as changed; absent: as shown. */
  arguments?: JsonObject | null | undefined;
  comment?: string | undefined;
  by?: string | null | undefined;
  /** By which door: "cli", "http". */
  via: string;
};

/** `unconfirmed`: sent and durable, but no worker has looked at it yet. */
export type AnswerResult = {
  result: 'recorded' | 'duplicate' | 'conflict' | 'refused' | 'unconfirmed';
  reason: string | null;
  question: Question;
  status: JobStatus;
};

const verdictMs = 5_000;

/** Throws a `ClientError` when nothing was sent. */
export async function answerQuestion(
  agent: AgentClient,
  { job, question: id }: { job: string; question: string },
  asked: AnswerRequest,
): Promise<AnswerResult> {
  const { status, question, closed } = await findQuestion(agent, job, id);
  if (repeats(question, asked)) return { result: 'duplicate', reason: null, question, status };
  if (closed || question.state !== 'open') throw whyClosed(status, question, asked.action);
  // A worker that is away has not recorded it yet.
  if (question.expiresAt !== null && Date.parse(question.expiresAt) < Date.now()) {
    throw new ClientError({ reason: 'closed', job, question: id, state: 'expired' });
  }
  const answer = composed(status, question, asked);
  try {
    await request(agent, () => agent.temporal.workflow.getHandle(job).signal(answerSignal, answer));
  } catch (error) {
    if (!(error instanceof WorkflowNotFoundError)) throw error;
    const now = await findQuestion(agent, job, id);
    throw whyClosed(now.status, now.question, asked.action);
  }
  return awaitVerdict(agent, job, question, answer.id);
}

/** Finds a question by its full id, or by its short form where `match` allows that. */
export async function findQuestion(
  agent: AgentClient,
  job: string,
  id: string,
  match: (question: Question) => boolean = (question) => question.id === id,
): Promise<{ status: JobStatus; question: Question; closed: boolean }> {
  const view = await readJob(agent, job);
  if (view.kind === 'unreadable') {
    throw new ClientError({ reason: 'unreadable-job', job, detail: view.problem });
  }
  const found = view.status.questions.filter(match);
  const question = found.find(({ state }) => state === 'open') ?? found.at(-1);
  if (question) return { status: view.status, question, closed: view.closed };
  throw view.closed
    ? new ClientError({ reason: 'job-finished', job, state: view.status.state })
    : new ClientError({ reason: 'no-such-question', job, question: id });
}

function repeats({ state, decision }: Question, asked: AnswerRequest): boolean {
  if (!decision || (state !== 'accepted' && state !== 'declined') || decision.action !== asked.action)
    return false;
  return (
    asked.action === 'decline' ||
    (decision.contentDigest === digestOf(asked.content ?? {}) &&
      canonicalJson(decision.arguments) === canonicalJson(asked.arguments ?? null))
  );
}

/** Why a question that is not open takes no answer. */
export function whyClosed(
  status: JobStatus,
  question: Question,
  tried: AnswerAction | null = null,
): ClientError {
  const at = { job: status.id, question: question.id };
  const { decision, state } = question;
  if (state === 'replaced') {
    const next = status.questions.find(({ replaces }) => replaces === question.id);
    return new ClientError({
      reason: 'replaced',
      ...at,
      by: next?.id ?? null,
      difference: next?.difference ?? [],
    });
  }
  if (decision && (state === 'accepted' || state === 'declined')) {
    const { action, by, at: when, via } = decision;
    return new ClientError({ reason: 'already-answered', ...at, action, by, at: when, via, tried });
  }
  if (state === 'expired' || state === 'withdrawn' || state === 'undecided') {
    return new ClientError({ reason: 'closed', ...at, state });
  }
  return status.state === 'running' || status.state === 'waiting'
    ? new ClientError({ reason: 'closed', ...at, state })
    : new ClientError({ reason: 'job-finished', job: status.id, state: status.state });
}

function composed(status: JobStatus, question: Question, asked: AnswerRequest): Answer & { id: string } {
  const { action, content, comment, by } = asked;
  const refused = (detail: string, fields: Record<string, string>) =>
    new ClientError({ reason: 'refused', job: status.id, question: question.id, detail, fields });
  const edited = action === 'accept' ? (asked.arguments ?? null) : null;
  const oddity = oddityOf(content, bounds.answerLevels) ?? oddityOf(edited, bounds.answerLevels);
  if (oddity !== null) throw refused(`what was given is not taken: ${oddity}`, {});
  const parsed = Answer.safeParse({
    question: question.id,
    action,
    via: asked.via,
    digest: question.digest,
    id: randomUUID(),
    sentAt: new Date().toISOString(),
    ...(action === 'accept' && content && Object.keys(content).length > 0 ? { content } : {}),
    ...(edited === null ? {} : { arguments: edited }),
    ...(comment ? { comment } : {}),
    ...(by ? { by } : {}),
  });
  if (!parsed.success) {
    throw refused(
      parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; '),
      {},
    );
  }
  // A memo over its size leaves schemas out; then only the job can check.
  const uncheckable = isForm(question) && !isWhole(question);
  const check = uncheckable ? ({ ok: true } as const) : checkAnswer(question, parsed.data);
  if (!check.ok) throw refused(check.reason, check.fields);
  return { ...parsed.data, id: parsed.data.id ?? '' };
}

/** False when a memo over its size left a part of the question out: the digest binds all that a question shows. */
export function isWhole(question: Question): boolean {
  return questionDigest(question) === question.digest;
}

export function isForm({ kind }: Pick<Question, 'kind'>): boolean {
  return kind === 'form' || kind === 'unknown' || kind === 'finished';
}

async function awaitVerdict(
  agent: AgentClient,
  job: string,
  sent: Question,
  id: string,
): Promise<AnswerResult> {
  const deadline = Date.now() + verdictMs;
  let last: AnswerResult | null = null;
  for (let turn = 0; ; turn += 1) {
    const execution = await describe(agent, job);
    const view = viewOf(execution).closed ? await readJob(agent, job) : viewOf(execution);
    if (view.kind === 'unreadable')
      throw new ClientError({ reason: 'unreadable-job', job, detail: view.problem });
    const { status } = view;
    const question = status.questions.find((other) => other.id === sent.id) ?? sent;
    const verdict = verdictOn(status, question, id);
    if (verdict) return { ...verdict, question, status };
    last = { result: 'unconfirmed', reason: null, question, status };
    if (view.closed) return { ...last, result: 'conflict', reason: `the job is ${status.state}` };
    if (Date.now() >= deadline) return last;
    await sleep(turn < 10 ? 100 : 250);
  }
}

type Told = Pick<AnswerResult, 'result' | 'reason'>;

function verdictOn(status: JobStatus, question: Question, id: string): Told | null {
  const verdict: Verdict | undefined = status.verdicts.findLast(({ answer }) => answer === id);
  if (verdict) {
    const { result, reason } = verdict;
    return { result: result === 'early' ? 'unconfirmed' : result, reason };
  }
  if (question.decision?.answer === id) return { result: 'recorded', reason: null };
  const refused = status.rejected.findLast(({ answer }) => answer === id);
  return refused ? { result: 'refused', reason: refused.reason } : null;
}
