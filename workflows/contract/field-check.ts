// One value against the schema of one field: null, or what the field demands. A replay must decide the same: the validator
// is pinned, and what is decided here never rests on its texts.
import { Validator, type OutputUnit } from '@cfworker/json-schema';
import { isJsonObject, type Json, type JsonObject } from './json.ts';
import { matchesPattern } from './pattern.ts';

/** `share`: how many patterns are judged in one go. */
export function demandOf(schema: JsonObject, value: Json, share = 1): string | null {
  const checked = checkable(schema);
  const ahead = refusedAhead(checked, value);
  if (ahead !== null) return ahead;
  const { valid, errors } = new Validator(checked, '2020-12', true).validate(value);
  if (!valid) return demand(errors.at(-1), checked);
  const { pattern } = schema;
  return typeof pattern === 'string' &&
    typeof value === 'string' &&
    matchesPattern(pattern, value, share) === false
    ? `must match the pattern ${quoted(pattern)}`
    : null;
}

/** Where the validator is wrong for people, or slow. */
function refusedAhead(schema: JsonObject, value: Json): string | null {
  if (typeof value === 'number') return refusedNumber(schema, value);
  // It takes any white space for the "T" of a date-time.
  if (schema['format'] !== undefined && typeof value === 'string' && /[^\S ]/.test(value)) {
    return `must be a valid ${word(schema, 'format')}`;
  }
  // It compares each item with each.
  const choices = isJsonObject(schema['items']) ? schema['items']['enum'] : undefined;
  if (!Array.isArray(value) || !Array.isArray(choices) || schema['uniqueItems'] !== true) return null;
  return value.length > choices.length ? `must have at most ${choices.length} choices` : null;
}

/** JSON's numbers are floating point: over 2^53 another one than the typed one would be sent. */
function refusedNumber(schema: JsonObject, value: number): string | null {
  if (!Number.isFinite(value)) return 'must be a finite number';
  if (schema['type'] !== 'integer' || schema['enum'] !== undefined) return null;
  const most = Number.MAX_SAFE_INTEGER;
  return Math.abs(value) > most ? `must be between -${most} and ${most} to be kept exactly` : null;
}

/**
 * What of a field's schema the validator sees: nothing that could make it throw, look elsewhere or run a server's
 * pattern, and titled choices as plain ones, which cost no error text each.
 */
function checkable(schema: JsonObject): JsonObject {
  const kept: JsonObject = {};
  for (const [keyword, kind] of Object.entries(kinds)) {
    const value = schema[keyword];
    if (value !== undefined && typeof value === kind) kept[keyword] = value;
  }
  const choices = choicesOf(schema);
  if (choices) kept['enum'] = choices;
  const { items } = schema;
  if (isJsonObject(items)) kept['items'] = { type: items['type'] ?? 'string', enum: choicesOf(items) ?? [] };
  return kept;
}

const kinds: Record<string, string> = {
  type: 'string',
  minLength: 'number',
  maxLength: 'number',
  format: 'string',
  minimum: 'number',
  maximum: 'number',
  exclusiveMinimum: 'number',
  exclusiveMaximum: 'number',
  multipleOf: 'number',
  minItems: 'number',
  maxItems: 'number',
  uniqueItems: 'boolean',
};

function choicesOf({ enum: values, oneOf, anyOf }: JsonObject): Json[] | null {
  if (Array.isArray(values)) return values;
  const titled = oneOf ?? anyOf;
  if (!Array.isArray(titled)) return null;
  return titled.map((choice) => (isJsonObject(choice) ? (choice['const'] ?? null) : null));
}

function demand(error: OutputUnit | undefined, schema: JsonObject): string {
  const keyword = error?.keyword ?? '';
  const bound = JSON.stringify(schema[keyword] ?? null);
  switch (keyword) {
    case 'type':
      return `must be of type ${word(schema, 'type')}`;
    case 'minimum':
      return `must be at least ${bound}`;
    case 'maximum':
      return `must be at most ${bound}`;
    case 'exclusiveMinimum':
      return `must be over ${bound}`;
    case 'exclusiveMaximum':
      return `must be under ${bound}`;
    case 'multipleOf':
      return `must be a multiple of ${bound}`;
    case 'minLength':
      return `must have at least ${bound} characters`;
    case 'maxLength':
      return `must have at most ${bound} characters`;
    case 'minItems':
      return `must have at least ${bound} choices`;
    case 'maxItems':
      return `must have at most ${bound} choices`;
    case 'uniqueItems':
      return 'must not name a choice twice';
    case 'format':
      return `must be a valid ${word(schema, 'format')}`;
    default:
      return 'must be one of the given choices';
  }
}

function word(schema: JsonObject, key: string): string {
  const value = schema[key];
  return typeof value === 'string' ? value : JSON.stringify(value ?? null);
}

function quoted(pattern: string): string {
  return JSON.stringify(pattern.length > 100 ? `${pattern.slice(0, 100)}...` : pattern);
}
