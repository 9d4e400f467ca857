// `watch JOB`: what happens in a job, one line or one JSON object each, until it ends.
import { shortQuestionId } from '../../workflows/contract/ids.ts';
import type { JobState } from '../../workflows/contract/job.ts';
import type { CallStatus, JobStatus } from '../../workflows/contract/status.ts';
import { folded, visible } from '../../workflows/contract/visible.ts';
import type { AgentClient } from '../connect.ts';
import { changesBetween, type JobChange } from '../changes.ts';
import { ClientError } from '../errors.ts';
import { watchJob } from '../watch.ts';
import { ageOf, clock, until } from './age.ts';
import { exitCodes } from './errors.ts';
import { shortHandle } from './handle.ts';
import { changeItem, printed } from './json.ts';
import { note, printLines, type Session } from './session.ts';
import { brief, hanging, named, padded, quoted, type Look } from './text.ts';
import { count, outcomeOf, stateStyle } from './words.ts';

const mostText = 2_000;

export type WatchOptions = { exitStatus?: boolean | undefined };

/** `before`: what the caller knows of the job already; null tells where it stands and not its past. */
export async function follow(
  session: Session,
  agent: AgentClient,
  job: string,
  before: JobStatus | null,
  { exitStatus = false }: WatchOptions,
): Promise<number> {
  const { io } = session;
  const { signal, release } = io.stoppable();
  let known = before;
  try {
    for await (const event of watchJob(agent, job, signal)) {
      if (event.kind === 'lost') note(io, `lost Temporal at ${agent.address}; trying again`);
      else if (event.kind === 'back') note(io, 'connected again');
      else if (event.view.kind === 'unreadable') {
        throw new ClientError({ reason: 'unreadable-job', job, detail: event.view.problem });
      } else {
        const { status, closed } = event.view;
        for (const change of changesBetween(known, status, closed)) tell(session, status, change);
        known = status;
      }
    }
  } finally {
    release();
  }
  if (signal.aborted) {
    if (signal.reason !== 'interrupted') return exitCodes.done;
    note(io, `stopped watching; the job goes on. Again: adjourn watch ${job}`);
    return exitCodes.interrupted;
  }
  return exitStatus && known ? endCode(known.state) : exitCodes.done;
}

export function endCode(state: JobState): number {
  switch (state) {
    case 'running':
    case 'waiting':
    case 'completed':
      return exitCodes.done;
    case 'declined':
      return 10;
    case 'undecided':
      return 11;
    case 'limit':
      return 12;
    case 'failed':
      return 13;
    case 'cancelled':
      return 14;
    default:
      return state satisfies never;
  }
}

export function tell({ io, json }: Pick<Session, 'io' | 'json'>, status: JobStatus, change: JobChange): void {
  const at = Date.parse(timeOf(status, change) ?? '') || io.now();
  if (json) return io.out(printed(changeItem(status, change, new Date(at).toISOString()), 0));
  const state = stateWord(status, change);
  const text = changeText(status, change, io);
  if (!io.terminal) return io.out([new Date(at).toISOString(), state, text].join('\t'));
  const style = stateStyle(state);
  const word = padded(state, 9);
  const head = `${clock(at)}  ${style ? io.paint(style, word) : word}  `;
  const [first = '', ...rest] = hanging(' '.repeat(21), text, io);
  printLines(io, [head + first.slice(21), ...rest, ...below(status, change, io)]);
}

/** What happened before the end is told as of then, also when it is only seen afterwards. */
function stateWord(status: JobStatus, change: JobChange): JobState {
  const ended = status.state !== 'running' && status.state !== 'waiting';
  return ended && change.what !== 'end' ? 'running' : status.state;
}

function timeOf(status: JobStatus, change: JobChange): string | null {
  switch (change.what) {
    case 'asked':
      return change.question.askedAt;
    case 'closed':
      return change.question.decision?.at ?? change.question.closedAt;
    case 'asked-again':
    case 'reminded':
    case 'put-off':
    case 'visited':
      return change.question.history.at(-1)?.at ?? null;
    case 'call':
    case 'state':
    case 'end':
      return null;
    default:
      return change satisfies never;
  }
}

function changeText(status: JobStatus, change: JobChange, look: Look): string {
  switch (change.what) {
    case 'call': {
      const { server, tool, outcome, isError } = change.call;
      const name = server === null ? named(tool) : `${named(server)}: ${named(tool)}`;
      const how = outcome === 'ran' ? (isError ? 'an error result' : 'ok') : (outcome ?? 'closed');
      return `call ${name} -> ${how}${tookText(change.call)}`;
    }
    case 'state':
      return status.reason === null ? '' : brief(status.reason, 300);
    case 'end':
      return endText(status);
    case 'asked':
    case 'asked-again':
    case 'reminded':
    case 'put-off':
    case 'visited':
    case 'closed':
      return questionText(change, look);
    default:
      return change satisfies never;
  }
}

/** Of a call that was sent once: a person's time would count otherwise. */
function tookText({ legs, sentAt, endedAt }: CallStatus): string {
  if (legs !== 1 || sentAt === null || endedAt === null) return '';
  return ` in ${((Date.parse(endedAt) - Date.parse(sentAt)) / 1_000).toFixed(1)} s`;
}

function questionText({ what, question }: Extract<JobChange, { question: unknown }>, look: Look): string {
  const id = visible(shortQuestionId(question.id));
  const name = `${question.kind} ${named(question.server)}: ${named(question.tool)}`;
  if (what === 'asked') return `${id} ${name}`;
  if (what === 'asked-again')
    return `${id} ${name}, attempt ${question.attempt} of ${question.prompts.limit}`;
  if (what === 'reminded') return `${id} ${name}, still waits after ${ageOf(question.askedAt, look.now())}`;
  if (what === 'visited') return `${id} ${named(question.server)} says that what its link asks for is done`;
  if (what === 'put-off') return `${id} put off, asked again ${until(question.againAt, look.now())}`;
  const { text, by, via } = outcomeOf(question);
  return `${id} ${text}${by === null ? '' : ` by ${brief(by)}`}${via === null ? '' : ` (${brief(via)})`}`;
}

function endText({ calls, questions, usage, reason }: JobStatus): string {
  const ran = calls.filter(({ outcome }) => outcome === 'ran').length;
  const stands = (state: string) => questions.filter((question) => question.state === state).length;
  const totals = `${count(ran, 'call')} ran, ${stands('accepted')} approved, ${stands('declined')} declined, ${count(usage.inputTokens + usage.outputTokens, 'token')}`;
  return reason === null ? totals : `${totals}: ${brief(reason, 500)}`;
}

function below(status: JobStatus, change: JobChange, look: Look): string[] {
  if (change.what === 'asked' || change.what === 'asked-again' || change.what === 'reminded') {
    return [`${' '.repeat(21)}adjourn show ${visible(shortHandle(status.id, change.question.id))}`];
  }
  if (change.what !== 'end' || !status.text) return [];
  const text =
    status.text.length <= mostText
      ? status.text
      : `${folded(status.text, mostText)} (all of it: adjourn show ${status.id} --full)`;
  return ['', 'The model says, not verified:', ...quoted(text, look)];
}
