// Reads an elicitation's schema into fields that can be drawn whole, or says what cannot be drawn and where. What is
// drawn is MCP's elicitation subset of JSON Schema and nothing else.
import { bounds } from './bounds.ts';
import { checkList, checkNumber, checkText, mustBe, onlyKnown } from './field-bounds.ts';
import { demandOf } from './field-check.ts';
import { readChoices, type Choice } from './field-choices.ts';
import { checkChoices, checkRoom } from './fillable.ts';
import { fitsIn, isJsonObject, oddityOf, type Json, type JsonObject } from './json.ts';
import { below, Undrawable } from './undrawable.ts';

export type { Choice } from './field-choices.ts';

export type Field = {
  name: string;
  title: string;
  description: string | null;
  required: boolean;
  /** What to start from; undefined also when the server's own does not fit its schema. */
  default: Json | undefined;
  /** A default of the server that does not fit its own schema, and so is none. */
  misfitDefault?: Json;
  /** The field's own schema, as the server sent it: bounds, lengths, pattern, format. */
  schema: JsonObject;
  /** Fields of the form that have a pattern: they share what the host spends on checking. */
  patterns: number;
} & Kind;

type Kind =
  | { type: 'text' | 'number' | 'integer' | 'boolean' }
  | { type: 'choice'; choices: Choice[] }
  | { type: 'choices'; choices: Choice[]; items: Texts };

/** What a server says of a part of a form that is no field. */
export type Texts = { title: string | null; description: string | null };

export type Form =
  | ({ kind: 'form'; fields: Field[] } & Texts)
  /** `pointer` is a JSON pointer into the schema. */
  | { kind: 'undrawable'; reason: string; pointer: string };

const mostFields = 100;

export function readForm(schema: Json): Form {
  try {
    return { kind: 'form', fields: readFields(schema), ...textsOf(schema) };
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
  if (!fitsIn(schema, bounds.schemaBytes)) {
    throw new Undrawable(`the schema is over ${bounds.schemaBytes} bytes`, '');
  }
  onlyKnown(schema, 'form', '');
  mustBe(schema, 'additionalProperties', 'true or false', (value) => typeof value === 'boolean', '');
  const properties = schema['properties'] ?? {};
  if (!isJsonObject(properties)) throw new Undrawable('"properties" must be an object', '/properties');
  const required = readRequired(schema['required'] ?? [], properties);
  const fields = Object.entries(properties);
  if (fields.length > mostFields) throw new Undrawable(`more than ${mostFields} fields`, '/properties');
  const patterns = fields.filter(([, field]) => isJsonObject(field) && 'pattern' in field).length;
  const read = fields.map(([name, field]) =>
    readField(name, field, required.includes(name), Math.max(patterns, 1)),
  );
  checkRoom(read);
  return read;
}

function readRequired(required: Json, properties: JsonObject): Json[] {
  if (!Array.isArray(required)) throw new Undrawable('"required" must name properties', '/required');
  const stranger = required.findIndex((name) => typeof name !== 'string' || !Object.hasOwn(properties, name));
  if (stranger >= 0) throw new Undrawable('"required" must name properties', below('/required', stranger));
  return required;
}

function readField(name: string, schema: Json, required: boolean, patterns: number): Field {
  const pointer = below('/properties', name);
  if (!isJsonObject(schema)) throw new Undrawable('a field must be an object', pointer);
  if (name === '' || name.length > bounds.nameCharacters) {
    throw new Undrawable(`a field's name must have 1 to ${bounds.nameCharacters} characters`, pointer);
  }
  const kind = readKind(schema, pointer);
  if (kind.type === 'choice') checkChoices(schema, kind.choices, patterns, pointer);
  const { title, description } = textsOf(schema);
  return {
    name,
    title: title ?? name,
    description,
    required,
    ...presetOf(schema, patterns),
    schema,
    patterns,
    ...kind,
  };
}

function readKind(schema: JsonObject, pointer: string): Kind {
  const { type } = schema;
  switch (type) {
    case 'string': {
      onlyKnown(schema, 'text', pointer);
      checkText(schema, pointer);
      const choices = readChoices(schema, type, pointer);
      return choices ? { type: 'choice', choices } : { type: 'text' };
    }
    case 'number':
    case 'integer': {
      onlyKnown(schema, 'number', pointer);
      checkNumber(schema, pointer);
      const choices = readChoices(schema, type, pointer);
      return choices ? { type: 'choice', choices } : { type };
    }
    case 'boolean':
      onlyKnown(schema, 'boolean', pointer);
      return { type };
    case 'array': {
      onlyKnown(schema, 'list', pointer);
      const choices = readItems(schema['items'], below(pointer, 'items'));
      checkList(schema, choices.length, pointer);
      return { type: 'choices', choices, items: textsOf(schema['items']) };
    }
    default: {
      const what = type === undefined ? 'a field without "type"' : `type ${JSON.stringify(type)}`;
      throw new Undrawable(`${what} cannot be shown in a flat form`, pointer);
    }
  }
}

function readItems(items: Json | undefined, pointer: string): Choice[] {
  if (!isJsonObject(items)) throw new Undrawable('a list must say its items', pointer);
  onlyKnown(items, 'items', pointer);
  mustBe(items, 'type', '"string" in a list of choices', (type) => type === 'string', pointer);
  const choices = readChoices(items, 'string', pointer);
  if (!choices) throw new Undrawable('only lists of given choices can be shown', pointer);
  return choices;
}

/** An empty one says nothing. */
function textsOf(schema: Json | undefined): Texts {
  const { title, description } = isJsonObject(schema) ? schema : {};
  const said = (text: Json | undefined) => (typeof text === 'string' && text.trim() !== '' ? text : null);
  return { title: said(title), description: said(description) };
}

/** `null` is how some servers say that there is no default. */
function presetOf(schema: JsonObject, patterns: number): Pick<Field, 'default' | 'misfitDefault'> {
  const preset = schema['default'];
  if (preset === undefined || preset === null) return { default: undefined };
  return demandOf(schema, preset, patterns) === null
    ? { default: preset }
    : { default: undefined, misfitDefault: preset };
}
