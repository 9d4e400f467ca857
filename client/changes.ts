// What happened between two looks at a job, as a list of events.
import type { CallStatus, JobStatus } from '../workflows/contract/status.ts';
import type { Question } from '../workflows/contract/question.ts';

export type JobChange =
  | { what: 'call'; call: CallStatus }
  | { what: 'asked' | 'asked-again' | 'reminded' | 'put-off' | 'visited' | 'closed'; question: Question }
  | { what: 'state' }
  | { what: 'end' };

/** `before` null: nothing is known yet; the past is not told again, only where the job stands. */
export function changesBetween(before: JobStatus | null, after: JobStatus, closed: boolean): JobChange[] {
  const decided: JobChange[] = [];
  const asked: JobChange[] = [];
  for (const question of after.questions) {
    const earlier = before?.questions.find(({ id }) => id === question.id) ?? null;
    const what = questionChange(earlier, question, before === null);
    if (what !== null) (what === 'closed' ? decided : asked).push({ what, question });
  }
  // An answer stands before what followed from it.
  const changes = [...decided, ...(before ? callChanges(before, after) : []), ...asked];
  if (closed) changes.push({ what: 'end' });
  else if (before?.state !== after.state && changes.length === 0) changes.push({ what: 'state' });
  return changes;
}

function callChanges(before: JobStatus, after: JobStatus): JobChange[] {
  const known = new Map(before.calls.map((call) => [call.id, call.state]));
  return after.calls
    .filter((call) => call.state === 'closed' && known.get(call.id) !== 'closed')
    .map((call) => ({ what: 'call', call }) as const);
}

function questionChange(
  before: Question | null,
  after: Question,
  first: boolean,
): Exclude<JobChange['what'], 'call' | 'state' | 'end'> | null {
  if (after.state !== 'open') {
    if (first) return null;
    const told = before === null || before.state === 'open' || after.state === 'withdrawn';
    return told && before?.state !== after.state ? 'closed' : null;
  }
  if (before === null) return 'asked';
  if (after.attempt > before.attempt) return 'asked-again';
  if (after.visitedAt !== before.visitedAt) return 'visited';
  if (after.reminders > before.reminders) return 'reminded';
  return after.againAt !== null && before.againAt === null ? 'put-off' : null;
}
