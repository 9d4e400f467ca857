// How the job stands, for people: whole for the query and the result, cut to size for the memo.
import {
  bounds,
  folded,
  fitsIn,
  narrowedBy,
  type CallStatus,
  type Decision,
  type JobStatus,
  type PolicyVerdict,
  type Question,
} from './contract/index.ts';
import type { Call, DeadCall, Job } from './job.ts';

const shownText = 2_000;

/** Whole, but never over what Temporal takes as one result. */
export function statusOf(job: Job): JobStatus {
  return fitted(everything(job), bounds.statusBytes);
}

/** For the memo. */
export function memoOf(job: Job): JobStatus {
  return fitted(everything(job), bounds.memoBytes);
}

function everything(job: Job): JobStatus {
  const { round } = job;
  return {
    version: 1,
    id: job.id,
    goal: job.input.goal,
    requestedBy: job.input.requestedBy,
    startedAt: job.startedAt,
    state: job.state,
    reason: job.reason,
    model: job.terms?.model ?? job.input.model,
    onDecline: job.terms?.onDecline ?? null,
    policyDigest: job.terms?.policyDigest ?? null,
    policy: job.terms?.policy ?? null,
    prompts: job.terms && narrowedBy(job.terms.prompts, job.input.prompts),
    round: job.rounds,
    calls: [
      ...job.closedCalls,
      ...(round ? [...round.calls.map(callStatus), ...round.dead.map(deadStatus)] : []),
    ],
    questions: job.questions,
    openQuestions: job.questions.filter(isOpen).length,
    rejected: job.rejected,
    early: job.early,
    verdicts: job.verdicts,
    servers: job.servers,
    usage: job.usage,
    shortenedResults: job.shortenedResults,
    text: job.text,
    truncated: false,
  };
}

/** What the record keeps of the policy's verdict on a call. */
export function said({ outcome, rule, source }: PolicyVerdict): CallStatus['policy'] {
  return { outcome, rule, source };
}

export function callStatus(call: Call): CallStatus {
  const { id, server, tool, gate, legs, idempotent, sentAt, endedAt, result, inFlight, step } = call;
  return {
    id,
    server,
    tool,
    arguments: call.arguments,
    legs,
    idempotent,
    policy: said(gate),
    edited: call.edited,
    unasked: isUnasked(call),
    sentAt,
    endedAt,
    state: result ? 'closed' : inFlight ? 'in-flight' : step.kind === 'wait' ? 'waiting' : 'planned',
    outcome: result?.outcome ?? null,
    isError: result?.isError ?? null,
    text: result ? folded(result.text, shownText) : null,
  };
}

export function deadStatus({
  id,
  server,
  tool,
  arguments: args,
  policy,
  endedAt,
  result,
}: DeadCall): CallStatus {
  const { outcome, isError, text } = result;
  return {
    id,
    server,
    tool: folded(tool, bounds.nameCharacters),
    arguments: args,
    legs: 0,
    idempotent: false,
    policy,
    edited: false,
    unasked: false,
    sentAt: null,
    endedAt,
    state: 'closed',
    outcome,
    isError,
    text: folded(text, shownText),
  };
}

/** Seen after the fact: it was let through because its server would ask, and it ran without a question. */
function isUnasked({ gate, result, questionRounds, linkRounds }: Call): boolean {
  return gate.outcome === 'server-asks' && result?.outcome === 'ran' && questionRounds + linkRounds === 0;
}

/** Cut to `bytes`: open questions go last, since people answer from what is left. */
function fitted(status: JobStatus, bytes: number): JobStatus {
  const cuts: ((status: JobStatus) => JobStatus)[] = [
    (whole) => whole,
    (whole) => ({ ...whole, policy: null }),
    (whole) => ({ ...whole, calls: whole.calls.map(shortCall), questions: whole.questions.map(shortClosed) }),
    (whole) => ({
      ...whole,
      goal: folded(whole.goal, 500),
      text: whole.text === null ? null : folded(whole.text, 1_000),
      calls: whole.calls.slice(-20).map(shortCall),
      questions: [...whole.questions.filter(isClosed).slice(-10), ...whole.questions.filter(isOpen)].map(
        shortClosed,
      ),
      rejected: whole.rejected.slice(-20),
      verdicts: whole.verdicts.slice(-20),
      early: whole.early.slice(-5),
    }),
    (whole) => ({
      ...whole,
      calls: [],
      early: [],
      rejected: whole.rejected.slice(-5),
      verdicts: whole.verdicts.slice(-5),
    }),
    (whole) => ({ ...whole, questions: whole.questions.filter(isOpen) }),
    (whole) => ({ ...whole, questions: whole.questions.map(reference) }),
    (whole) => ({ ...whole, servers: [], rejected: [], questions: whole.questions.slice(0, 20) }),
    (whole) => ({ ...whole, verdicts: whole.verdicts.slice(-1), questions: whole.questions.slice(0, 5) }),
    (whole) => ({ ...whole, verdicts: [], questions: [] }),
  ];
  let rest = status;
  for (const [index, cut] of cuts.entries()) {
    rest = { ...cut(rest), truncated: status.truncated || index > 0 };
    if (fitsIn(rest, bytes)) break;
  }
  return rest;
}

const isOpen = ({ state }: Question) => state === 'open';
const isClosed = (question: Question) => !isOpen(question);

export function shortCall(call: CallStatus): CallStatus {
  const args = fitsIn(call.arguments, 500) ? call.arguments : {};
  return { ...call, arguments: args, text: call.text === null ? null : folded(call.text, 200) };
}

function shortClosed(question: Question): Question {
  const history = question.history.slice(-5);
  return isOpen(question) ? { ...question, history } : { ...reference(question), history };
}

/** What is left of a question too big for the memo: enough to name it; the status query has it whole. */
export function reference(question: Question): Question {
  return {
    ...question,
    arguments: {},
    schema: null,
    tool: folded(question.tool, 200),
    key: question.key === null ? null : folded(question.key, 60),
    elicitationId: null,
    message: question.message === null ? null : folded(question.message, 100),
    url: question.url === null ? null : folded(question.url, 100),
    because: question.because === null ? null : folded(question.because, 100),
    argumentsSchema: null,
    difference: [],
    history: [],
    decision: question.decision && withoutLarge(question.decision),
  };
}

function withoutLarge(decision: Decision): Decision {
  return fitsIn(decision.content, 1_000) ? decision : { ...decision, content: null };
}
