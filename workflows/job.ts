// The state of a job: one plain JSON object, so that it survives continue-as-new as it is.
import type {
  Answer,
  CallOutcome,
  CallResult,
  CallStatus,
  JobEnd,
  JobInput,
  JobState,
  JsonObject,
  LegStart,
  LinkVisited,
  PolicyVerdict,
  Question,
  ServerHealth,
  Terms,
  Turn,
  Usage,
  Verdict,
} from './contract/index.ts';

/** How a call ends once somebody (or nobody, in time) decided against it; the server may still have to be told. */
export type Closing = { outcome: CallOutcome & ('refused' | 'undecided' | 'expired'); text: string };

type Purpose = 'approval' | 'elicitation' | 'legacy' | 'links' | 'unknown';

/** What a call does next. Every state that can last is one of these, so a new run goes on where the old one stopped. */
export type Step =
  /** Its approval may change the arguments: their schema is fetched first. */
  | { kind: 'describe' }
  | { kind: 'send'; start: LegStart }
  /** The server is away or wants to be called again later: `until` is a time in ms. */
  | { kind: 'pause'; until: number; why: string; start: LegStart }
  | {
      kind: 'wait';
      purpose: Purpose;
      questions: string[];
      /** The leg that led here: what is resumed, or run again after an unknown outcome. */
      start: LegStart;
      requestState: string | null;
      /** A legacy server's own last words after its question was put off. */
      closingReply: string | null;
    };

export type Call = {
  id: string;
  toolCallId: string;
  name: string;
  server: string;
  tool: string;
  arguments: JsonObject;
  definitionDigest: string;
  /** The server itself calls the tool destructive. */
  destructive: boolean;
  gate: PolicyVerdict;
  /** Digest of what a person approved, and of the arguments as they were changed if they were. */
  approved: string | null;
  edited: boolean;
  idempotent: boolean;
  legs: number;
  sentAt: string | null;
  endedAt: string | null;
  /** Questions asked so far: the n of the next question's id is one more. */
  asked: number;
  questionRounds: number;
  replacements: number;
  freshCalls: number;
  polls: number;
  /** Times that the server wanted addresses visited before it would begin. */
  linkRounds: number;
  /** This leg follows a visit: the same error again is its end. */
  justVisited: boolean;
  /** Ids of accepted questions that the server, run anew, did not ask any more. */
  unused: string[];
  /** Ids of accepted elicitations, in the order in which the tool asked. */
  accepted: string[];
  /** Ids of what was accepted before the call was made anew, and not asked again so far. */
  recall: string[];
  notSentSince: number | null;
  /** A send was lost on the way: whatever the record says of a later one, the tool may have acted. */
  mayHaveRun: boolean;
  closing: Closing | null;
  step: Step;
  inFlight: boolean;
  result: CallResult | null;
};

/** A call that never was one: it has its result from the start. */
export type DeadCall = {
  id: string;
  toolCallId: string;
  name: string;
  server: string | null;
  tool: string;
  arguments: JsonObject;
  policy: CallStatus['policy'];
  endedAt: string;
  result: CallResult;
};

export type Round = { calls: Call[]; dead: DeadCall[]; order: string[] };

export type Job = {
  input: JobInput;
  id: string;
  firstRunId: string;
  startedAt: string;
  terms: Terms | null;
  state: JobState;
  reason: string | null;
  transcript: Turn[];
  /** Tool results that the model no longer has whole. */
  shortenedResults: number;
  rounds: number;
  round: Round | null;
  closedCalls: CallStatus[];
  questions: Question[];
  early: Answer[];
  /** Of them all together: measured once each, since thousands may come. */
  earlyBytes: number;
  rejected: Verdict[];
  verdicts: Verdict[];
  /** Links that were said to be done before they were asked. */
  visits: (LinkVisited & { at: string })[];
  /** Digests of calls that a person refused: not put to anybody again in this job. */
  refusedCalls: string[];
  usage: Usage;
  servers: ServerHealth[];
  ending: { state: JobEnd; reason: string } | null;
  text: string | null;
};

/** What lives in this run only. */
type Live = {
  inFlight: number;
  handingOver: boolean;
  dirty: boolean;
  /** The state that the search attribute shows. */
  shown: JobState | null;
};

export type Running = { job: Job; live: Live };

export function newJob(input: JobInput, id: string, firstRunId: string, startedAt: string): Job {
  return {
    input,
    id,
    firstRunId,
    startedAt,
    terms: null,
    state: 'running',
    reason: null,
    transcript: [{ role: 'user', text: input.goal }],
    shortenedResults: 0,
    rounds: 0,
    round: null,
    closedCalls: [],
    questions: [],
    early: [],
    earlyBytes: 0,
    rejected: [],
    verdicts: [],
    visits: [],
    refusedCalls: [],
    usage: { inputTokens: 0, outputTokens: 0, modelAttempts: 0 },
    servers: [],
    ending: null,
    text: null,
  };
}

export function termsOf(job: Job): Terms {
  if (!job.terms) throw new Error('the job has no terms yet');
  return job.terms;
}

export function questionOf(job: Job, id: string): Question {
  const question = job.questions.find((candidate) => candidate.id === id);
  if (!question) throw new Error(`the ledger has no question ${id}`);
  return question;
}

export function now(): string {
  return new Date().toISOString();
}
