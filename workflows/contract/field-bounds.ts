// The keywords of a form's schema are what the elicitation subset says they are, and leave something that can be answered.
import { checkFormatLength } from './fillable.ts';
import type { Json, JsonObject } from './json.ts';
import { hasMultiple, type Limit } from './multiples.ts';
import { isPattern } from './pattern.ts';
import { below, Undrawable } from './undrawable.ts';

const annotations = ['title', 'description', 'default', 'examples', 'deprecated', '$comment'];
const keywords = {
  form: ['$schema', 'type', 'properties', 'required', 'additionalProperties', ...annotations],
  text: ['type', 'minLength', 'maxLength', 'pattern', 'format', 'enum', 'enumNames', 'oneOf', ...annotations],
  number: [
    'type',
    'minimum',
    'maximum',
    'exclusiveMinimum',
    'exclusiveMaximum',
    'multipleOf',
    'enum',
    'enumNames',
    'oneOf',
    ...annotations,
  ],
  boolean: ['type', ...annotations],
  list: ['type', 'items', 'minItems', 'maxItems', 'uniqueItems', ...annotations],
  items: ['type', 'enum', 'enumNames', 'anyOf', 'oneOf', ...annotations],
  choice: ['type', 'const', ...annotations],
};
const formats: Json[] = ['email', 'uri', 'date', 'date-time'];

/** Any other keyword could ask for something that nobody would see. */
export function onlyKnown(schema: JsonObject, kind: keyof typeof keywords, pointer: string): void {
  const stranger = Object.keys(schema).find((key) => !keywords[kind].includes(key) && !key.startsWith('x-'));
  if (stranger !== undefined) {
    throw new Undrawable(
      `keyword ${JSON.stringify(stranger)} cannot be shown in a flat form`,
      below(pointer, stranger),
    );
  }
  for (const key of ['title', 'description', '$schema']) mustBe(schema, key, 'a text', isText, pointer);
}

export function checkText(schema: JsonObject, pointer: string): void {
  const { format, pattern } = schema;
  checkCounts(schema, 'minLength', 'maxLength', pointer);
  if (format !== undefined && !formats.includes(format)) {
    throw new Undrawable(`format ${JSON.stringify(format)} is not known`, below(pointer, 'format'));
  }
  mustBe(schema, 'pattern', 'a text', isText, pointer);
  if (typeof pattern === 'string' && !isPattern(pattern)) {
    throw new Undrawable('"pattern" is no regular expression of ECMAScript', below(pointer, 'pattern'));
  }
  checkFormatLength(schema, pointer);
}

export function checkList(schema: JsonObject, choices: number, pointer: string): void {
  checkCounts(schema, 'minItems', 'maxItems', pointer);
  mustBe(schema, 'uniqueItems', 'true or false', (value) => typeof value === 'boolean', pointer);
  const least = schema['minItems'];
  if (typeof least === 'number' && least > choices) {
    throw new Undrawable(`"minItems" asks for ${least} of ${choices} choices`, below(pointer, 'minItems'));
  }
}

export function checkNumber(schema: JsonObject, pointer: string): void {
  for (const key of ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum']) {
    mustBe(schema, key, 'a number', isNumber, pointer);
  }
  mustBe(schema, 'multipleOf', 'a number over 0', (value) => isNumber(value) && value > 0, pointer);
  const floor = limit(schema, 'minimum', 'exclusiveMinimum', 1);
  const ceiling = limit(schema, 'maximum', 'exclusiveMaximum', -1);
  const whole = schema['type'] === 'integer';
  const empty = whole
    ? lowest(floor) > -lowest({ ...ceiling, value: -ceiling.value })
    : floor.value > ceiling.value || (floor.value === ceiling.value && (floor.open || ceiling.open));
  const { key } = ceiling.value === Infinity ? floor : ceiling;
  if (empty) throw new Undrawable('no number fits these bounds', below(pointer, key));
  const { multipleOf } = schema;
  if (typeof multipleOf === 'number' && !hasMultiple(multipleOf, floor, ceiling, whole)) {
    throw new Undrawable(`no multiple of ${multipleOf} fits these bounds`, below(pointer, 'multipleOf'));
  }
}

type KeyedLimit = Limit & { key: string };

/** The stricter one of two bounds; `side` 1: of the lower, -1: of the upper ones. */
function limit(schema: JsonObject, closedKey: string, openKey: string, side: 1 | -1): KeyedLimit {
  const none = -side * Infinity;
  const closed = schema[closedKey];
  const open = schema[openKey];
  const [a, b] = [typeof closed === 'number' ? closed : none, typeof open === 'number' ? open : none];
  const openWins = typeof open === 'number' && side * (b - a) >= 0;
  return openWins ? { key: openKey, value: b, open: true } : { key: closedKey, value: a, open: false };
}

/** The least whole number that a lower bound lets through, among those that can be sent exactly. */
function lowest({ value, open }: Limit): number {
  return Math.max(open ? Math.floor(value) + 1 : Math.ceil(value), Number.MIN_SAFE_INTEGER);
}

function checkCounts(schema: JsonObject, leastKey: string, mostKey: string, pointer: string): void {
  for (const key of [leastKey, mostKey]) mustBe(schema, key, 'a whole number from 0', isCount, pointer);
  const [least, most] = [schema[leastKey], schema[mostKey]];
  if (typeof least === 'number' && typeof most === 'number' && least > most) {
    throw new Undrawable(`"${leastKey}" is over "${mostKey}"`, below(pointer, mostKey));
  }
}

export function mustBe(
  schema: JsonObject,
  key: string,
  what: string,
  fits: (value: Json) => boolean,
  pointer: string,
): void {
  const value = schema[key];
  if (value !== undefined && !fits(value)) {
    throw new Undrawable(`"${key}" must be ${what}`, below(pointer, key));
  }
}

function isText(value: Json): boolean {
  return typeof value === 'string';
}

function isNumber(value: Json): value is number {
  return typeof value === 'number' && Number.isFinite(value);
}

function isCount(value: Json): boolean {
  return isNumber(value) && Number.isInteger(value) && value >= 0;
}
