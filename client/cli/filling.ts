// The content of an approval: from words, from a file, or asked field by field; checked by the contract's own rules.
import { readFile } from 'node:fs/promises';
import { checkContent } from '../../workflows/contract/answer-check.ts';
import { readForm, type Field } from '../../workflows/contract/form.ts';
import type { Json, JsonObject } from '../../workflows/contract/json.ts';
import type { Question } from '../../workflows/contract/question.ts';
import type { JobStatus } from '../../workflows/contract/status.ts';
import { isForm, isWhole } from '../answer.ts';
import { ClientError } from '../errors.ts';
import { looksSecret, parsedObject, typedContent, valueOf } from './content.ts';
import { exampleWord, fieldText } from './form-lines.ts';
import { Hinted } from './errors.ts';
import type { Io } from './io.ts';
import { brief, shellWord } from './text.ts';
import { UsageError } from './usage-error.ts';

export type Values = { words: string[]; setJson?: string[]; contentFile?: string };

/** `asked`: the person typed it in just now, and has still to agree. */
export async function contentOf(
  io: Io,
  status: JobStatus,
  question: Question,
  { words, setJson = [], contentFile }: Values,
  person: boolean,
): Promise<{ content: JsonObject; asked: boolean }> {
  const base = contentFile === undefined ? {} : await readContent(io, contentFile);
  const form = fieldsOf(question);
  if (form === null) {
    if (words.length > 0)
      throw new UsageError('the form is too large for the memo: give the values with --content-file');
    return { content: base, asked: false };
  }
  if (person && form.length > 0) return { content: await asked(io, question, form), asked: true };
  refuseSecrets(form, [...words, ...setJson]);
  const { content, fields: unread } = typedContent(form, { words, json: setJson, base });
  const misfits = Object.entries(checkContent(question.schema, content)).filter(
    ([name]) => !Object.hasOwn(unread, name),
  );
  const fields = { ...unread, ...Object.fromEntries(misfits) };
  const detail = Object.values(fields).join('; ');
  if (detail === '') return { content, asked: false };
  const refused = new ClientError({
    reason: 'refused',
    job: status.id,
    question: question.id,
    detail,
    fields,
  });
  const line = tryLine(status, question, content, Object.keys(fields));
  throw line === null ? refused : new Hinted(refused, line);
}

async function readContent(io: Io, file: string): Promise<JsonObject> {
  const where = file === '-' ? 'stdin' : file;
  return parsedObject(where, file === '-' ? await io.readStdin() : await readFile(file, 'utf8'));
}

/** null: the schema is not here (a memo that had to leave it out). */
function fieldsOf(question: Question): Field[] | null {
  if (question.schema === null) return isForm(question) && !isWhole(question) ? null : [];
  const form = readForm(question.schema);
  return form.kind === 'form' ? form.fields : null;
}

export function hasFields(question: Question): boolean {
  return (fieldsOf(question) ?? []).length > 0;
}

function refuseSecrets(form: Field[], words: string[]): void {
  const field = form.find(
    (other) => looksSecret(other) && words.some((word) => word.startsWith(`${other.name}=`)),
  );
  if (!field) return;
  throw new UsageError(
    `${brief(field.name)} looks like a secret, and a command line is kept and seen by others.\nGive it with --content-file - (JSON on stdin). It would be stored in the history.`,
  );
}

async function asked(io: Io, question: Question, form: Field[]): Promise<JsonObject> {
  const content: JsonObject = {};
  for (const field of form) {
    const value = await askField(io, question, field);
    if (value !== undefined) content[field.name] = value;
  }
  return content;
}

/** undefined: an optional field that is left out. */
async function askField(io: Io, question: Question, field: Field): Promise<Json | undefined> {
  const message = `${brief(field.name)} (${fieldText(field)}):`;
  const misfit = (value: Json) => checkContent(question.schema, { [field.name]: value })[field.name] ?? null;
  if (field.type === 'choice') {
    const leaveOut = { value: '', title: '(leave out)' };
    const choices = field.choices.map((choice) => ({ ...choice, title: brief(choice.title) }));
    const chosen = await io.ask.one(
      message,
      field.required ? choices : [leaveOut, ...choices],
      field.default,
    );
    return chosen.title === leaveOut.title && chosen.value === '' ? undefined : chosen.value;
  }
  if (field.type === 'choices') {
    const choices = field.choices.map((choice) => ({ ...choice, title: brief(choice.title) }));
    for (;;) {
      const preset = Array.isArray(field.default) ? field.default : [];
      const values = (await io.ask.many(message, choices, preset)).map(({ value }) => value);
      if (values.length === 0 && !field.required) return undefined;
      const problem = misfit(values);
      if (problem === null) return values;
      io.err(brief(problem, 300));
    }
  }
  const read = (text: string) => (text === '' ? { value: field.default } : valueOf(field, [text]));
  const check = (text: string) => {
    const value = read(text);
    if ('problem' in value) return brief(value.problem, 300);
    if (value.value === undefined) return field.required ? 'An answer is required.' : null;
    const problem = misfit(value.value);
    return problem === null ? null : brief(problem, 300);
  };
  const value = read(await io.ask.line(message, { check, secret: looksSecret(field) }));
  return 'value' in value ? value.value : undefined;
}

/** A line to copy in which every field that did not fit has a value that does; null when none can be offered. */
export function tryLine(
  status: JobStatus,
  question: Question,
  content: JsonObject,
  wrong: string[] = [],
): string | null {
  const form = fieldsOf(question) ?? [];
  const handle = shellWord(`${status.id}/${question.id}`);
  const words = form
    .filter(
      (field) =>
        wrong.includes(field.name) ||
        (Object.hasOwn(content, field.name) && field.default === undefined) ||
        (field.required && field.default === undefined),
    )
    .map((field) => {
      const value = content[field.name];
      const keep =
        !wrong.includes(field.name) &&
        (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean');
      return keep ? shellWord(`${field.name}=${value}`) : exampleWord(field);
    });
  if (handle === null || words.includes(null) || form.some(looksSecret)) return null;
  return `Try: adjourn answer ${handle} approve ${words.join(' ')}`.trimEnd();
}
