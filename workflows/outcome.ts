// What follows from one leg of a call: its result, a question, another leg. Pure but for the ledger it writes to.
import { bounds, folded, unknownForm, type LegOutcome, type LegStart } from './contract/index.ts';
import { end, freshStart } from './call-state.ts';
import { askElicitations, askLegacy, askLinks, openApproval, withdrawUnused } from './asking.ts';
import { now, type Call, type Job } from './job.ts';
import { openQuestion } from './ledger.ts';

export const patienceMs = 10 * 60_000;

export function advance(job: Job, call: Call, start: LegStart, outcome: LegOutcome): void {
  if (outcome.kind !== 'not-sent') call.notSentSince = null;
  if (outcome.kind === 'unknown' || (outcome.kind === 'not-sent' && outcome.sentBefore))
    call.mayHaveRun = true;
  // The server has been told what was decided against the call; its own words go along.
  if (call.closing) return end(call, call.closing.outcome, `${call.closing.text} ${replyTo(outcome)}`);
  switch (outcome.kind) {
    case 'result':
      return ran(job, call, start, outcome);
    case 'asked':
      if (job.ending) return superseded(call);
      if (outcome.requests.length === 0) return poll(call, outcome.requestState);
      return askElicitations(job, call, start, outcome);
    case 'asked-legacy':
      return job.ending ? superseded(call) : askLegacy(job, call, outcome);
    case 'asked-links':
      return job.ending ? superseded(call) : askLinks(job, call, start, outcome);
    case 'state-refused':
      return callAnew(job, call, outcome.reason);
    case 'undrawable':
      return end(
        call,
        'failed',
        `${call.server} asked with a form that cannot be shown: ${outcome.reason} at ${outcome.pointer || '/'}. Nobody was asked.`,
      );
    case 'not-sent':
      return outcome.final
        ? giveUpSending(job, call, start, outcome.reason)
        : retryLater(job, call, start, outcome.reason);
    case 'changed':
      return changed(job, call, start, outcome);
    case 'unknown':
      return askUnknown(job, call, start, outcome.reason);
    default:
      return outcome satisfies never;
  }
}

function replyTo(outcome: LegOutcome): string {
  switch (outcome.kind) {
    case 'result':
      return `The server replied: ${outcome.result.text}`;
    case 'not-sent':
    case 'changed':
    case 'state-refused':
      return 'The server could not be told.';
    case 'asked':
    case 'asked-legacy':
    case 'asked-links':
    case 'undrawable':
      return 'The server was told and asked again; nobody was asked.';
    case 'unknown':
      return 'The server was told, and its reply was lost.';
    default:
      return outcome satisfies never;
  }
}

/** A tool that was run anew may end without asking for all that was answered before. */
function ran(job: Job, call: Call, start: LegStart, outcome: Extract<LegOutcome, { kind: 'result' }>): void {
  const { result, answersUsed = Infinity } = outcome;
  withdrawUnused(job, call, start.kind === 'replay' ? answersUsed : call.accepted.length);
  end(call, 'ran', editNote(call) + result.text, result.isError);
}

/** The model asked for something else than what ran. */
function editNote({ edited, arguments: sent }: Call): string {
  if (!edited) return '';
  return `(A person changed the arguments before approving this call; it ran with ${folded(JSON.stringify(sent), 4_000)}.)\n`;
}

function superseded(call: Call): void {
  end(call, 'superseded', 'The server asked a question, but the job ended first; nobody was asked.');
}

/** State and no question: the server wants to be called again later. */
function poll(call: Call, requestState: string | undefined): void {
  call.polls += 1;
  if (call.polls > 100) return end(call, 'failed', 'The server put the call off 100 times; given up.');
  const start: LegStart = {
    kind: 'resume',
    responses: {},
    ...(requestState === undefined ? {} : { requestState }),
  };
  const delay = Math.min(1_000 * 2 ** Math.min(call.polls - 1, 6), 60_000);
  call.step = { kind: 'pause', until: Date.now() + delay, why: 'the server asks for patience', start };
}

function callAnew(job: Job, call: Call, reason: string): void {
  call.freshCalls += 1;
  if (call.freshCalls > bounds.freshCallsPerCall) {
    return end(
      call,
      'failed',
      `The server refused its own state ${call.freshCalls} times (${reason}); given up.`,
    );
  }
  call.step = { kind: 'send', start: freshStart(job, call) };
}

function retryLater(job: Job, call: Call, start: LegStart, reason: string): void {
  const waited = Date.now() - (call.notSentSince ??= Date.now());
  if (waited >= patienceMs) return giveUpSending(job, call, start, `${reason} (tried for 10 minutes)`);
  const delay = Math.min(Math.max(1_000, waited), 60_000);
  call.step = {
    kind: 'pause',
    until: Date.now() + delay,
    why: `not sent yet: ${call.server} is away`,
    start,
  };
}

/** Where an earlier send may have reached the tool, only a person can say what became of it. */
function giveUpSending(job: Job, call: Call, start: LegStart, reason: string): void {
  if (call.mayHaveRun) return askUnknown(job, call, start, reason);
  end(call, 'not-sent', `Not sent: ${reason}.`);
}

/** The tool is not the one that the call was made for. What a person agreed to, they are asked again. */
function changed(
  job: Job,
  call: Call,
  start: LegStart,
  outcome: Extract<LegOutcome, { kind: 'changed' }>,
): void {
  const consented = call.gate.outcome === 'ask' || call.accepted.length > 0;
  if (!outcome.valid || !consented) {
    const fit = outcome.valid ? 'Call it again if it is still right.' : 'The arguments no longer fit it.';
    return end(
      call,
      'not-sent',
      `Not sent: the definition of ${call.tool} changed since the call was made. ${fit}`,
    );
  }
  call.replacements += 1;
  if (call.replacements > bounds.replacementsPerCall) {
    return end(call, 'not-sent', `Not sent: the definition of ${call.tool} keeps changing.`);
  }
  call.definitionDigest = outcome.definitionDigest;
  if (call.gate.outcome === 'ask') {
    call.approved = null;
    if (call.gate.editable) call.step = { kind: 'describe' };
    else openApproval(job, call, null);
    return;
  }
  call.step = { kind: 'send', start: start.kind === 'resume' ? freshStart(job, call) : start };
}

function askUnknown(job: Job, call: Call, start: LegStart, reason: string): void {
  if (job.ending) {
    return end(
      call,
      'failed',
      `It is not known whether this call ran (${reason}); the job ended before anybody could say.`,
    );
  }
  const question = openQuestion(
    job,
    call,
    {
      kind: 'unknown',
      message: `It is not known whether this call ran: ${reason}.`,
      schema: unknownForm,
      url: null,
      key: null,
      rerun: false,
    },
    now(),
  );
  call.step = {
    kind: 'wait',
    purpose: 'unknown',
    questions: [question.id],
    start,
    requestState: null,
    closingReply: null,
  };
}
