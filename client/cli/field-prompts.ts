// A form asked field by field. What the server wrote stands above each prompt, behind the mark; prompts are the host's words.
import { checkContent } from '../../workflows/contract/answer-check.ts';
import { readForm, type Choice, type Field } from '../../workflows/contract/form.ts';
import type { Json, JsonObject } from '../../workflows/contract/json.ts';
import type { Question } from '../../workflows/contract/question.ts';
import { asksForSecret } from '../../workflows/contract/secret-names.ts';
import { valueOf } from './content.ts';
import { choiceText, demandText, fieldText, formTextLines } from './form-lines.ts';
import type { Io } from './io.ts';
import { printLines } from './session.ts';
import { brief, clipped, keyName, rows } from './text.ts';

type Schema = Question['schema'];

const way = 'Ctrl-C: nothing is sent';

export async function askFields(io: Io, schema: Schema, form: Field[]): Promise<JsonObject> {
  const values: [string, Json][] = [];
  const whole = schema === null ? null : readForm(schema);
  if (whole?.kind === 'form') printLines(io, formTextLines(whole, io, false));
  for (const [index, field] of form.entries()) {
    io.out(`\nField ${index + 1} of ${form.length}`);
    const value = await askField(io, schema, field, field.default);
    if (value !== undefined) values.push([field.name, value]);
  }
  return Object.fromEntries(values);
}

/** `current`: what Enter takes. undefined: the field is left out. */
export async function askField(
  io: Io,
  schema: Schema,
  field: Field,
  current: Json | undefined,
): Promise<Json | undefined> {
  printLines(io, rows([[keyName(field.name), fieldText(field, false)]], io));
  const misfit = (value: Json) => {
    const problem = checkContent(schema, { [field.name]: value })[field.name];
    return problem === undefined ? null : `It ${demandText(field, problem)}.`;
  };
  switch (field.type) {
    case 'choice':
      return askOne(io, field, current);
    case 'choices':
      return askMany(io, field, current, misfit);
    case 'text':
    case 'number':
    case 'integer':
    case 'boolean':
      return askLine(io, field, current, misfit);
    default:
      return field satisfies never;
  }
}

type Misfit = (value: Json) => string | null;

async function askLine(io: Io, field: Field, current: Json | undefined, misfit: Misfit) {
  const read = (text: string) => (text === '' ? { value: current } : valueOf(field, [text]));
  const check = (text: string) => {
    const value = read(text);
    if ('problem' in value) return brief(`It ${demandText(field, value.problem)}.`, 300);
    if (value.value === undefined) return field.required ? 'An answer is required.' : null;
    const problem = misfit(value.value);
    return problem === null ? null : brief(problem, 300);
  };
  const enter = enterText(field, current);
  const message = `Value (${enter === null ? '' : `Enter: ${enter}; `}${way}):`;
  const value = read(await io.ask.line(message, { check, secret: asksForSecret(field) }));
  return 'value' in value ? value.value : undefined;
}

function enterText({ default: preset, required }: Field, current: Json | undefined): string | null {
  if (current === undefined) return required ? null : 'it is left out';
  return current === preset ? 'the default' : 'as it is';
}

async function askOne(io: Io, field: Field & { type: 'choice' }, current: Json | undefined) {
  const leaveOut = { value: '', title: '(leave it out)' };
  const choices = titled(io, field.choices);
  const list = field.required ? choices : [...choices, leaveOut];
  const preset = current === undefined && !field.required ? '' : current;
  const chosen = await io.ask.one(`Choose one (${way}):`, list, preset);
  return chosen === leaveOut ? undefined : chosen.value;
}

async function askMany(
  io: Io,
  field: Field & { type: 'choices' },
  current: Json | undefined,
  misfit: Misfit,
): Promise<Json[] | undefined> {
  const choices = titled(io, field.choices);
  let preset = Array.isArray(current) ? current : [];
  for (;;) {
    const chosen = await io.ask.many(
      `Choose any (none: ${field.required ? 'an empty list' : 'it is left out'}; ${way}):`,
      choices,
      preset,
    );
    const values = chosen.map(({ value }) => value);
    if (values.length === 0 && !field.required) return undefined;
    const problem = misfit(values);
    if (problem === null) return values;
    io.err(brief(problem, 300));
    preset = values;
  }
}

/** Quoted as JSON, so that none looks like one of the host's. */
function titled(io: Io, choices: Choice[]): Choice[] {
  const cells = Math.max(30, io.columns - 8);
  return choices.map((choice) => ({ value: choice.value, title: clipped(choiceText(choice), cells) }));
}
