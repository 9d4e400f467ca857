// Do arguments fit a tool's inputSchema? The schema is a server's: its patterns could freeze the worker, so they are not run;
// what cannot be decided here the server decides.
import { Validator, type Schema } from '@cfworker/json-schema';
import { isJsonObject, type Json, type JsonObject } from '../../workflows/contract/json.ts';

/** Null when they fit, else what does not, for the model to read. */
export function misfitOf(inputSchema: JsonObject, args: JsonObject): string | null {
  try {
    const schema = withoutPatterns(inputSchema);
    const { valid, errors } = new Validator(schema as Schema, '2020-12', false).validate(args);
    if (valid) return null;
    const misfit = errors
      .filter((error) => error.keyword !== 'properties' && error.keyword !== '$ref')
      .slice(0, 5)
      .map((error) => `${error.instanceLocation}: ${error.error}`.slice(0, 300))
      .join('; ');
    return misfit || 'they do not fit its schema';
  } catch {
    return null;
  }
}

/** Keywords whose keys are names that the schema's author chose. */
const named = new Set(['properties', '$defs', 'definitions', 'dependentSchemas']);
const values = new Set(['const', 'enum', 'default', 'examples']);

function withoutPatterns(schema: Json): Json {
  if (Array.isArray(schema)) return schema.map(withoutPatterns);
  if (!isJsonObject(schema)) return schema;
  const loose = Object.hasOwn(schema, 'patternProperties');
  const kept = Object.entries(schema)
    .filter(([key]) => key !== 'pattern' && key !== 'patternProperties')
    .filter(([key]) => !loose || (key !== 'additionalProperties' && key !== 'unevaluatedProperties'))
    .map(([key, part]): [string, Json] => {
      if (values.has(key)) return [key, part];
      if (!named.has(key) || !isJsonObject(part)) return [key, withoutPatterns(part)];
      return [
        key,
        Object.fromEntries(Object.entries(part).map(([name, each]) => [name, withoutPatterns(each)])),
      ];
    });
  return Object.fromEntries(kept);
}
