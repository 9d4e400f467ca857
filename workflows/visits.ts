// A server says that what it wanted done at a link is done. People see that; it decides nothing for them.
import { LinkVisited } from './contract/index.ts';
import type { Job } from './job.ts';
import { event, note } from './question-state.ts';

/** Whatever the payload is, and for a link that is not known or was said to be done before, nothing happens. */
export function fileVisit(job: Job, payload: unknown, at: string): void {
  const { success, data } = LinkVisited.safeParse(payload);
  if (!success) return;
  const links = job.questions.filter(
    ({ server, elicitationId, visitedAt }) =>
      server === data.server && elicitationId === data.elicitationId && visitedAt === null,
  );
  const ids = links.map(({ id }) => id);
  for (const question of job.questions) {
    const followsUp = question.kind === 'finished' && question.key !== null && ids.includes(question.key);
    if (!followsUp && !ids.includes(question.id)) continue;
    question.visitedAt = at;
    note(question, event(at, 'visited'));
  }
}
