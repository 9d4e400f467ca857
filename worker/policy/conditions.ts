// What a condition lets through that its author may not have meant. JSON Schema looks at an argument only where there is one,
// and at a number only where there is a number.
import { isJsonObject, type Json, type JsonObject } from '../../workflows/contract/json.ts';
import type { PolicyRule } from '../../workflows/contract/policy.ts';
import { nearest } from '../config/suggest.ts';

const ofType: [type: string, word: string, keywords: string[]][] = [
  ['number', 'no number', ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf']],
  ['string', 'no text', ['pattern', 'format', 'minLength', 'maxLength']],
  ['array', 'no list', ['items', 'prefixItems', 'contains', 'minItems', 'maxItems']],
];

/** Of a rule that opens the gate: how a call gets past its condition. */
export function loopholes({ when, then }: Pick<PolicyRule, 'when' | 'then'>): string[] {
  if (!when || then === 'ask' || then === 'deny') return [];
  return Object.entries(propertiesOf(when)).flatMap(([name, schema]) => {
    if (!isJsonObject(schema)) return [];
    const quoted = JSON.stringify(name);
    const isNamed = namesOf(when['required']).includes(name);
    const missing = isNamed ? [] : [`when there is no ${quoted}: put it into "required"`];
    const { type, const: fixed, enum: choice } = schema;
    if (type !== undefined || fixed !== undefined || choice !== undefined) return missing;
    const other = ofType
      .filter(([, , keywords]) => keywords.some((keyword) => Object.hasOwn(schema, keyword)))
      .map(([wanted, word]) => `when ${quoted} is ${word}: give it "type": "${wanted}"`);
    return [...missing, ...other];
  });
}

/** Arguments that a condition looks at and none of these tools takes, with the nearest one that there is. */
export function strayArguments(
  when: JsonObject,
  inputSchemas: JsonObject[],
): { name: string; near: string | null }[] {
  const taken = inputSchemas.map((schema) => schema['properties']);
  // Without a list of properties a tool takes any.
  if (taken.length === 0 || !taken.every(isJsonObject)) return [];
  const known = new Set(taken.flatMap((properties) => Object.keys(properties)));
  const looked = new Set([...Object.keys(propertiesOf(when)), ...namesOf(when['required'])]);
  // A server could list so many that the search takes long.
  const short = [...known].filter(({ length }) => length <= 64).slice(0, 500);
  return [...looked].filter((name) => !known.has(name)).map((name) => ({ name, near: nearest(name, short) }));
}

function propertiesOf({ properties }: JsonObject): JsonObject {
  return isJsonObject(properties) ? properties : {};
}

function namesOf(value: Json | undefined): string[] {
  return Array.isArray(value) ? value.filter((name) => typeof name === 'string') : [];
}
