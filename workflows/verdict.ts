// What follows for a call from what people (or time) decided about its questions.
import {
  callDigest,
  questionDigest,
  finishedForm,
  FinishedAnswer,
  UnknownAnswer,
  type Decision,
  type ElicitationReply,
  type LegStart,
  type Question,
} from './contract/index.ts';
import { declineOf } from './gate.ts';
import { now, questionOf, type Call, type Closing, type Job, type Step } from './job.ts';
import { openQuestion } from './ledger.ts';
import { close } from './question-state.ts';
import { end, freshStart } from './call-state.ts';

type Wait = Extract<Step, { kind: 'wait' }>;

/** Every question is accepted, or one was decided against: that settles the others of the call too. */
export function decided(questions: Question[]): boolean {
  return questions.every(({ state }) => state === 'accepted') || questions.some(isAgainst);
}

function isAgainst({ state }: Question): boolean {
  return state === 'declined' || state === 'undecided' || state === 'expired';
}

export function conclude(job: Job, call: Call, step: Wait, questions: Question[]): void {
  const against = questions.find(isAgainst);
  if (against)
    return step.purpose === 'unknown'
      ? unknownRefused(job, call, against)
      : refused(job, call, step, against);
  if (job.ending) {
    for (const question of questions) close(question, 'superseded', now());
    if (step.purpose === 'unknown') {
      return end(
        call,
        'failed',
        'It is not known whether this call ran; the job ended before anybody could say.',
      );
    }
    const agreed = questions.some(({ state }) => state === 'accepted')
      ? ' It had been accepted, but was not sent.'
      : '';
    return end(call, 'superseded', `Not executed: the job ended first.${agreed}`);
  }
  switch (step.purpose) {
    case 'approval':
      return approved(job, call, questions);
    case 'unknown':
      return unknownAnswered(call, step, questions);
    case 'elicitation':
    case 'legacy':
    case 'links':
      return elicitationAccepted(job, call, step, questions);
    default:
      return step.purpose satisfies never;
  }
}

/** What runs is what the accepted question says, and nothing that the call has become since. */
function approved(job: Job, call: Call, questions: Question[]): void {
  const [question] = questions;
  if (!question) return;
  const { decision } = question;
  const agreed = { ...question, arguments: decision?.arguments ?? question.arguments };
  call.edited = call.edited || callDigest(agreed) !== callDigest(call);
  call.arguments = agreed.arguments;
  call.approved = questionDigest(agreed);
  call.step = { kind: 'send', start: freshStart(job, call) };
}

/** Decided against: nothing is executed. A modern server is told once, with its own state; a legacy one had its `cancel`. */
function refused(job: Job, call: Call, step: Wait, against: Question): void {
  const asked = step.questions.map((id) => questionOf(job, id));
  const replies = repliesOf(job, asked);
  for (const question of asked) close(question, 'superseded', now());
  const closing = closingOf(against);
  if (closing.outcome !== 'refused') job.ending ??= { state: 'undecided', reason: closing.text };
  else if (declineOf(job, call) === 'finish') job.ending ??= { state: 'declined', reason: closing.text };
  else job.refusedCalls.push(callDigest(call));
  if (step.purpose === 'elicitation') {
    call.closing = closing;
    call.step = { kind: 'send', start: resume(step, replies) };
    return;
  }
  const reply = step.closingReply === null ? '' : ` The server had replied: ${step.closingReply}`;
  end(call, closing.outcome, closing.text + reply);
}

function closingOf(question: Question): Closing {
  const { id, decision } = question;
  if (question.state === 'declined') {
    return {
      outcome: 'refused',
      text: `Not executed: refused by a person${whoAndWhy(decision)} (question ${id}).`,
    };
  }
  return question.state === 'expired'
    ? { outcome: 'expired', text: `Not executed: question ${id} expired unanswered; nobody decided.` }
    : { outcome: 'undecided', text: `Not executed: question ${id} was put off too often; nobody decided.` };
}

function whoAndWhy(decision: Decision | null): string {
  const who = decision?.by ? ` (${decision.by})` : '';
  return decision?.comment ? `${who}, who says: ${JSON.stringify(decision.comment)}` : who;
}

function elicitationAccepted(job: Job, call: Call, step: Wait, questions: Question[]): void {
  const unfinished = questions.filter(({ kind, id }) => kind === 'url' && !finishedOf(job, id));
  if (unfinished.length > 0) {
    const asked = unfinished.map((question) => askFinished(job, call, question).id);
    call.step = { ...step, questions: [...step.questions, ...asked] };
    return;
  }
  const elicited = questions.filter(({ kind }) => kind !== 'finished');
  const gaveUp = questions.find((question) => question.kind === 'finished' && !isRetry(question));
  if (gaveUp) return givenUp(job, call, step, questions, gaveUp);
  call.justVisited = step.purpose === 'links';
  if (!call.justVisited) call.accepted.push(...elicited.map(({ id }) => id));
  const start =
    step.purpose === 'elicitation' ? resume(step, repliesOf(job, questions)) : freshStart(job, call);
  call.step = { kind: 'send', start };
}

/** The form that asks whether the person is done at a link; tied to it by `key`. */
function askFinished(job: Job, call: Call, link: Question): Question {
  const message = `The link of question ${link.id} was opened. The call goes on when the work there is finished.`;
  const question = openQuestion(
    job,
    call,
    { kind: 'finished', message, schema: finishedForm, url: link.url, key: link.id, rerun: link.rerun },
    now(),
  );
  question.visitedAt = link.visitedAt;
  return question;
}

function finishedOf(job: Job, link: string): Question | undefined {
  return job.questions.find(({ kind, key }) => kind === 'finished' && key === link);
}

function isRetry({ decision }: Question): boolean {
  return FinishedAnswer.safeParse(decision?.content).data?.outcome === 'retry';
}

function givenUp(job: Job, call: Call, step: Wait, questions: Question[], gaveUp: Question): void {
  const text = `Not executed: given up at the link by a person${whoAndWhy(gaveUp.decision)}.`;
  job.refusedCalls.push(callDigest(call));
  if (step.purpose !== 'elicitation') return end(call, 'refused', text);
  call.closing = { outcome: 'refused', text };
  call.step = { kind: 'send', start: resume(step, repliesOf(job, questions)) };
}

/** What each request's server is told; one that nobody decided is told `cancel`: no choice made. */
function repliesOf(job: Job, questions: Question[]): Record<string, ElicitationReply> {
  const asked = questions.filter(({ kind, key }) => key !== null && kind !== 'finished');
  return Object.fromEntries(
    asked.map((question): [string, ElicitationReply] => [question.key ?? '', replyTo(job, question)]),
  );
}

/** A link that was agreed to is accepted only once the person is done there and says so. */
function replyTo(job: Job, { id, kind, state, decision }: Question): ElicitationReply {
  if (state === 'declined') return { action: 'decline' };
  if (state !== 'accepted') return { action: 'cancel' };
  if (kind === 'form') return { action: 'accept', content: decision?.content ?? {} };
  const finished = finishedOf(job, id);
  if (finished?.state === 'declined') return { action: 'decline' };
  return { action: finished && isRetry(finished) ? 'accept' : 'cancel' };
}

function resume(step: Wait, responses: Record<string, ElicitationReply>): LegStart {
  return {
    kind: 'resume',
    responses,
    ...(step.requestState === null ? {} : { requestState: step.requestState }),
  };
}

function unknownAnswered(call: Call, step: Wait, questions: Question[]): void {
  const decision = questions[0]?.decision ?? null;
  const { outcome, comment } = UnknownAnswer.parse(decision?.content);
  const said = `${decision?.by ?? 'a person'}${comment ? `: ${JSON.stringify(comment)}` : ''}`;
  switch (outcome) {
    case 'run-again':
      call.step = { kind: 'send', start: step.start };
      return;
    case 'done':
      return end(call, 'reported-done', `The reply was lost. It was done, says ${said}.`, false);
    case 'failed':
      return end(call, 'reported-failed', `The reply was lost. It failed, says ${said}.`);
    default:
      return outcome satisfies never;
  }
}

/** Refusing to say more counts as failed, and the same call is not made again. Nobody deciding at all ends the job undecided. */
function unknownRefused(job: Job, call: Call, against: Question): void {
  if (against.state === 'declined') {
    job.refusedCalls.push(callDigest(call));
    return end(
      call,
      'reported-failed',
      `The reply was lost. To be treated as failed${whoAndWhy(against.decision)}.`,
    );
  }
  const closing = closingOf(against);
  job.ending ??= { state: 'undecided', reason: closing.text };
  end(
    call,
    closing.outcome,
    `It is not known whether this call ran; question ${against.id} was never decided.`,
  );
}
