// Reads an elicitation's schema into fields that can be drawn whole, or says what cannot be drawn and where.
import { bounds } from './bounds.ts';
import { isJsonObject, oddityOf, type Json, type JsonObject } from './json.ts';

export type Choice = { value: string | number; title: string };

export type Field = {
  name: string;
  title: string;
  description: string | null;
  required: boolean;
  default: Json | undefined;
  /** The field's own schema, as the server sent it: bounds, lengths, pattern, format. */
  schema: JsonObject;
} & (
  | { type: 'text' | 'number' | 'integer' | 'boolean' }
  | { type: 'choice'; choices: Choice[] }
  | { type: 'choices'; choices: Choice[] }
);

export type Form =
  | { kind: 'form'; fields: Field[] }
  /** `pointer` is a JSON pointer into the schema. */
  | { kind: 'undrawable'; reason: string; pointer: string };

const annotations = ['title', 'description', 'default', 'examples', 'deprecated', '$comment'];
const known = {
  object: ['$schema', 'type', 'properties', 'required', 'additionalProperties', ...annotations],
  string: [
    'type',
    'minLength',
    'maxLength',
    'pattern',
    'format',
    'enum',
    'enumNames',
    'oneOf',
    ...annotations,
  ],
  number: [
    'type',
    'minimum',
    'maximum',
    'exclusiveMinimum',
    'exclusiveMaximum',
    'multipleOf',
    'enum',
    'enumNames',
    ...annotations,
  ],
  boolean: ['type', ...annotations],
  array: ['type', 'items', 'minItems', 'maxItems', 'uniqueItems', ...annotations],
  items: ['type', 'enum', 'enumNames', 'anyOf', 'oneOf', ...annotations],
};
const formats: unknown[] = ['email', 'uri', 'date', 'date-time'];
const maxFields = 100;
const maxChoices = 500;

class Undrawable extends Error {
  readonly pointer: string;
  constructor(reason: string, pointer: string) {
    super(reason);
    this.pointer = pointer;
  }
}

export function readForm(schema: Json): Form {
  try {
    return { kind: 'form', fields: readFields(schema) };
  } catch (error) {
    if (error instanceof Undrawable)
      return { kind: 'undrawable', reason: error.message, pointer: error.pointer };
    throw error;
  }
}

function readFields(schema: Json): Field[] {
  if (!isJsonObject(schema) || schema['type'] !== 'object') {
    throw new Undrawable('the schema must be an object with "type": "object"', '');
  }
  const oddity = oddityOf(schema, bounds.answerLevels);
  if (oddity !== null) throw new Undrawable(`the schema is not taken: ${oddity}`, '');
  onlyKnown(schema, known.object, '');
  const properties = schema['properties'] ?? {};
  if (!isJsonObject(properties)) throw new Undrawable('"properties" must be an object', '/properties');
  const required = schema['required'] ?? [];
  if (
    !Array.isArray(required) ||
    required.some((name) => typeof name !== 'string' || !Object.hasOwn(properties, name))
  ) {
    throw new Undrawable('"required" must name properties', '/required');
  }
  const names = Object.keys(properties);
  if (names.length > maxFields) throw new Undrawable(`more than ${maxFields} fields`, '/properties');
  return names.map((name) => readField(name, properties[name], required.includes(name)));
}

function readField(name: string, schema: Json | undefined, required: boolean): Field {
  const pointer = `/properties/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
  if (!isJsonObject(schema)) throw new Undrawable('a field must be an object', pointer);
  const { title, description, type } = schema;
  const base = {
    name,
    title: typeof title === 'string' && title.trim() !== '' ? title : name,
    description: typeof description === 'string' ? description : null,
    required,
    default: schema['default'],
    schema,
  };
  switch (type) {
    case 'string': {
      onlyKnown(schema, known.string, pointer);
      const { format } = schema;
      if (format !== undefined && !formats.includes(format)) {
        throw new Undrawable(`format ${JSON.stringify(format)} is not known`, `${pointer}/format`);
      }
      const choices = readChoices(schema, 'oneOf', 'string', pointer);
      return choices ? { ...base, type: 'choice', choices } : { ...base, type: 'text' };
    }
    case 'number':
    case 'integer': {
      onlyKnown(schema, known.number, pointer);
      const choices = readChoices(schema, 'oneOf', 'number', pointer);
      return choices ? { ...base, type: 'choice', choices } : { ...base, type };
    }
    case 'boolean':
      onlyKnown(schema, known.boolean, pointer);
      return { ...base, type };
    case 'array': {
      onlyKnown(schema, known.array, pointer);
      const { items } = schema;
      if (!isJsonObject(items)) throw new Undrawable('a list must say its items', `${pointer}/items`);
      onlyKnown(items, known.items, `${pointer}/items`);
      const choices = readChoices(items, 'anyOf', 'string', `${pointer}/items`);
      if (!choices) throw new Undrawable('only lists of given choices can be shown', `${pointer}/items`);
      return { ...base, type: 'choices', choices };
    }
    default:
      throw new Undrawable(`type ${JSON.stringify(type ?? null)} cannot be shown in a flat form`, pointer);
  }
}

function onlyKnown(schema: JsonObject, keywords: string[], pointer: string): void {
  const stranger = Object.keys(schema).find((key) => !keywords.includes(key) && !key.startsWith('x-'));
  if (stranger !== undefined) {
    throw new Undrawable(`keyword ${JSON.stringify(stranger)} cannot be shown in a flat form`, pointer);
  }
}

function readChoices(
  schema: JsonObject,
  titled: 'oneOf' | 'anyOf',
  type: 'string' | 'number',
  pointer: string,
): Choice[] | null {
  const { enum: values, enumNames } = schema;
  const options = schema[titled] ?? (titled === 'anyOf' ? schema['oneOf'] : undefined);
  if (values === undefined && options === undefined) return null;
  const list = values ?? options;
  if (!Array.isArray(list) || list.length === 0 || list.length > maxChoices) {
    throw new Undrawable(`choices must be a list of 1 to ${maxChoices}`, pointer);
  }
  return list.map((entry, index) => {
    const value = values === undefined && isJsonObject(entry) ? entry['const'] : entry;
    const given =
      values === undefined && isJsonObject(entry)
        ? entry['title']
        : Array.isArray(enumNames)
          ? enumNames[index]
          : undefined;
    if (typeof value !== type || (typeof value !== 'string' && typeof value !== 'number')) {
      throw new Undrawable(`choice ${index + 1} is not a ${type}`, pointer);
    }
    return { value, title: typeof given === 'string' ? given : String(value) };
  });
}
