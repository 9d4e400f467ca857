// The condition of a policy rule: a JSON Schema over the arguments of a call. The operator wrote it, a model chose the
// values: patterns run on a linear engine only, the work is bounded, and what cannot be evaluated is neither true nor false.
import { format, Validator, type Schema } from '@cfworker/json-schema';
import { isJsonObject, type Json, type JsonObject } from './json.ts';
import { matchesPattern, patternJudge } from './pattern.ts';
import { translatePattern } from './pattern-syntax.ts';

/** Not evaluated: their names or values would be patterns or references, or their work grows with the square. */
export const refusedKeywords = [
  'patternProperties',
  '$ref',
  '$dynamicRef',
  '$recursiveRef',
  'unevaluatedProperties',
  'uniqueItems',
] as const;
/** The validator's expressions for these take no longer on a crafted text; some of its others do. */
export const conditionFormats = [
  'date',
  'time',
  'date-time',
  'duration',
  'email',
  'hostname',
  'ipv4',
  'ipv6',
  'uri',
  'uuid',
] as const;
/** Keywords whose keys are names and not keywords: an argument may well be called "pattern". */
const ofNames = new Set(['properties', '$defs', 'definitions', 'dependentSchemas']);
const ofValues = new Set(['const', 'enum', 'default', 'examples', 'required', 'dependentRequired']);

/** Of one evaluation: steps of a pattern times characters. */
const mostWork = 2_000_000;
/** Looking at one value with one schema, and getting a pattern ready, cost as much as so many of these. */
const visiting = 20;
const compiling = 100;
/** An evaluation does not pause, so there is only one at a time. */
let workLeft = 0;

/** null: it cannot be evaluated. */
export function whenHolds(when: JsonObject, values: JsonObject): boolean | null {
  try {
    return evaluate(when, values);
  } catch {
    return null;
  }
}

/** Why a condition can never be evaluated, for the person who wrote it; null when it can. */
export function whyUnusable(when: JsonObject): string | null {
  try {
    evaluate(when, {});
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function evaluate(when: JsonObject, values: JsonObject): boolean {
  workLeft = mostWork;
  return new Validator(linear(when) as Schema, '2020-12').validate(values).valid;
}

function spend(work: number): void {
  workLeft -= work;
  if (workLeft < 0) throw new Error('it takes too long');
}

/** The same schema with each pattern as a format of its own: the validator has no other door for another engine. */
function linear(schema: Json): Json {
  if (Array.isArray(schema)) return schema.map(linear);
  if (!isJsonObject(schema)) return schema;
  const stranger = refusedKeywords.find((keyword) => Object.hasOwn(schema, keyword));
  if (stranger !== undefined) throw new Error(`"${stranger}" is not evaluated in a condition`);
  const { pattern, format: named, ...rest } = schema;
  const copy = Object.fromEntries(
    Object.entries(rest).map(([key, part]) => [key, ofValues.has(key) ? part : subSchema(key, part)]),
  );
  const formats = [
    ...(named === undefined ? [] : [knownFormat(named)]),
    ...(pattern === undefined ? [] : [patternFormat(pattern)]),
  ];
  if (formats.length > 0) copy['allOf'] = [...partsOf(copy), ...formats.map((one) => ({ format: one }))];
  return counted(copy, schema['type']);
}

function partsOf({ allOf = [] }: JsonObject): Json[] {
  if (!Array.isArray(allOf)) throw new Error('"allOf" is no list');
  return allOf;
}

/** The validator reads `type` exactly once each time it looks at a value with a schema. */
function counted(copy: JsonObject, type: Json | undefined): JsonObject {
  return Object.defineProperty(copy, 'type', {
    enumerable: true,
    get() {
      spend(visiting);
      return type;
    },
  });
}

function subSchema(key: string, part: Json): Json {
  if (!ofNames.has(key) || !isJsonObject(part)) return linear(part);
  return Object.fromEntries(Object.entries(part).map(([name, one]) => [name, linear(one)]));
}

function knownFormat(named: Json): string {
  const known = conditionFormats.find((one) => one === named);
  if (known === undefined)
    throw new Error(`the format ${JSON.stringify(named)} is not evaluated in a condition`);
  return known;
}

function patternFormat(pattern: Json): string {
  const size = typeof pattern === 'string' ? translatePattern(pattern)?.size : undefined;
  if (typeof pattern !== 'string' || size === undefined || patternJudge(pattern) !== 'host') {
    throw new Error(`the pattern ${JSON.stringify(pattern)} cannot be run in linear time`);
  }
  const name = `pattern ${pattern}`;
  format[name] ??= (text: string) => {
    spend(size * (text.length + compiling));
    const matches = matchesPattern(pattern, text);
    if (matches === null) throw new Error('the text is too long for the pattern');
    return matches;
  };
  return name;
}
