// A round: what the model asked for becomes calls, and their results become its next input.
import { openApproval } from './asking.ts';
import {
  bounds,
  callDigest,
  callId,
  evaluatePolicy,
  globMatches,
  type CallResult,
  type ModelReply,
  type PlannedCall,
  type PolicyVerdict,
} from './contract/index.ts';
import { now, termsOf, type Call, type DeadCall, type Job, type Round } from './job.ts';
import { callStatus, deadStatus, said } from './status.ts';
import { addResults } from './transcript.ts';

/** Send, ask or refuse, in the model's order. A call that is refused here reaches neither a person nor a server. */
export function plan(job: Job, reply: ModelReply): Round {
  job.rounds += 1;
  const round: Round = { calls: [], dead: [], order: [] };
  for (const [index, planned] of reply.calls.entries()) {
    const id = callId(job.rounds, index + 1);
    round.order.push(id);
    if (planned.kind === 'invalid' || index >= bounds.callsInOneRound) {
      round.dead.push(
        deadCall(id, planned, planned.kind === 'invalid' ? invalid(planned.reason) : tooMany, null),
      );
      continue;
    }
    const gate = evaluatePolicy(termsOf(job).policy, planned);
    const refusal = refusalOf(job, planned, gate);
    if (refusal) round.dead.push(deadCall(id, planned, refusal, gate));
    else round.calls.push(askedFirst(job, newCall(job, id, planned, gate)));
  }
  return round;
}

function askedFirst(job: Job, call: Call): Call {
  if (call.gate.outcome === 'ask' && call.gate.editable) call.step = { kind: 'describe' };
  else if (call.gate.outcome === 'ask') openApproval(job, call, null);
  return call;
}

function deadCall(
  id: string,
  planned: PlannedCall,
  result: CallResult,
  gate: PolicyVerdict | null,
): DeadCall {
  const known =
    planned.kind === 'call'
      ? { server: planned.server, tool: planned.tool, arguments: planned.arguments }
      : { server: null, tool: planned.name, arguments: {} };
  const { id: toolCallId, name } = planned;
  return { id, toolCallId, name, ...known, policy: gate && said(gate), endedAt: now(), result };
}

type Planned = Extract<PlannedCall, { kind: 'call' }>;

function refusalOf(job: Job, planned: Planned, gate: PolicyVerdict): CallResult | null {
  if (!termsOf(job).servers.some(({ name }) => name === planned.server))
    return invalid(`this job has no server ${planned.server}`);
  if (gate.outcome === 'deny') {
    const which = gate.rule === null ? 'its default' : `rule ${gate.rule}`;
    const why = gate.because === null ? '' : `: ${gate.because}`;
    return {
      outcome: 'denied',
      text: `Not executed: the host's policy denies it (${which})${why}.`,
      isError: true,
    };
  }
  if (job.refusedCalls.includes(callDigest(planned))) {
    const text = 'Not executed: a person refused this same call before in this job; nobody was asked again.';
    return { outcome: 'refused', text, isError: true };
  }
  return null;
}

function invalid(reason: string): CallResult {
  return { outcome: 'invalid', text: `Not executed: ${reason}.`, isError: true };
}

const tooMany = invalid(`more than ${bounds.callsInOneRound} calls in one reply`);

function newCall(job: Job, id: string, planned: Planned, gate: PolicyVerdict): Call {
  const { name, server, tool, definitionDigest } = planned;
  return {
    id,
    toolCallId: planned.id,
    name,
    server,
    tool,
    arguments: planned.arguments,
    definitionDigest,
    destructive: planned.destructive,
    gate,
    approved: null,
    edited: false,
    idempotent: isIdempotent(job, server, tool),
    legs: 0,
    sentAt: null,
    endedAt: null,
    asked: 0,
    questionRounds: 0,
    replacements: 0,
    freshCalls: 0,
    polls: 0,
    linkRounds: 0,
    justVisited: false,
    unused: [],
    accepted: [],
    recall: [],
    notSentSince: null,
    mayHaveRun: false,
    closing: null,
    step: { kind: 'send', start: { kind: 'fresh' } },
    inFlight: false,
    result: null,
  };
}

function isIdempotent(job: Job, server: string, tool: string): boolean {
  const terms = termsOf(job).servers.find(({ name }) => name === server);
  return terms?.idempotent.some((glob) => globMatches(glob, tool)) ?? false;
}

/** Every call has its result: the model reads them in its own order, and the record keeps them. */
export function closeRound(job: Job, round: Round): void {
  const ended = [...round.calls, ...round.dead].toSorted(
    (a, b) => round.order.indexOf(a.id) - round.order.indexOf(b.id),
  );
  addResults(
    job,
    ended.map(({ toolCallId, name, result }) => ({
      id: toolCallId,
      name,
      text: result?.text ?? '',
      isError: result?.isError ?? true,
    })),
  );
  job.closedCalls.push(...ended.map((call) => ('legs' in call ? callStatus(call) : deadStatus(call))));
  job.round = null;
}
