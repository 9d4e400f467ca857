// All that an approval would send, value by value, before it is sent; and what of it nobody had typed, afterwards.
import type { Field } from '../../workflows/contract/form.ts';
import { canonicalJson, type Json, type JsonObject } from '../../workflows/contract/json.ts';
import { asksForSecret } from '../../workflows/contract/secret-names.ts';
import { folded } from '../../workflows/contract/visible.ts';
import { givenTo } from './content.ts';
import { keyName, rows, shownJson, type Look } from './text.ts';
import { count } from './words.ts';

const foldAt = 2_000;

/** Numbered, so that a field can be named by its number whatever it is called. */
export function reviewLines(form: Field[], content: JsonObject, look: Look): string[] {
  if (form.length === 0) return [];
  const digits = String(form.length).length;
  const entries = form.map((field, index): [string, string] => [
    `${String(index + 1).padStart(digits)}  ${keyName(field.name)}`,
    reviewText(field, givenTo(field, content)),
  ]);
  return ['You are sending:', ...rows(entries, look)];
}

/** What a person answered, of a question that is closed. */
export function answeredLines(form: Field[], content: JsonObject | null, look: Look): string[] {
  if (form.length === 0) return [];
  if (content === null) return ['It was answered with more than is kept here.'];
  const given = form.filter((field) => givenTo(field, content) !== undefined);
  const entries = given.map((field): [string, string] => [
    keyName(field.name),
    valueText(field, givenTo(field, content) ?? null),
  ]);
  return ['It was answered with:', ...(entries.length === 0 ? ['  (nothing)'] : rows(entries, look))];
}

function reviewText(field: Field, value: Json | undefined): string {
  if (value === undefined) return '(left out)';
  const isDefault = field.default !== undefined && canonicalJson(value) === canonicalJson(field.default);
  return `${valueText(field, value)}${isDefault ? '  (default)' : ''}`;
}

function valueText(field: Field, value: Json): string {
  return asksForSecret(field) ? hiddenText(value) : folded(shownJson(value), foldAt);
}

/** What is shown in the place of a secret. */
export function hiddenText(value: Json): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return `•••• (${count(Array.from(text).length, 'character')})`;
}

/** null when everything that was sent had been given. */
export function defaultsText(form: Field[], content: JsonObject, defaults: string[]): string | null {
  const sent = form.filter(({ name }) => defaults.includes(name));
  if (sent.length === 0) return null;
  const words = sent.map(
    (field) => `${keyName(field.name)}=${valueText(field, givenTo(field, content) ?? null)}`,
  );
  return `Also sent, as the form's defaults: ${words.join(' ')}`;
}
