// The one place where a fault becomes words and an exit code.
import { CommanderError } from 'commander';
import { visible, visibleLines } from '../../workflows/contract/visible.ts';
import { ClientError, type Problem } from '../errors.ts';
import { ago } from './age.ts';
import { Abandoned } from './ask.ts';
import { shortHandle } from './handle.ts';
import { brief } from './text.ts';
import { UsageError } from './usage-error.ts';
import { doneWord, nounOf } from './words.ts';

export const exitCodes = {
  done: 0,
  failed: 1,
  usage: 2,
  unknownName: 3,
  refused: 4,
  closed: 5,
  unconfirmed: 6,
  interrupted: 130,
} as const;

/** An error, and a line that would do better. */
export class Hinted extends Error {
  override readonly name = 'Hinted';
  readonly hint: string;
  constructor(cause: unknown, hint: string) {
    super(hint, { cause });
    this.hint = hint;
  }
}

/** `foreign`: it holds words of others, so that no line of it may start at the margin. `hint`: a line to copy. */
export type Fault = { text: string; code: number; foreign?: boolean; hint?: string };

export function explain(error: unknown, now: number): Fault {
  if (error instanceof Hinted) return { ...explain(error.cause, now), hint: error.hint };
  const fault = faultOf(error, now);
  return { ...fault, text: visibleLines(fault.text).join('\n') };
}

function faultOf(error: unknown, now: number): Fault {
  if (error instanceof ClientError) return explainProblem(error.problem, now);
  if (error instanceof UsageError) return { text: error.message, code: exitCodes.usage };
  if (error instanceof Abandoned) return { text: error.message, code: exitCodes.failed };
  if (error instanceof CommanderError) {
    const text = error.message.replace(/^error: /, '').replaceAll('\n', ' ');
    const hint = error.code === 'commander.excessArguments' ? '\nPut a text of several words in quotes.' : '';
    return {
      text: `${text}${hint}\nSee: adjourn --help`,
      code: error.exitCode === 0 ? exitCodes.done : exitCodes.usage,
    };
  }
  if (isFileFault(error)) return { text: error.message, code: exitCodes.usage };
  const text = error instanceof Error ? error.message : String(error);
  const told = error instanceof Error ? hostFaults.get(error.name) : undefined;
  if (told !== undefined) return { text, code: told };
  return { text: `${text} (unforeseen: please report it)`, code: exitCodes.failed };
}

/** Faults of the worker that it explains itself, by name: the client knows nothing of its classes. */
const hostFaults = new Map<string, number>([
  ['ConfigError', exitCodes.usage],
  ['StartError', exitCodes.failed],
  ['DevServerError', exitCodes.failed],
  ['SearchAttributesError', exitCodes.failed],
]);

function isFileFault(error: unknown): error is NodeJS.ErrnoException {
  return (
    error instanceof Error && 'syscall' in error && (error.syscall === 'open' || error.syscall === 'read')
  );
}

/** Several lines; each is shown behind "error: ". */
export function explainProblem(problem: Problem, now: number): Fault {
  switch (problem.reason) {
    case 'unreachable': {
      const { address, profile } = problem;
      const text = `cannot reach Temporal at ${address} (profile ${profile}).\nStart it, or set TEMPORAL_ADDRESS or --profile.`;
      return { text, code: exitCodes.failed };
    }
    case 'temporal-refused':
      return { text: refusedByTemporal(problem), code: exitCodes.failed, foreign: true };
    case 'bad-profile':
      return { text: `profile ${problem.profile}: ${problem.detail}`, code: exitCodes.usage };
    case 'bad-input':
      return { text: problem.messages.join('\n'), code: exitCodes.usage };
    case 'duplicate-job': {
      const { job } = problem;
      return {
        text: `job ${job} exists already: an id is used once. See: adjourn show ${job}`,
        code: exitCodes.usage,
      };
    }
    case 'no-such-job': {
      const close = problem.close === null ? '' : ` Close: ${visible(problem.close)}.`;
      return { text: `no job ${problem.job}.${close} All jobs: adjourn list`, code: exitCodes.unknownName };
    }
    case 'unreadable-job': {
      const text = `job ${problem.job} cannot be read: ${brief(problem.detail, 200)}.\nIs it of a newer adjourn? See: temporal workflow show --workflow-id ${problem.job}`;
      return { text, code: exitCodes.failed, foreign: true };
    }
    case 'no-such-question': {
      const { job, question } = problem;
      const text = `job ${job} has no question ${question}. Its questions: adjourn show ${job}`;
      return { text, code: exitCodes.unknownName };
    }
    default:
      return { ...explainAnswer(problem, now), foreign: true };
  }
}

type AnswerProblem = Extract<
  Problem,
  { reason: 'job-finished' | 'already-answered' | 'closed' | 'replaced' | 'refused' }
>;

function explainAnswer(problem: AnswerProblem, now: number): Fault {
  const { job } = problem;
  if (problem.reason === 'job-finished') {
    const text = `job ${job} is finished: ${problem.state}. Nothing was sent. See: adjourn show ${job}`;
    return { text, code: exitCodes.closed };
  }
  const handle = visible(shortHandle(job, problem.question));
  const whole = visible(`${job}/${problem.question}`);
  const see = `See: adjourn show ${handle}`;
  switch (problem.reason) {
    case 'already-answered': {
      const who = problem.by === null ? '' : ` by ${brief(problem.by)}`;
      const door = problem.via === null ? '' : ` (${brief(problem.via)})`;
      const yours =
        problem.tried === null ? 'Nothing was sent.' : `Your ${nounOf[problem.tried]} changed nothing.`;
      const text = `${handle} was answered already: ${doneWord[problem.action]}${who}, ${ago(problem.at, now)}${door}.\n${yours} ${see}`;
      return { text, code: exitCodes.closed };
    }
    case 'closed':
      return {
        text: `${handle} takes no answer any more: ${problem.state}. Nothing was sent. ${see}`,
        code: exitCodes.closed,
      };
    case 'replaced': {
      const by = problem.by === null ? 'a new question' : visible(problem.by);
      const difference = problem.difference.map((line) => `${visible(line)}\n`).join('');
      const next = problem.by === null ? job : visible(shortHandle(job, problem.by));
      const text = `${whole} was replaced by ${by}:\n${difference}Nothing was sent. See: adjourn show ${next}`;
      return { text, code: exitCodes.closed };
    }
    case 'refused': {
      const detail = visible(problem.detail);
      return { text: `${detail}. Nothing was sent; still open.`, code: exitCodes.refused };
    }
    default:
      return problem satisfies never;
  }
}

function refusedByTemporal({
  address,
  namespace,
  detail,
}: Extract<Problem, { reason: 'temporal-refused' }>): string {
  const where = `Temporal at ${address} (namespace ${namespace})`;
  if (/search ?attribute|AdjournState|AdjournRequestedBy/i.test(detail)) {
    return `${where} does not know adjourn's search attributes.\nA worker registers them: adjourn worker. By hand: temporal operator search-attribute create --name AdjournState --type Keyword --name AdjournRequestedBy --type Keyword`;
  }
  return `${where} refused: ${brief(detail, 300)}`;
}
