// The ledger, pure: questions are opened, answers filed, time passes. Nothing here waits, sends or publishes.
// An answer that comes before its question (early) is judged when that question opens: the end is the same
// whichever of the two a replay sees first.
import {
  Answer,
  backOffMs,
  bounds,
  canonicalJson,
  checkAnswer,
  digestOf,
  jsonBytes,
  type Decision,
  type Question,
  type QuestionState,
  type Verdict,
} from './contract/index.ts';
import type { Call, Job } from './job.ts';
import { whyNotAllowed } from './gate.ts';
import { newQuestion, type NewQuestion } from './new-question.ts';
import { takeEarlyVisit } from './visits.ts';
import { close, event, later, note, tick } from './question-state.ts';

export function openQuestion(job: Job, call: Call, fresh: NewQuestion, at: string): Question {
  const question = newQuestion(job, call, fresh, at);
  if (fresh.replaces) fresh.replaces.state = 'replaced';
  job.questions.push(question);
  takeEarlyVisit(job, question);
  const early = job.early.filter((answer) => answer.question === question.id);
  job.early = job.early.filter((answer) => answer.question !== question.id);
  job.earlyBytes = jsonBytes(job.early);
  for (const answer of early) record(job, judge(job, question, answer, at));
  return question;
}

/** Files one payload of the `answer` signal; whatever it is, it becomes a verdict and never an error. */
export function fileAnswer(job: Job, payload: unknown, at: string): void {
  const parsed = Answer.safeParse(payload);
  if (!parsed.success) {
    const problems = parsed.error.issues.map(({ path, message }) => [...path, message].join(': '));
    return refuse(job, at, payload, problems.join('; '));
  }
  const answer = parsed.data;
  const question = job.questions.find((candidate) => candidate.id === answer.question);
  if (question) return record(job, judge(job, question, answer, at));
  const text = canonicalJson(answer);
  const same = job.early.filter((known) => known.question === answer.question);
  if (same.some((known) => canonicalJson(known) === text)) {
    return record(job, verdict(answer, at, 'duplicate', 'the same answer is already kept for this question'));
  }
  const bytes = jsonBytes(answer);
  if (job.early.length >= bounds.early || job.earlyBytes + bytes > bounds.earlyBytes) {
    return refuse(job, at, answer, 'no such question, and there are too many early answers already');
  }
  job.early.push(answer);
  job.earlyBytes += bytes;
  record(job, verdict(answer, at, 'early', 'no such question yet; kept until exactly this one opens'));
}

/** Files what could not even be read as an answer: an undecodable payload, a misspelt signal. */
export function refuse(job: Job, at: string, payload: unknown, reason: string): void {
  const field = (name: string): string | null => {
    const value =
      typeof payload === 'object' && payload !== null
        ? Object.entries(payload).find(([key]) => key === name)?.[1]
        : null;
    return typeof value === 'string' ? value.slice(0, bounds.nameCharacters) : null;
  };
  record(job, {
    answer: field('id'),
    question: field('question'),
    action: field('action'),
    by: field('by'),
    at,
    result: 'refused',
    reason: reason.slice(0, 1_000),
  });
}

/** Early answers whose question never came, at the job's end. */
export function refuseEarly(job: Job, at: string): void {
  const left = job.early;
  job.early = [];
  for (const answer of left) refuse(job, at, answer, 'no such question was asked before the job ended');
}

function judge(job: Job, question: Question, answer: Answer, at: string): Verdict {
  const { decision } = question;
  if (decision !== null && stands(question)) return repeated(question, decision, answer, at);
  if (isLate(question, answer, at)) tick(question, at);
  if (question.state !== 'open') return verdict(answer, at, 'refused', closedText(question));
  const check = checkAnswer(question, answer);
  const why = check.ok ? whyNotAllowed(job, question, check.arguments) : check.reason;
  if (!check.ok || why !== null) {
    note(question, event(at, 'refused', answer));
    return verdict(answer, at, 'refused', why);
  }
  if (answer.action === 'cancel') return putOff(question, answer, at);
  question.state = answer.action === 'accept' ? 'accepted' : 'declined';
  question.closedAt = at;
  question.againAt = question.remindAt = null;
  question.decision = { ...decisionOf(answer, check.content, at), arguments: check.arguments };
  note(question, event(at, 'answered', answer));
  return verdict(answer, at, 'recorded', null);
}

/** A worker that was away may see an answer long after the expiry: only one that was sent in time still counts. */
function isLate({ state, expiresAt }: Question, { sentAt }: Answer, at: string): boolean {
  if (state !== 'open' || expiresAt === null || Date.parse(at) <= Date.parse(expiresAt) + bounds.lateMs)
    return false;
  return sentAt === undefined || Date.parse(sentAt) > Date.parse(expiresAt);
}

function repeated(question: Question, decision: Decision, answer: Answer, at: string): Verdict {
  const same =
    decision.action === answer.action &&
    (answer.action !== 'accept' ||
      (decision.contentDigest === digestOf(answer.content ?? {}) &&
        canonicalJson(decision.arguments) === canonicalJson(answer.arguments ?? null)));
  const first = `${question.state} by ${decision.by ?? 'somebody'} at ${decision.at}`;
  return same
    ? verdict(answer, at, 'duplicate', `the same answer was recorded already: ${first}`)
    : verdict(answer, at, 'conflict', `answered already: ${first}; this one changed nothing`);
}

/** What was decided of a question that the server has changed or no longer asks decides nothing. */
function stands({ state }: Question): boolean {
  return state !== 'replaced' && state !== 'withdrawn';
}

function putOff(question: Question, answer: Answer, at: string): Verdict {
  if (question.againAt !== null) {
    return verdict(answer, at, 'duplicate', `put off already; it comes again at ${question.againAt}`);
  }
  note(question, event(at, 'put-off', answer));
  if (question.attempt >= question.prompts.limit) {
    close(question, 'undecided', at);
    question.decision = decisionOf(answer, null, at);
  } else {
    question.againAt = later(at, backOffMs(question.prompts.delayMs, question.attempt));
    question.remindAt = null;
  }
  return verdict(answer, at, 'recorded', null);
}

function decisionOf(answer: Answer, content: Decision['content'], at: string): Decision {
  const { action, by = null, via = null, comment = null, id = null } = answer;
  return {
    action,
    content,
    contentDigest: digestOf(content ?? {}),
    arguments: null,
    by,
    via,
    comment,
    at,
    answer: id,
  };
}

function closedText(question: Question): string {
  const text: Partial<Record<QuestionState, string>> = {
    expired: 'the question expired; nobody decided',
    undecided: 'the question was put off too often and closed undecided',
    replaced: 'its content changed: a new question took its place',
    superseded: 'it was settled otherwise before this answer came',
    withdrawn: 'the server no longer asks it',
    'job-cancelled': 'the job was cancelled',
  };
  return text[question.state] ?? `the question is closed (${question.state})`;
}

function verdict(answer: Answer, at: string, result: Verdict['result'], reason: string | null): Verdict {
  const { id = null, question, action, by = null } = answer;
  return { answer: id, question, action, by, at, result, reason };
}

function record(job: Job, outcome: Verdict): void {
  job.verdicts = [...job.verdicts, outcome].slice(-bounds.verdicts);
  if (outcome.result !== 'recorded' && outcome.result !== 'early') {
    job.rejected = [...job.rejected, outcome].slice(-bounds.rejected);
  }
}
