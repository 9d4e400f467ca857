// `show JOB` and `show JOB/QUESTION`.
import type { CallStatus, JobStatus } from '../../workflows/contract/status.ts';
import { shortQuestionId } from '../../workflows/contract/ids.ts';
import type { Question } from '../../workflows/contract/question.ts';
import { folded, visible } from '../../workflows/contract/visible.ts';
import { findQuestion } from '../answer.ts';
import { ClientError } from '../errors.ts';
import { readJob } from '../read.ts';
import { ago } from './age.ts';
import { card } from './card.ts';
import { parseHandle, type Handle } from './handle.ts';
import { printed, questionItem, statusItem } from './json.ts';
import { note, printLines, withAgent, type Session } from './session.ts';
import { table } from './table.ts';
import { brief, hanging, named, quoted, shownJson, type Look } from './text.ts';
import { count, outcomeOf, stateStyle } from './words.ts';

export async function show(
  session: Session,
  text: string,
  { full = false }: { full?: boolean },
): Promise<number> {
  const { io, json } = session;
  const handle = parseHandle(text);
  return withAgent(session, async (agent) => {
    if (handle.question !== null) {
      const { status, question } = await findQuestion(agent, handle.job, handle.question, matcher(handle));
      if (json) io.out(printed(questionItem(status.id, question)));
      else printLines(io, card(status, question, io, { full, commands: true }));
      return 0;
    }
    const view = await readJob(agent, handle.job);
    if (view.kind === 'unreadable') {
      throw new ClientError({ reason: 'unreadable-job', job: view.id, detail: view.problem });
    }
    if (json) io.out(printed(statusItem(view.status)));
    else printLines(io, jobLines(view.status, io, full, view.retrying));
    if (view.status.truncated) note(io, 'long parts are left out; a worker has the whole, and none replied');
    return 0;
  });
}

export function matcher({ question, short }: Handle): (other: Question) => boolean {
  return short ? ({ id }) => shortQuestionId(id) === question : ({ id }) => id === question;
}

export function jobLines(status: JobStatus, look: Look, full: boolean, retrying: string[] = []): string[] {
  const style = stateStyle(status.state);
  const state = style ? look.paint(style, status.state.toUpperCase()) : status.state.toUpperCase();
  const by = status.requestedBy === null ? '' : ` by ${brief(status.requestedBy)} (not verified)`;
  const { usage } = status;
  const tokens = usage.inputTokens + usage.outputTokens;
  const problems = status.servers.filter(({ problem }) => problem !== null);
  return [
    `${visible(status.id)}  ${state}  started ${ago(status.startedAt, look.now())}${by}`,
    ...hanging('  goal   ', brief(status.goal, full ? Infinity : 1_000), look),
    ...(status.reason === null ? [] : hanging('  why    ', brief(status.reason, 1_000), look)),
    ...(status.model === null ? [] : hanging('  model  ', brief(status.model, 200), look)),
    `  round  ${status.round}   ${count(tokens, 'token')} in ${count(usage.modelAttempts, 'model request')}`,
    ...retrying.flatMap((text) => hanging('  retry  ', look.paint('red', brief(text, 1_000)), look)),
    ...problems.flatMap(({ name, problem }) =>
      hanging('  server ', `${brief(name, 200)}: ${brief(problem ?? '', 500)}`, look),
    ),
    ...section('Calls', callLines(status.calls, look, full)),
    ...section('Questions', questionLines(status, look)),
    ...section('Refused answers', rejectedLines(status, look)),
    ...(status.early.length === 0
      ? []
      : ['', `${count(status.early.length, 'answer')} kept for questions that are not open yet`]),
    ...(status.text === null
      ? []
      : ['', 'The model says, not verified:', ...quoted(full ? status.text : cut(status.text), look)]),
  ];
}

function cut(text: string): string {
  return text.length <= 2_000 ? text : `${folded(text, 2_000)} (all of it: --full)`;
}

function section(title: string, lines: string[]): string[] {
  return lines.length === 0 ? [] : ['', title, ...lines];
}

function callLines(calls: CallStatus[], look: Look, full: boolean): string[] {
  return calls.flatMap(({ id, server, tool, state, outcome, isError, arguments: values }) => {
    const name = server === null ? named(tool) : `${named(server)}: ${named(tool)}`;
    const end = `${outcome ?? state}${isError ? ', as an error' : ''}`;
    const shown = shownJson(values);
    return hanging(`  ${id}  `, `${name}  ${end}  ${full ? shown : folded(shown, 200)}`, look);
  });
}

function questionLines(status: JobStatus, look: Look): string[] {
  const columns = [
    { head: 'QUESTION', cell: ({ id }: Question) => visible(look.terminal ? shortQuestionId(id) : id) },
    { head: 'KIND', cell: ({ kind }: Question) => kind },
    {
      head: 'SERVER: TOOL',
      cell: ({ server, tool }: Question) => `${named(server, Infinity)}: ${named(tool, Infinity)}`,
    },
    {
      head: 'STANDS',
      cell: (question: Question) => {
        const { text, by, via } = outcomeOf(question);
        return `${text}${by === null ? '' : ` by ${brief(by)}`}${via === null ? '' : ` (${brief(via)})`}`;
      },
      style: ({ state }: Question) => (state === 'open' ? ('yellow' as const) : null),
    },
  ];
  return status.questions.length === 0
    ? []
    : table(columns, status.questions, { ...look, columns: look.columns - 2 }).map((line) => `  ${line}`);
}

function rejectedLines({ rejected }: JobStatus, look: Look): string[] {
  return rejected.flatMap(({ at, question, action, by, reason }) => {
    const what = `${brief(question ?? 'no question', 60)} ${brief(action ?? 'no action', 30)}`;
    const who = by === null ? '' : ` by ${brief(by)}`;
    return hanging('  ', `${ago(at, look.now())}  ${what}${who}: ${brief(reason ?? 'refused', 300)}`, look);
  });
}
