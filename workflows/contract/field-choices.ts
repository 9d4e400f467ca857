// The choices of a field: plain values, or values with titles.
import { mustBe, onlyKnown } from './field-bounds.ts';
import { isJsonObject, type Json, type JsonObject } from './json.ts';
import { below, Undrawable } from './undrawable.ts';

export type Choice = { value: string | number; title: string; description?: string };

const mostChoices = 500;

/** null: the schema names no choices. `type`: of each value. */
export function readChoices(
  schema: JsonObject,
  type: 'string' | 'number' | 'integer',
  pointer: string,
): Choice[] | null {
  const kinds = ['enum', 'oneOf', 'anyOf'].filter((kind) => schema[kind] !== undefined);
  const [kind, other] = kinds;
  if (kind === undefined) {
    if (schema['enumNames'] === undefined) return null;
    throw new Undrawable('"enumNames" without "enum"', below(pointer, 'enumNames'));
  }
  if (other !== undefined)
    throw new Undrawable(`choices both as ${kind} and as ${other}`, below(pointer, other));
  const place = below(pointer, kind);
  const list = schema[kind];
  if (!Array.isArray(list) || list.length === 0 || list.length > mostChoices) {
    throw new Undrawable(`choices must be a list of 1 to ${mostChoices}`, place);
  }
  const titles = titlesOf(schema, list.length, pointer);
  const choices = list.map((entry, index) => {
    if (kind === 'enum') return choiceOf(entry, titles?.[index], type, below(place, index));
    return titledChoice(entry, type, below(place, index));
  });
  const seen = new Set<string | number>();
  for (const [index, { value }] of choices.entries()) {
    if (seen.has(value)) throw new Undrawable('the same choice twice', below(place, index));
    seen.add(value);
  }
  return choices;
}

function titlesOf(schema: JsonObject, count: number, pointer: string): Json[] | null {
  const { enumNames } = schema;
  if (enumNames === undefined) return null;
  const fits = schema['enum'] !== undefined && Array.isArray(enumNames) && enumNames.length === count;
  if (!fits || enumNames.some((name) => typeof name !== 'string')) {
    throw new Undrawable(
      '"enumNames" must be a list of texts, one for each choice',
      below(pointer, 'enumNames'),
    );
  }
  return enumNames;
}

function titledChoice(entry: Json, type: string, pointer: string): Choice {
  if (!isJsonObject(entry)) throw new Undrawable('a choice must be an object with "const"', pointer);
  onlyKnown(entry, 'choice', pointer);
  mustBe(entry, 'type', `"${type}" as its field`, (own) => own === type, pointer);
  if (entry['const'] === undefined) throw new Undrawable('a choice must be an object with "const"', pointer);
  const { title, description } = entry;
  const choice = choiceOf(entry['const'], title, type, pointer);
  return typeof description === 'string' && description.trim() !== '' ? { ...choice, description } : choice;
}

function choiceOf(value: Json | undefined, title: Json | undefined, type: string, pointer: string): Choice {
  const fits =
    type === 'string'
      ? typeof value === 'string'
      : Number.isFinite(value) && (type === 'number' || Number.isSafeInteger(value));
  if (!fits || (typeof value !== 'string' && typeof value !== 'number')) {
    throw new Undrawable(`a choice is not of type ${type}`, pointer);
  }
  return { value, title: typeof title === 'string' && title.trim() !== '' ? title : String(value) };
}
