// Turns what a server or the policy asks into questions of the ledger; reuses an answer only where nothing changed.
import {
  bounds,
  fitsIn,
  folded,
  requestDigest,
  type AskedRequest,
  type JsonObject,
  type LegOutcome,
  type LegStart,
  type Question,
} from './contract/index.ts';
import { now, questionOf, termsOf, type Call, type Job } from './job.ts';
import { openQuestion } from './ledger.ts';
import type { NewQuestion } from './new-question.ts';
import { close, event, note, withdraw } from './question-state.ts';
import { end } from './call-state.ts';

type Asked = Extract<LegOutcome, { kind: 'asked' }>;
type AskedLegacy = Extract<LegOutcome, { kind: 'asked-legacy' }>;
type AskedLinks = Extract<LegOutcome, { kind: 'asked-links' }>;

/** `argumentsSchema`: what changed arguments have to fit; null: they are approved as shown. */
export function openApproval(job: Job, call: Call, argumentsSchema: JsonObject | null): void {
  const { rule, because } = call.gate;
  const replaces = job.questions.findLast((known) => known.call === call.id && known.kind === 'approval');
  const difference = [`the definition of ${call.tool} changed`];
  const changed = replaces ? { replaces, difference } : {};
  const policyDigest = termsOf(job).policyDigest;
  const asked = { ...approval, rule, because, policyDigest, argumentsSchema, ...changed };
  approvalStep(call, openQuestion(job, call, asked, now()));
}

const approval = {
  kind: 'approval',
  message: null,
  schema: null,
  url: null,
  key: null,
  rerun: false,
} as const;

function approvalStep(call: Call, question: Question): void {
  call.step = {
    kind: 'wait',
    purpose: 'approval',
    questions: [question.id],
    start: { kind: 'fresh' },
    requestState: null,
    closingReply: null,
  };
}

/** A modern server's questions. After a call made anew, an answer whose digest is unchanged is used once more. */
export function askElicitations(job: Job, call: Call, start: LegStart, outcome: Asked): void {
  if (start.kind !== 'resume') {
    call.recall = [...call.accepted, ...call.recall];
    call.accepted = [];
  }
  const recall = call.recall.map((id) => questionOf(job, id));
  const unchanged = takeUnchanged(call, recall, outcome.requests);
  if (unchanged.includes(undefined)) call.questionRounds += 1;
  if (call.questionRounds > bounds.questionRoundsPerCall) return tooManyQuestions(call);
  if (tooMuchOpen(job, call, outcome.requests) || tooMuchState(job, call, outcome)) return tooMuchAsked(call);
  const questions = outcome.requests.map((request, index) => {
    const reused = unchanged[index];
    if (reused) return reuse(reused, request);
    const at = recall.findIndex((known) => known.key === request.key && known.kind === request.mode);
    const [replaces] = at < 0 ? [] : recall.splice(at, 1);
    if (replaces) call.replacements += 1;
    return openQuestion(job, call, asNew(call, request, false, replaces), now());
  });
  // What is left may be asked in a later round of this run.
  call.recall = recall.map(({ id }) => id);
  if (call.replacements > bounds.replacementsPerCall) return keepsChanging(call, questions);
  call.step = {
    kind: 'wait',
    purpose: 'elicitation',
    questions: questions.map(({ id }) => id),
    start,
    requestState: outcome.requestState ?? null,
    closingReply: null,
  };
}

/** Takes out of `recall`, for each request, the accepted question with its digest; each serves once. */
function takeUnchanged(call: Call, recall: Question[], requests: AskedRequest[]): (Question | undefined)[] {
  return requests.map((request) => {
    const digest = requestDigest(call, request);
    const at = recall.findIndex((known) => known.digest === digest);
    return at < 0 ? undefined : recall.splice(at, 1)[0];
  });
}

/** The states of all calls that wait cross to each new run. */
function tooMuchState(job: Job, call: Call, { requestState = '' }: Asked): boolean {
  const others = job.round?.calls.filter(({ id }) => id !== call.id) ?? [];
  const states = others.map(({ step }) => (step.kind === 'wait' ? step.requestState : null));
  return !fitsIn([...states, requestState], bounds.requestStatesBytes);
}

function reuse(question: Question, request: AskedRequest): Question {
  question.key = request.key;
  note(question, event(now(), 'reused'));
  return question;
}

/** A legacy server's question, captured in mid-call. At a place that had an answer already, it differs from before. */
export function askLegacy(job: Job, call: Call, outcome: AskedLegacy): void {
  const { request, place, closing } = outcome;
  call.justVisited = false;
  const replaces = call.accepted[place];
  withdrawUnused(job, call, place + 1);
  call.accepted = call.accepted.slice(0, place);
  if (replaces !== undefined) call.replacements += 1;
  else call.questionRounds += 1;
  if (call.questionRounds > bounds.questionRoundsPerCall) return tooManyQuestions(call);
  if (call.replacements > bounds.replacementsPerCall) return keepsChanging(call, []);
  if (tooMuchOpen(job, call, [request])) return tooMuchAsked(call);
  const before = replaces === undefined ? undefined : questionOf(job, replaces);
  const question = openQuestion(job, call, asNew(call, request, true, before), now());
  call.step = {
    kind: 'wait',
    purpose: 'legacy',
    questions: [question.id],
    start: { kind: 'fresh' },
    requestState: null,
    closingReply: closing.text,
  };
}

/** Error -32042: the tool has not begun, and may be tried once more when people have been at these addresses. */
export function askLinks(job: Job, call: Call, start: LegStart, { requests, closing }: AskedLinks): void {
  call.linkRounds += 1;
  if (isMetAgain(job, call, start, requests)) {
    call.step = { kind: 'send', start };
    return;
  }
  if (call.linkRounds > 1) {
    const text = `The tool was tried again and wants addresses visited once more; given up. ${closing.text}`;
    return end(call, 'failed', text);
  }
  if (tooMuchOpen(job, call, requests)) return tooMuchAsked(call);
  const questions = requests.map((request) =>
    openQuestion(job, call, asNew(call, request, true, undefined), now()),
  );
  call.step = {
    kind: 'wait',
    purpose: 'links',
    questions: questions.map(({ id }) => id),
    start: { kind: 'fresh' },
    requestState: null,
    closingReply: closing.text,
  };
}

/**
 * A tool that is run anew for a question of its own may meet the same error first. It did not begin, and people have been at
 * these addresses: it is sent once more, as often as there are answers to run it anew for.
 */
function isMetAgain(job: Job, call: Call, start: LegStart, requests: AskedRequest[]): boolean {
  const visited = job.questions
    .filter(({ call: of, kind, state }) => of === call.id && kind === 'url' && state === 'accepted')
    .map(({ digest }) => digest);
  const known = requests.every((request) => visited.includes(requestDigest(call, request)));
  const anew = start.kind === 'replay' && !call.justVisited;
  return anew && known && call.linkRounds <= 1 + call.accepted.length;
}

/** Accepted questions of this call from place `used` on were not asked again, nor was what is left of a run before. */
export function withdrawUnused(job: Job, call: Call, used: number): void {
  const unused = [...call.accepted.slice(used), ...call.recall];
  call.recall = [];
  for (const id of unused) drop(call, questionOf(job, id));
  call.accepted = call.accepted.slice(0, used);
}

function drop(call: Call, question: Question): void {
  withdraw(question, now());
  call.unused.push(question.id);
}

function asNew(
  call: Call,
  request: AskedRequest,
  rerun: boolean,
  replaces: Question | undefined,
): NewQuestion {
  const shown = {
    kind: request.mode,
    message: request.message,
    schema: request.mode === 'form' ? request.schema : null,
    url: request.mode === 'url' ? request.url : null,
    key: request.key,
    rerun,
    elicitationId: request.mode === 'url' ? request.elicitationId : null,
  };
  return replaces ? { ...shown, replaces, difference: differenceOf(call, replaces, shown) } : shown;
}

function differenceOf(call: Call, before: Question, shown: NewQuestion): string[] {
  const parts = (['message', 'schema', 'url'] as const).flatMap((part) => {
    const [old, fresh] = [JSON.stringify(before[part]), JSON.stringify(shown[part])];
    return old === fresh ? [] : [`${part} ${folded(old, 300)} -> ${folded(fresh, 300)}`];
  });
  return before.definitionDigest === call.definitionDigest
    ? parts
    : [...parts, `the definition of ${call.tool} changed`];
}

/** Each change of the job makes the memo anew from all that is open: it must stay cheap. */
function tooMuchOpen(job: Job, call: Call, requests: AskedRequest[]): boolean {
  const open = job.questions.filter(({ state }) => state === 'open');
  // Each question shows the arguments of its call.
  const more = requests.map((request) => [request, call.arguments]);
  return !fitsIn([open, more], bounds.openQuestionBytes);
}

function tooMuchAsked(call: Call): void {
  end(
    call,
    'failed',
    'Too much is asked at once in this job: the open questions, and what their servers want kept, would be too large.',
  );
}

function tooManyQuestions(call: Call): void {
  end(
    call,
    'failed',
    `The tool asked more than ${bounds.questionRoundsPerCall} times in one call; given up.`,
  );
}

function keepsChanging(call: Call, opened: Question[]): void {
  for (const question of opened) close(question, 'superseded', now());
  end(call, 'failed', 'The question was another one each time the call was made anew; given up.');
}
