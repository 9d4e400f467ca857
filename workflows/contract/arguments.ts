// Checks a call's arguments against the tool's own JSON Schema, which a server wrote: it may be broken or hostile.
//
// Not checked here but left to the server: `pattern` and `patternProperties` (a crafted one freezes the engine's
// RegExp), `format` (an annotation in JSON Schema, and some of the validator's own expressions back-track) and
// `uniqueItems` (quadratic). A budget of visits stops schemas whose references multiply.
import { Validator, type OutputUnit, type Schema, type SchemaDraft } from '@cfworker/json-schema';
import { isJsonObject, type Json, type JsonObject } from './json.ts';

const mostVisits = 100_000;
const mostReasons = 5;
const unchecked = new Set(['pattern', 'patternProperties', 'format', 'uniqueItems']);
/** Keywords whose keys are names and not keywords: a property may well be called "pattern". */
const ofNames = new Set(['properties', '$defs', 'definitions', 'dependentSchemas', 'dependencies']);
const ofValues = new Set(['const', 'enum', 'default', 'examples', 'required', 'dependentRequired']);
const wrappers = new Set(['properties', 'items', 'prefixItems', 'allOf', '$ref', 'additionalProperties']);

/** Null when the arguments fit; else why not, in words for the model. */
export function whyInvalid(schema: JsonObject, value: JsonObject): string | null {
  try {
    const checkable = withBudget(schema, { left: mostVisits }) as Schema;
    const { valid, errors } = new Validator(checkable, draftOf(schema), false).validate(value);
    return valid ? null : reasons(errors);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return `the tool's schema cannot be evaluated (${why.split('\n')[0]?.slice(0, 200)})`;
  }
}

function draftOf(schema: JsonObject): SchemaDraft {
  const dialect = schema['$schema'];
  const named = typeof dialect === 'string' ? /draft-0?([47])|2019-09/.exec(dialect) : null;
  if (!named) return '2020-12';
  return named[1] === '4' || named[1] === '7' ? named[1] : '2019-09';
}

function withBudget(schema: Json, budget: { left: number }): Json {
  if (Array.isArray(schema)) return schema.map((part) => withBudget(part, budget));
  if (!isJsonObject(schema)) return schema;
  const loose = Object.hasOwn(schema, 'patternProperties');
  const copy = Object.fromEntries(
    Object.entries(schema)
      .filter(([key]) => !unchecked.has(key))
      // What patternProperties would have taken must not be refused as additional.
      .filter(([key]) => !loose || (key !== 'additionalProperties' && key !== 'unevaluatedProperties'))
      .map(([key, part]) => [key, ofValues.has(key) ? part : subSchema(key, part, budget)]),
  );
  // The validator reads `type` exactly once each time it visits a schema.
  const type = schema['type'];
  return Object.defineProperty(copy, 'type', {
    enumerable: true,
    get() {
      if (budget.left-- <= 0) throw new Error('it takes too long');
      return type;
    },
  });
}

function subSchema(key: string, part: Json, budget: { left: number }): Json {
  if (!ofNames.has(key) || !isJsonObject(part)) return withBudget(part, budget);
  return Object.fromEntries(Object.entries(part).map(([name, one]) => [name, withBudget(one, budget)]));
}

function reasons(errors: OutputUnit[]): string {
  const leaves = errors.filter(({ keyword }) => !wrappers.has(keyword));
  const texts = (leaves.length > 0 ? leaves : errors).map(
    ({ instanceLocation, error, keyword }) =>
      `${instanceLocation.replace(/^#\/?/, '') || 'arguments'}: ${keyword === 'false' ? 'not an argument of this tool.' : error}`,
  );
  const shown = [...new Set(texts)].slice(0, mostReasons).join(' ');
  return shown.length > 1_000 ? `${shown.slice(0, 1_000)}...` : shown;
}
