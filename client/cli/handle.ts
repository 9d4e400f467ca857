// A question's handle: JOB/q1.1.1-9f31c2ab whole, JOB/q1.1.1 short.
import { JobId, QuestionId, shortQuestionId } from '../../workflows/contract/ids.ts';
import { UsageError } from './usage-error.ts';

export type Handle = { job: string; question: string | null; short: boolean };

export function parseHandle(text: string): Handle {
  const at = text.indexOf('/');
  const job = jobIdOf(at < 0 ? text : text.slice(0, at));
  if (at < 0) return { job, question: null, short: false };
  const question = text.slice(at + 1);
  const short = /^q\d{1,6}\.\d{1,4}\.\d{1,4}$/.test(question);
  if (short || QuestionId.safeParse(question).success) return { job, question, short };
  throw new UsageError(
    `${JSON.stringify(question)} is not the id of a question.\nIt looks like q1.1.1-9f31c2ab: see adjourn pending`,
  );
}

export function jobIdOf(text: string): string {
  const parsed = JobId.safeParse(text);
  if (parsed.success) return text;
  throw new UsageError(
    `${JSON.stringify(text)} is not the id of a job: ${parsed.error.issues[0]?.message ?? ''}`,
  );
}

export function shortHandle(job: string, question: string): string {
  return `${job}/${shortQuestionId(question)}`;
}
