// `list` and `pending`: what there is, and what waits for a person.
import { visible } from '../../workflows/contract/visible.ts';
import type { JobState } from '../../workflows/contract/job.ts';
import { listJobs, pendingQuestions, type PendingQuestion } from '../read.ts';
import { stateOf, type JobView } from '../view.ts';
import { ageOf, until } from './age.ts';
import { shortHandle } from './handle.ts';
import { jobItem, printed, questionItem } from './json.ts';
import { countWorkers, note, printLines, withAgent, workersText, type Session } from './session.ts';
import { table, type Column } from './table.ts';
import { brief, named, type Look } from './text.ts';
import { count, stateStyle } from './words.ts';

export async function list(session: Session, state: JobState | undefined): Promise<number> {
  const { io, json } = session;
  return withAgent(session, async (agent) => {
    const [{ jobs, more }, workers] = await Promise.all([listJobs(agent, { state }), countWorkers(agent)]);
    if (json) {
      const checkedAt = new Date(io.now()).toISOString();
      io.out(printed({ version: 1, checkedAt, workers, more, items: jobs.map(jobItem) }));
      return 0;
    }
    if (io.terminal) {
      const what = state === undefined ? count(jobs.length, 'job') : `${count(jobs.length, 'job')} ${state}`;
      io.out(`${what} (checked just now, ${workersText(workers)})${jobs.length > 0 ? '\n' : ''}`);
    }
    if (jobs.length > 0) printLines(io, table(jobColumns(io), jobs, io));
    if (more) note(io, `only the newest ${jobs.length} jobs are shown`);
    return 0;
  });
}

const openCount = (view: JobView) =>
  view.kind === 'readable' && !view.closed ? view.status.openQuestions : 0;
const startedAt = (view: JobView) => (view.kind === 'readable' ? view.status.startedAt : view.startedAt);
const goal = (view: JobView, most: number) =>
  view.kind === 'readable' ? brief(view.status.goal, most) : `(cannot be read: ${brief(view.problem)})`;
const requestedBy = (view: JobView) => (view.kind === 'readable' ? view.status.requestedBy : null);

export function jobColumns(look: Look): Column<JobView>[] {
  return [
    { head: 'JOB', cell: ({ id }) => visible(id) },
    { head: 'STATE', cell: stateOf, style: (view) => stateStyle(stateOf(view)) },
    {
      head: 'OPEN',
      cell: (view) => (openCount(view) === 0 ? '-' : String(openCount(view))),
      raw: (view) => String(openCount(view)),
    },
    {
      head: 'AGE',
      cell: (view) => ageOf(startedAt(view), look.now()),
      raw: (view) => visible(startedAt(view)),
    },
    {
      head: 'BY',
      cell: (view) => brief(requestedBy(view) ?? '-', 20),
      raw: (view) => visible(requestedBy(view) ?? ''),
    },
    { head: 'GOAL', cell: (view) => goal(view, 40), raw: (view) => goal(view, Infinity) },
  ];
}

export async function pending(session: Session): Promise<number> {
  const { io, json } = session;
  return withAgent(session, async (agent) => {
    const [{ questions, unreadable, untold }, workers] = await Promise.all([
      pendingQuestions(agent),
      countWorkers(agent),
    ]);
    for (const view of unreadable) {
      if (view.kind === 'unreadable') {
        note(io, `job ${visible(view.id)} waits for a person, but ${brief(view.problem, 200)}`);
      }
    }
    for (const { job, count: more } of untold) {
      note(io, `job ${visible(job)} has ${count(more, 'more question')}; no worker is there to tell which`);
    }
    if (json) {
      const items = questions.map(({ job, question }) => questionItem(job, question));
      io.out(printed({ version: 1, checkedAt: new Date(io.now()).toISOString(), workers, items }));
      return 0;
    }
    if (io.terminal) {
      const number = questions.length;
      const what =
        number === 0
          ? 'Nothing waits for a person'
          : `${count(number, 'question waits', 'questions wait')} for a person`;
      io.out(`${what} (checked just now, ${workersText(workers)})${number > 0 ? '\n' : ''}`);
    }
    printLines(io, table(questionColumns(io), questions, io));
    const [first] = questions;
    if (first && io.terminal) {
      io.out(`\nSee and answer one: adjourn show ${visible(shortHandle(first.job, first.question.id))}`);
    }
    return 0;
  });
}

export function questionColumns(look: Look): Column<PendingQuestion>[] {
  return [
    {
      head: 'QUESTION',
      cell: ({ job, question }) => visible(shortHandle(job, question.id)),
      raw: ({ job, question }) => visible(`${job}/${question.id}`),
    },
    { head: 'KIND', cell: ({ question }) => question.kind },
    {
      head: 'SERVER: TOOL',
      cell: ({ question }) => `${named(question.server, Infinity)}: ${named(question.tool, Infinity)}`,
    },
    {
      head: 'WAITING',
      cell: ({ question }) =>
        ageOf(question.askedAt, look.now()) + (question.againAt === null ? '' : ' (put off)'),
      raw: ({ question }) => visible(question.askedAt),
      style: () => 'yellow',
    },
    {
      head: 'EXPIRES',
      cell: ({ question }) => until(question.expiresAt, look.now()),
      raw: ({ question }) => visible(question.expiresAt ?? 'never'),
    },
    { head: 'ATTEMPT', cell: ({ question }) => `${question.attempt} of ${question.prompts.limit}` },
  ];
}
