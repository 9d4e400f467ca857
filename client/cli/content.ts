// Turns `name=value` words into the typed content of a form. Nothing is guessed: a text is a number only when it is one.
import type { Json, JsonObject } from '../../workflows/contract/json.ts';
import type { Choice, Field } from '../../workflows/contract/form.ts';
import { folded } from '../../workflows/contract/visible.ts';
import { closest } from '../closest.ts';
import { parsedJson } from './content-file.ts';
import { keyName, shownJson } from './text.ts';
import { UsageError } from './usage-error.ts';

/** `fields`: what could not be read, one message per field. `defaults`: fields that nobody gave and a default filled. */
export type Typed = { content: JsonObject; fields: Record<string, string>; defaults: string[] };

/**
 * `words`: name=value; `json`: name=JSON; `base`: an object read from a file. Words beat the file; a default fills
 * what nobody touched.
 */
export function typedContent(
  form: Field[],
  { words, json = [], base = {} }: { words: string[]; json?: string[]; base?: JsonObject },
): Typed {
  // Maps: a name like __proto__ is a name, and refused as such.
  const content = new Map<string, Json>(Object.entries(base));
  const problems = new Map<string, string>();
  const given = new Map<string, string[]>();
  for (const word of words) {
    const [name, text] = splitWord(form, word);
    given.set(name, [...(given.get(name) ?? []), text]);
  }
  for (const [name, texts] of given) {
    const field = form.find((other) => other.name === name);
    const value = field ? valueOf(field, texts) : { problem: strangerText(form, name) };
    if ('problem' in value) problems.set(name, value.problem);
    else content.set(name, value.value);
  }
  const exact = new Set<string>();
  for (const word of json) {
    const [name, text] = splitWord(form, word);
    if (given.has(name) || exact.has(name)) throw new UsageError(`${keyName(name)} is given twice`);
    exact.add(name);
    content.set(name, parsedJson(`--set-json ${keyName(name)}`, text));
  }
  const defaults: string[] = [];
  for (const field of form) {
    if (field.default === undefined || content.has(field.name) || problems.has(field.name)) continue;
    content.set(field.name, field.default);
    defaults.push(field.name);
  }
  return { content: Object.fromEntries(content), fields: Object.fromEntries(problems), defaults };
}

/** A field may be called "constructor": what every object has is nobody's value. */
export function givenTo({ name }: Pick<Field, 'name'>, content: JsonObject): Json | undefined {
  return Object.hasOwn(content, name) ? content[name] : undefined;
}

function strangerText(form: Field[], name: string): string {
  const near = closest(
    name,
    form.map((field) => field.name),
  );
  return `${keyName(name)} is not a field of this form${near === null ? '' : ` (close: ${keyName(near)})`}`;
}

/** A field's own name may hold "=": the longest name that fits wins. */
function splitWord(form: Field[], word: string): [string, string] {
  const names = form.map(({ name }) => name).filter((name) => word.startsWith(`${name}=`));
  const longest = names.sort((a, b) => b.length - a.length)[0];
  const at = longest === undefined ? word.indexOf('=') : longest.length;
  if (at <= 0) throw new UsageError(`${folded(shownJson(word), 100)} is not NAME=VALUE`);
  return [word.slice(0, at), word.slice(at + 1)];
}

type Value = { value: Json } | { problem: string };

export function valueOf(field: Field, texts: string[]): Value {
  const [text = ''] = texts;
  if (field.type === 'choices') return chosen(field.name, field.choices, texts);
  if (texts.length > 1) return { problem: `${field.name} is given ${texts.length} times` };
  switch (field.type) {
    case 'text':
      return { value: text };
    case 'boolean':
      return booleanOf(field.name, text);
    case 'number':
    case 'integer':
      return numberOf(field.name, field.type, text);
    case 'choice': {
      const many = chosen(field.name, field.choices, [text]);
      return 'problem' in many ? many : { value: many.value[0] ?? null };
    }
    default:
      return field satisfies never;
  }
}

/** The only words for a boolean; "1", "on" or "ja" are refused, never guessed. */
function booleanOf(name: string, text: string): Value {
  if (text === 'true' || text === 'yes') return { value: true };
  if (text === 'false' || text === 'no') return { value: false };
  return { problem: `${name} must be true or false (or yes or no), got ${JSON.stringify(text)}` };
}

/** Exactly the numbers of JSON: ASCII digits, no hex, no white space, no NaN. */
function numberOf(name: string, type: 'number' | 'integer', text: string): Value {
  const value = Number(text);
  const what = type === 'integer' ? 'a whole number' : 'a number';
  if (!/^-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?$/.test(text) || !Number.isFinite(value)) {
    return { problem: `${name} must be ${what}, got ${JSON.stringify(text)}` };
  }
  if (type === 'integer' && !Number.isInteger(value)) {
    return { problem: `${name} must be a whole number, got ${JSON.stringify(text)}` };
  }
  if (value === 0 && /^[^eE]*[1-9]/.test(text))
    return { problem: `${name} is too small to be kept, got ${text}` };
  const exact = Number.isSafeInteger(value) || (type === 'number' && !isOtherInteger(text, value));
  // -0 is 0 for every reader of JSON.
  return exact ? { value: value + 0 } : { problem: `${name} is too large to be kept exactly, got ${text}` };
}

function isOtherInteger(text: string, value: number): boolean {
  return /^-?\d+$/.test(text) && BigInt(text) !== BigInt(value);
}

function chosen(name: string, choices: Choice[], texts: string[]): { value: Json[] } | { problem: string } {
  const values: Json[] = [];
  for (const text of texts) {
    const byValue = choices.find(({ value }) => String(value) === text);
    const byTitle = choices.filter(({ title }) => title === text);
    if (!byValue && byTitle.length > 1)
      return { problem: `${name}: two choices are called ${JSON.stringify(text)}` };
    const choice = byValue ?? byTitle[0];
    if (!choice) {
      const list = choices
        .slice(0, 20)
        .map(({ value }) => JSON.stringify(value))
        .join(', ');
      const more = choices.length > 20 ? ` and ${choices.length - 20} more` : '';
      return { problem: `${name} must be one of ${list}${more}, got ${JSON.stringify(text)}` };
    }
    if (values.includes(choice.value)) return { problem: `${name} has ${JSON.stringify(text)} twice` };
    values.push(choice.value);
  }
  return { value: values };
}
