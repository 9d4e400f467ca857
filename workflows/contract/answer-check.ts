// The one check of an answer, run by clients before they send and by the job before it counts.
import type { Answer } from './answer.ts';
import { bounds } from './bounds.ts';
import { whyNotTaken } from './edit-check.ts';
import { demandOf } from './field-check.ts';
import { isJsonObject, jsonBytes, type Json, type JsonObject } from './json.ts';
import type { Question } from './question.ts';
import { schemaAsksForSecret } from './secret-names.ts';

export type AnswerCheck =
  | { ok: true; content: JsonObject | null; arguments: JsonObject | null }
  /** `fields`: one message per field; empty when the refusal is not about a field. */
  | { ok: false; reason: string; fields: Record<string, string> };

type Checked = Pick<Question, 'kind' | 'digest' | 'schema'> & Partial<Pick<Question, 'argumentsSchema'>>;

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
  if (messages.length === 0) return taken(content);
  // The reason is kept with the job: thousands of unknown keys must not fill its state.
  const reason = messages.join('; ');
  return { ok: false, reason: reason.length > 1_000 ? `${reason.slice(0, 1_000)}...` : reason, fields };
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
  // Without a prototype: a field may be called "constructor", and a look-up of it must find what was said of it or nothing.
  const messages = Object.create(null) as Record<string, string>;
  for (const name of required) {
    if (typeof name === 'string' && !Object.hasOwn(content, name)) messages[name] = `${name} is required`;
  }
  const patterns = Object.values(properties).filter((field) => isJsonObject(field) && 'pattern' in field);
  for (const [name, value] of Object.entries(content)) {
    const field = Object.hasOwn(properties, name) ? properties[name] : undefined;
    const misfit = isJsonObject(field)
      ? misfitOf(name, field, value, patterns.length)
      : 'is not a field of this form';
    if (misfit !== null) messages[name] = `${name} ${misfit}`;
  }
  return messages;
}

/** The reason is kept with the job and shown to all who look: what was typed into a secret field is not in it. */
function misfitOf(name: string, field: JsonObject, value: Json, patterns: number): string | null {
  const demand = demandOf(field, value, Math.max(patterns, 1));
  if (demand === null || schemaAsksForSecret(name, field)) return demand;
  return `${demand}, got ${shorten(value)}`;
}

function shorten(value: Json): string {
  const text = JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 60)}... (${text.length} characters)` : text;
}
