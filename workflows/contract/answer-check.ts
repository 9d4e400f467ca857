// The one check of an answer, run by clients before they send and by the job before it counts.
// It decides what a replay must decide again: the validator is pinned, and verdicts never rest on its texts.
import { Validator, type OutputUnit } from '@cfworker/json-schema';
import type { Answer } from './answer.ts';
import { bounds } from './bounds.ts';
import { whyNotTaken } from './edit-check.ts';
import { isJsonObject, jsonBytes, type Json, type JsonObject } from './json.ts';
import type { Question } from './question.ts';

export type AnswerCheck =
  | { ok: true; content: JsonObject | null; arguments: JsonObject | null }
  /** `fields`: one message per field; empty when the refusal is not about a field. */
  | { ok: false; reason: string; fields: Record<string, string> };

type Checked = Pick<Question, 'kind' | 'digest' | 'schema' | 'argumentsSchema'>;

export function checkAnswer(question: Checked, answer: Answer): AnswerCheck {
  if (answer.digest !== undefined && answer.digest !== question.digest) {
    return refuse('the answer is to something else than what is asked now (its digest differs)');
  }
  if (answer.action !== 'accept') return taken();
  const { arguments: edited = null } = answer;
  const why = edited === null ? null : whyNotTaken(question, edited);
  if (why !== null) return refuse(why);
  const content = answer.content ?? {};
  if (jsonBytes(content) > bounds.answerBytes)
    return refuse(`the content is over ${bounds.answerBytes} bytes`);
  if (question.kind === 'approval' || question.kind === 'url') {
    return Object.keys(content).length === 0
      ? taken(null, edited)
      : refuse('this question takes no content: accept it without');
  }
  const fields = checkContent(question.schema, content);
  const messages = Object.values(fields);
  return messages.length === 0 ? taken(content) : { ok: false, reason: messages.join('; '), fields };
}

function taken(content: JsonObject | null = null, edited: JsonObject | null = null): AnswerCheck {
  return { ok: true, content, arguments: edited };
}

function refuse(reason: string): AnswerCheck {
  return { ok: false, reason, fields: {} };
}

/** One message per field that does not fit; the schema is one that `readForm` took. */
export function checkContent(schema: Json | null, content: JsonObject): Record<string, string> {
  const properties = isJsonObject(schema) && isJsonObject(schema['properties']) ? schema['properties'] : {};
  const required = isJsonObject(schema) && Array.isArray(schema['required']) ? schema['required'] : [];
  const messages: Record<string, string> = {};
  for (const name of required) {
    if (typeof name === 'string' && !Object.hasOwn(content, name)) messages[name] = `${name} is required`;
  }
  for (const [name, value] of Object.entries(content)) {
    if (!Object.hasOwn(properties, name)) {
      messages[name] = `${name} is not a field of this form`;
      continue;
    }
    const message = checkField(name, properties[name], value);
    if (message) messages[name] = message;
  }
  return messages;
}

function checkField(name: string, schema: Json | undefined, value: Json): string | null {
  if (!isJsonObject(schema)) return `${name} has no readable schema`;
  // A server's pattern can freeze the engine's own RegExp: it is never run here.
  const { pattern: _pattern, ...checkable } = schema;
  const { valid, errors } = new Validator(checkable, '2020-12', false).validate(value);
  if (valid) return null;
  const innermost = errors.at(-1);
  return `${name} ${innermost ? demand(innermost, schema) : 'does not fit'}, got ${shorten(value)}`;
}

function demand(error: OutputUnit, schema: JsonObject): string {
  const bound = JSON.stringify(schema[error.keyword] ?? null);
  switch (error.keyword) {
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

function shorten(value: Json): string {
  const text = JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 60)}... (${text.length} characters)` : text;
}
