// The condition of a policy rule: a JSON Schema over the arguments of a call. The operator wrote it, a model chose the
// values: patterns run on a linear engine only, and what cannot be evaluated is neither true nor false.
import { format, Validator, type Schema } from '@cfworker/json-schema';
import { isJsonObject, type Json, type JsonObject } from './json.ts';
import { matchesPattern, patternJudge } from './pattern.ts';

/** Not evaluated: their names or values would be patterns or references. */
const refused = ['patternProperties', '$ref', '$dynamicRef', '$recursiveRef', 'unevaluatedProperties'];
/** Keywords whose keys are names and not keywords: an argument may well be called "pattern". */
const ofNames = new Set(['properties', '$defs', 'definitions', 'dependentSchemas']);
const ofValues = new Set(['const', 'enum', 'default', 'examples', 'required', 'dependentRequired']);

/** null: it cannot be evaluated. */
export function whenHolds(when: JsonObject, values: JsonObject): boolean | null {
  try {
    return new Validator(linear(when) as Schema, '2020-12').validate(values).valid;
  } catch {
    return null;
  }
}

/** Why a condition can never be evaluated, for the person who wrote it; null when it can. */
export function whyUnusable(when: JsonObject): string | null {
  try {
    new Validator(linear(when) as Schema, '2020-12').validate({});
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** The same schema with each pattern as a format of its own: the validator has no other door for another engine. */
function linear(schema: Json): Json {
  if (Array.isArray(schema)) return schema.map(linear);
  if (!isJsonObject(schema)) return schema;
  const stranger = refused.find((keyword) => Object.hasOwn(schema, keyword));
  if (stranger !== undefined) throw new Error(`"${stranger}" is not evaluated in a condition`);
  const { pattern, ...rest } = schema;
  const copy = Object.fromEntries(
    Object.entries(rest).map(([key, part]) => [key, ofValues.has(key) ? part : subSchema(key, part)]),
  );
  if (pattern === undefined) return copy;
  if (typeof pattern !== 'string' || patternJudge(pattern) !== 'host') {
    throw new Error(`the pattern ${JSON.stringify(pattern)} cannot be run in linear time`);
  }
  return { allOf: [copy, { format: formatOf(pattern) }] };
}

function subSchema(key: string, part: Json): Json {
  if (!ofNames.has(key) || !isJsonObject(part)) return linear(part);
  return Object.fromEntries(Object.entries(part).map(([name, one]) => [name, linear(one)]));
}

function formatOf(pattern: string): string {
  const name = `pattern ${pattern}`;
  format[name] ??= (text: string) => {
    const matches = matchesPattern(pattern, text);
    if (matches === null) throw new Error('the text is too long for the pattern');
    return matches;
  };
  return name;
}
