// A server says that what it wanted done at a link is done. People see that; it decides nothing for them.
import { LinkVisited, type Question } from './contract/index.ts';
import type { Job } from './job.ts';
import { event, note } from './question-state.ts';

const mostEarly = 20;

/**
 * True when something is to be seen of it. Whatever the payload is, and for a link that was said to be done before, nothing
 * happens; for one that is not known yet it is kept until that opens.
 */
export function fileVisit(job: Job, payload: unknown, at: string): boolean {
  const { success, data } = LinkVisited.safeParse(payload);
  if (!success) return false;
  const links = job.questions.filter((question) => isOf(question, data));
  if (links.length === 0) job.visits = [...job.visits, { ...data, at }].slice(-mostEarly);
  return links.map((link) => visit(job, link, at)).includes(true);
}

/** To a link that just opened: the server may have been quicker than the call's own end. */
export function takeEarlyVisit(job: Job, link: Question): void {
  const early = job.visits.find((visited) => isOf(link, visited));
  if (early) visit(job, link, early.at);
}

function isOf({ server, call, elicitationId }: Question, visited: LinkVisited): boolean {
  return server === visited.server && call === visited.call && elicitationId === visited.elicitationId;
}

/** The link is open, or the person is still asked whether they are done there. */
function visit(job: Job, link: Question, at: string): boolean {
  const followUp = job.questions.find(({ kind, key }) => kind === 'finished' && key === link.id);
  const open = [link, followUp].filter((question) => question?.state === 'open');
  if (open.length === 0 || link.visitedAt !== null) return false;
  for (const question of [link, followUp]) {
    if (!question) continue;
    question.visitedAt = at;
    note(question, event(at, 'visited'));
  }
  return true;
}
