// Turns `name=value` words into the typed content of a form. Nothing is guessed: a text is a number only when it is one.
import { isJsonObject, type Json, type JsonObject } from '../../workflows/contract/json.ts';
import type { Choice, Field } from '../../workflows/contract/form.ts';
import { UsageError } from './usage-error.ts';

export type Typed = { content: JsonObject; fields: Record<string, string> };

/**
 * `words`: name=value; `json`: name=JSON; `base`: an object read from a file. Words beat the file; a default fills
 * what nobody touched. `fields` says what could not be read, one message per field.
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
    const value = field ? valueOf(field, texts) : { problem: `${name} is not a field of this form` };
    if ('problem' in value) problems.set(name, value.problem);
    else content.set(name, value.value);
  }
  for (const word of json) {
    const [name, text] = splitWord(form, word);
    content.set(name, parsedJson(`--set-json ${name}`, text));
  }
  for (const field of form) {
    if (field.default === undefined || content.has(field.name) || problems.has(field.name)) continue;
    content.set(field.name, field.default);
  }
  return { content: Object.fromEntries(content), fields: Object.fromEntries(problems) };
}

/** A field's own name may hold "=": the longest name that fits wins. */
function splitWord(form: Field[], word: string): [string, string] {
  const names = form.map(({ name }) => name).filter((name) => word.startsWith(`${name}=`));
  const longest = names.sort((a, b) => b.length - a.length)[0];
  const at = longest === undefined ? word.indexOf('=') : longest.length;
  if (at <= 0) throw new UsageError(`${JSON.stringify(word)} is not NAME=VALUE`);
  return [word.slice(0, at), word.slice(at + 1)];
}

function parsedJson(where: string, text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch {
    throw new UsageError(`${where} is not JSON`);
  }
}

export function parsedObject(where: string, text: string): JsonObject {
  const value = parsedJson(where, text);
  if (!isJsonObject(value)) throw new UsageError(`${where} must hold one JSON object`);
  return value;
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
  if (type === 'number') return { value };
  if (!Number.isInteger(value))
    return { problem: `${name} must be a whole number, got ${JSON.stringify(text)}` };
  return Number.isSafeInteger(value)
    ? { value }
    : { problem: `${name} is too large to be kept exactly, got ${text}` };
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
    values.push(choice.value);
  }
  return { value: values };
}

/** What must not be typed into a command line, where a shell's history and every process list would keep it. */
export function looksSecret(field: Pick<Field, 'name' | 'title'>): boolean {
  const words = `${field.name} ${field.title}`.replace(/([a-z0-9])([A-Z])/g, '$1 $2').replace(/[_.-]+/g, ' ');
  return (
    /\b(pass(word|phrase|code|wd)?s?|secrets?|tokens?|credentials?|pin|otp|cvv|ssn)\b|passw|\b(api|private|access) ?key/i.test(
      words,
    ) || /비밀번호|암호|주민등록번호|인증번호/.test(words)
  );
}
