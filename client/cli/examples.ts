// Words to copy: values that fit a form. One that would be refused again is worse than none, so each is checked first.
import { checkContent } from '../../workflows/contract/answer-check.ts';
import { readForm, type Field } from '../../workflows/contract/form.ts';
import { canonicalJson, type Json, type JsonObject } from '../../workflows/contract/json.ts';
import { shortQuestionId } from '../../workflows/contract/ids.ts';
import { matchesPattern } from '../../workflows/contract/pattern.ts';
import type { Question } from '../../workflows/contract/question.ts';
import { asksForSecret } from '../../workflows/contract/secret-names.ts';
import type { JobStatus } from '../../workflows/contract/status.ts';
import { givenTo, typedContent, valueOf } from './content.ts';
import { isPlain, shellWord } from './text.ts';

/** More of them would fill lines with what the server chose. */
const mostWords = 6;

/** `name=value` words that fit a field; null when there are none that could be copied safely. */
export function exampleWords(field: Field): string[] | null {
  // A word that begins with a dash would be an option.
  if (!isPlain(field.name) || field.name.startsWith('-') || asksForSecret(field)) return null;
  const texts = candidates(field).find((list) => fits(field, list)) ?? null;
  if (texts === null || !texts.every((text) => /^[\p{L}\p{M}\p{N}._@:/+-]{0,60}$/u.test(text))) return null;
  return texts.map((text) => `${field.name}=${text}`);
}

function fits(field: Field, texts: string[]): boolean {
  const read = valueOf(field, texts);
  if ('problem' in read) return false;
  const { pattern } = field.schema;
  if (typeof pattern === 'string' && matchesPattern(pattern, texts[0] ?? '') !== true) return false;
  const schema = { type: 'object', properties: { [field.name]: field.schema } };
  return Object.keys(checkContent(schema, { [field.name]: read.value })).length === 0;
}

function candidates(field: Field): string[][] {
  const preset = field.default;
  const first =
    typeof preset === 'string' || typeof preset === 'number' || typeof preset === 'boolean'
      ? [[String(preset)]]
      : [];
  switch (field.type) {
    case 'boolean':
      return [...first, ['yes']];
    case 'choice':
      return [...first, ...field.choices.map(({ value }) => [String(value)])];
    case 'choices': {
      const { minItems } = field.schema;
      const values = field.choices.map(({ value }) => String(value));
      return [values.slice(0, Math.max(1, typeof minItems === 'number' ? minItems : 1))];
    }
    case 'number':
    case 'integer':
      return [...first, ...numbers(field.schema).map((value) => [JSON.stringify(value)])];
    case 'text':
      return [...first, ...sampleTexts(field.schema).map((text) => [text])];
    default:
      return field satisfies never;
  }
}

/** The bounds themselves, what is just inside of them, and the multiples next to them. */
function numbers(schema: JsonObject): number[] {
  const bound = (key: string) => {
    const value = schema[key];
    return typeof value === 'number' ? [value] : [];
  };
  const top = bound('maximum');
  const bottom = bound('minimum');
  const over = bound('exclusiveMinimum');
  const under = bound('exclusiveMaximum');
  const middle = over.flatMap((low) => under.map((high) => (low + high) / 2));
  const inside = [
    ...top,
    ...bottom,
    ...under.flatMap((high) => [Math.ceil(high) - 1, high - 1]),
    ...over.flatMap((low) => [Math.floor(low) + 1, low + 1]),
    ...middle,
    1,
    0,
  ];
  const steps = bound('multipleOf').flatMap((step) =>
    inside.flatMap((value) => [Math.floor(value / step) * step, Math.ceil(value / step) * step]),
  );
  return [...inside, ...inside.flatMap((value) => [Math.floor(value), Math.ceil(value)]), ...steps];
}

function sampleTexts({ minLength }: JsonObject): string[] {
  const least = typeof minLength === 'number' ? Math.min(minLength, 100) : 0;
  return ['TEXT', 'TEXT'.padEnd(least, 'TEXT'), 'T', '', ...formatted, 'A', '1', '12345'];
}

const formatted = [
  'name@example.com',
  'https://example.com/',
  '2030-01-31',
  '2030-01-31T12:00:00Z',
  '12:00:00Z',
];

/** The words of an approval that has all that it needs, for a shell; null when they cannot be offered. */
export function approvingWords({ schema }: Pick<Question, 'schema'>): string[] | null {
  const needed = fieldsOf(schema).filter(isMissing);
  return offered(needed.map(exampleWords));
}

/** A line to copy in which every field that did not fit has a value that does; null when none can be offered. */
export function tryLine(
  status: JobStatus,
  { id, kind, schema }: Question,
  content: JsonObject,
  wrong: string[] = [],
): string | null {
  // An outcome that is to be chosen is never chosen here.
  if (kind === 'unknown' || kind === 'finished')
    return `See: adjourn show ${status.id}/${shortQuestionId(id)}`;
  const fields = fieldsOf(schema);
  if (fields.some(asksForSecret)) return null;
  const words = fields.map((field) => {
    const value = givenTo(field, content);
    if (wrong.includes(field.name) || (value === undefined && isMissing(field))) return exampleWords(field);
    const isDefault = canonicalJson(value) === canonicalJson(field.default);
    return value === undefined || isDefault ? [] : wordsFor(field, value);
  });
  const handle = shellWord(`${status.id}/${id}`);
  const line = offered(words);
  if (handle === null || line === null) return null;
  const typed = typedContent(fields, { words: words.flatMap((list) => list ?? []) });
  const problems = { ...typed.fields, ...checkContent(schema, typed.content) };
  if (Object.keys(problems).length > 0) return null;
  return ['Try: adjourn answer', handle, 'approve', ...line].join(' ');
}

const isMissing = (field: Field) => field.required && field.default === undefined;

function fieldsOf(schema: Question['schema']): Field[] {
  const form = schema === null ? null : readForm(schema);
  return form?.kind === 'form' ? form.fields : [];
}

/** What a person typed, once more. */
function wordsFor({ name }: Field, value: Json): string[] | null {
  const values = Array.isArray(value) ? value : [value];
  const plain = values.flatMap((one) => (typeof one === 'object' ? [] : [`${name}=${one}`]));
  return plain.length === values.length && isPlain(name) ? plain : null;
}

function offered(words: (string[] | null)[]): string[] | null {
  if (words.includes(null)) return null;
  const quoted = words.flatMap((list) => list ?? []).map(shellWord);
  const all = quoted.filter((word) => word !== null);
  return all.length === quoted.length && all.length <= mostWords ? all : null;
}
