// Fields that nothing fits are not asked for: whoever is asked could only decline.
import { bounds } from './bounds.ts';
import { demandOf } from './field-check.ts';
import type { Choice } from './field-choices.ts';
import { jsonBytes, type JsonObject } from './json.ts';
import { below, Undrawable } from './undrawable.ts';

const choiceKeys = ['enum', 'oneOf', 'anyOf'];

/** One choice that fits is enough: the others are refused when they are chosen. */
export function checkChoices(schema: JsonObject, choices: Choice[], patterns: number, pointer: string): void {
  const others = Object.fromEntries(Object.entries(schema).filter(([key]) => !choiceKeys.includes(key)));
  const share = patterns * choices.length;
  if (choices.some(({ value }) => demandOf(others, value, share) === null)) return;
  const key = choiceKeys.find((kind) => schema[kind] !== undefined) ?? '';
  throw new Undrawable("no choice fits the field's other keywords", below(pointer, key));
}

/** In characters, as the validator takes them. */
const lengths: Record<string, [least: number, most: number]> = {
  date: [10, 10],
  'date-time': [20, Infinity],
  email: [3, 318],
  uri: [3, Infinity],
};

export function checkFormatLength({ format, minLength, maxLength }: JsonObject, pointer: string): void {
  if (typeof format !== 'string' || !Object.hasOwn(lengths, format)) return;
  const [least, most] = lengths[format] ?? [0, Infinity];
  if (typeof maxLength === 'number' && maxLength < least) {
    throw new Undrawable(`a ${format} has at least ${least} characters`, below(pointer, 'maxLength'));
  }
  if (typeof minLength === 'number' && minLength > most) {
    throw new Undrawable(`a ${format} has at most ${most} characters`, below(pointer, 'minLength'));
  }
}

type Sized = { name: string; required: boolean; schema: JsonObject };

/** Each text for itself, and all that is required together, must fit into an answer. */
export function checkRoom(fields: Sized[]): void {
  const required = fields.filter((field) => field.required);
  for (const group of [...fields.map((field) => [field]), required]) {
    const bytes = group.reduce((sum, field) => sum + leastBytes(field), 1);
    if (bytes <= bounds.answerBytes) continue;
    const [longest] = group.toSorted((a, b) => leastLength(b) - leastLength(a));
    if (!longest || leastLength(longest) === 0) continue;
    throw new Undrawable(
      `"minLength" asks for more than an answer can hold (${bounds.answerBytes} bytes)`,
      below(below('/properties', longest.name), 'minLength'),
    );
  }
}

function leastLength({ schema: { type, minLength } }: Sized): number {
  return type === 'string' && typeof minLength === 'number' ? minLength : 0;
}

/** `"name":"xxx",` where each character takes a byte at least; the last comma stands for the object's end. */
function leastBytes(field: Sized): number {
  const value = field.schema['type'] === 'string' ? 2 + leastLength(field) : 1;
  return jsonBytes(field.name) + 1 + value + 1;
}
