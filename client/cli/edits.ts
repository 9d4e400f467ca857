// `--edit NAME=VALUE`: the arguments of an approval as the person changes them, typed by the tool's own schema.
import { isJsonObject, type Json, type JsonObject } from '../../workflows/contract/json.ts';
import type { Question } from '../../workflows/contract/question.ts';
import { keyName, rows, shownJson, type Look } from './text.ts';
import { UsageError } from './usage-error.ts';

/** null: nothing is changed. What the schema calls a text is taken as it stands, all else has to be JSON. */
export function editedArguments(question: Question, edits: string[]): JsonObject | null {
  if (edits.length === 0) return null;
  const { kind, argumentsSchema } = question;
  if (kind !== 'approval') throw new UsageError('--edit goes with an approval only');
  if (argumentsSchema === null) {
    throw new UsageError(
      'the arguments of this call cannot be changed: its rule in the policy does not say "editable", or the tool was away.\nApprove them as shown, or decline.',
    );
  }
  const changes = edits.map((edit): [string, Json] => {
    const at = edit.indexOf('=');
    if (at < 1) throw new UsageError(`${JSON.stringify(edit)} is not NAME=VALUE`);
    const name = edit.slice(0, at);
    return [name, valueOf(argumentsSchema, name, edit.slice(at + 1))];
  });
  return { ...question.arguments, ...Object.fromEntries(changes) };
}

function valueOf({ properties }: JsonObject, name: string, text: string): Json {
  const schema = isJsonObject(properties) && Object.hasOwn(properties, name) ? properties[name] : undefined;
  const type = isJsonObject(schema) ? schema['type'] : undefined;
  if (type === 'string') return text;
  try {
    return JSON.parse(text) as Json;
  } catch (error) {
    const wanted =
      typeof type === 'string' ? `the tool takes ${type} here` : 'a text stands in double quotes';
    throw new UsageError(`--edit ${keyName(name)}: ${shownJson(text)} is not JSON; ${wanted}`, {
      cause: error,
    });
  }
}

/** Before and after, one line for each argument that differs. */
export function editLines(question: Question, edited: JsonObject, look: Look): string[] {
  const names = [...new Set([...Object.keys(question.arguments), ...Object.keys(edited)])];
  const shown = (values: JsonObject, name: string) =>
    Object.hasOwn(values, name) ? shownJson(values[name] ?? null) : '(absent)';
  const changed = names
    .map((name): [string, string, string] => [name, shown(question.arguments, name), shown(edited, name)])
    .filter(([, before, after]) => before !== after);
  if (changed.length === 0) return ['Nothing differs from what was asked.'];
  return [
    'Changed before it is sent:',
    ...rows(
      changed.map(([name, a, b]) => [keyName(name), `${a} -> ${b}`]),
      look,
    ),
  ];
}
