// The content of an approval from words or a file; typed by the schema and checked by the contract's own rules.
import { checkContent } from '../../workflows/contract/answer-check.ts';
import { readForm, type Field } from '../../workflows/contract/form.ts';
import type { JsonObject } from '../../workflows/contract/json.ts';
import type { Question } from '../../workflows/contract/question.ts';
import { asksForSecret } from '../../workflows/contract/secret-names.ts';
import type { JobStatus } from '../../workflows/contract/status.ts';
import { isForm, isWhole } from '../answer.ts';
import { ClientError } from '../errors.ts';
import { readContent } from './content-file.ts';
import { typedContent } from './content.ts';
import { Hinted } from './errors.ts';
import { tryLine } from './examples.ts';
import { withoutValue } from './form-lines.ts';
import type { Io } from './io.ts';
import { keyName } from './text.ts';
import { UsageError } from './usage-error.ts';

export type Values = { words: string[]; setJson?: string[]; contentFile?: string };

/** `defaults`: the fields that nobody gave and a default filled. */
export type Filled = { content: JsonObject; defaults: string[] };

export function hasValues({ words, setJson, contentFile }: Values): boolean {
  return words.length > 0 || (setJson?.length ?? 0) > 0 || contentFile !== undefined;
}

export async function contentOf(
  io: Io,
  status: JobStatus,
  question: Question,
  { words, setJson = [], contentFile }: Values,
): Promise<Filled> {
  const form = fieldsOf(question);
  if (form) refuseSecrets(form, [...words, ...setJson]);
  const base = contentFile === undefined ? {} : await readContent(io, contentFile);
  if (form === null) {
    if (words.length > 0)
      throw new UsageError('the form is too large for the memo: give the values with --content-file');
    return { content: base, defaults: [] };
  }
  const { content, fields: unread, defaults } = typedContent(form, { words, json: setJson, base });
  const misfits = Object.entries(checkContent(question.schema, content)).filter(
    ([name]) => !Object.hasOwn(unread, name),
  );
  const fields = Object.fromEntries(
    [...Object.entries(unread), ...misfits].map(([name, problem]) => [name, told(form, name, problem)]),
  );
  const detail = Object.values(fields).join('; ');
  if (detail === '') return { content, defaults };
  const at = { job: status.id, question: question.id };
  const refused = new ClientError({ reason: 'refused', ...at, detail, fields });
  const line = tryLine(status, question, content, Object.keys(fields));
  throw line === null ? refused : new Hinted(refused, line);
}

/** What was given for a secret is not repeated on a screen. */
function told(form: Field[], name: string, problem: string): string {
  const field = form.find((other) => other.name === name);
  return field && asksForSecret(field) ? withoutValue(problem) : problem;
}

/** null: the schema is not here (a memo that had to leave it out), or it cannot be drawn. */
export function fieldsOf(question: Question): Field[] | null {
  if (question.schema === null) return isForm(question) && !isWhole(question) ? null : [];
  const form = readForm(question.schema);
  return form.kind === 'form' ? form.fields : null;
}

function refuseSecrets(form: Field[], words: string[]): void {
  const field = form.find(
    (other) => asksForSecret(other) && words.some((word) => word.startsWith(`${other.name}=`)),
  );
  if (!field) return;
  throw new UsageError(
    `${keyName(field.name)} looks like a secret, and a command line is kept and seen by others.\nGive it with --content-file - (JSON on stdin). It would be stored in the history.`,
  );
}
