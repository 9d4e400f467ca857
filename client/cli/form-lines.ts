// A form in words: one line a field, with what it takes.
import type { Choice, Field, Texts } from '../../workflows/contract/form.ts';
import { patternJudge } from '../../workflows/contract/pattern.ts';
import { asksForSecret } from '../../workflows/contract/secret-names.ts';
import { folded } from '../../workflows/contract/visible.ts';
import { hanging, keyName, mark, rowsOf, shownJson, type Look } from './text.ts';

const fewChoices = 20;
const foldAt = 300;

/** What the server says of the form as a whole. */
export function formTextLines(texts: Texts, look: Look, full: boolean): string[] {
  const said = saidOf(texts, full);
  return said.length === 0 ? [] : hanging(mark, `(the whole form)  ${said.join(', ')}`, look);
}

/** `full`: every text and every choice to its end. */
export function formLines(fields: Field[], look: Look, full: boolean): string[] {
  const lines = rowsOf(
    fields.map((field) => [keyName(field.name), fieldText(field, full)]),
    look,
  );
  return fields.flatMap((field, index) => [...(lines[index] ?? []), ...choiceLines(field, look, full)]);
}

function choiceLines(field: Field, look: Look, full: boolean): string[] {
  if (field.type !== 'choice' && field.type !== 'choices') return [];
  const shown = full ? field.choices : field.choices.slice(0, fewChoices);
  const hidden = field.choices.length - shown.length;
  return [
    ...shown.flatMap((choice) => hanging(`${mark}    `, cut(choiceText(choice), full), look)),
    ...(hidden > 0 ? [`${mark}    (${hidden} more choices: --full)`] : []),
  ];
}

/** By its value, its title where that says something else, and what more the server says of it. */
export function choiceText({ value, title, description }: Choice): string {
  const name = title === String(value) ? shownJson(value) : `${shownJson(value)}  ${shownJson(title)}`;
  return description === undefined ? name : `${name}, described as ${shownJson(description)}`;
}

export function fieldText(field: Field, full: boolean): string {
  const parts = [
    typeText(field),
    field.required ? 'required' : 'optional',
    ...limits(field),
    ...(field.default === undefined ? [] : [`default ${cut(shownJson(field.default), full)}`]),
    ...(field.misfitDefault === undefined
      ? []
      : [`its default ${cut(shownJson(field.misfitDefault), full)} does not fit and is not used`]),
    ...(asksForSecret(field) ? ['LOOKS LIKE A SECRET: it would be stored in the history'] : []),
    ...saidOf({ ...field, title: field.title === field.name ? null : field.title }, full),
    ...(field.type === 'choices' ? itemTexts(field.items, full) : []),
  ];
  return parts.join(', ');
}

function saidOf({ title, description }: Texts, full: boolean): string[] {
  return [
    ...(title === null ? [] : [`called ${cut(shownJson(title), full)}`]),
    ...(description === null ? [] : [cut(shownJson(description), full)]),
  ];
}

function itemTexts(items: Texts, full: boolean): string[] {
  const said = saidOf(items, full);
  return said.length === 0 ? [] : [`each of them ${said.join(', ')}`];
}

function cut(text: string, full: boolean): string {
  return full ? text : folded(text, foldAt);
}

function typeText(field: Field): string {
  switch (field.type) {
    case 'boolean':
      return 'yes or no';
    case 'integer':
      return 'whole number';
    case 'choice':
      return 'one of';
    case 'choices':
      return 'any of';
    case 'number':
    case 'text':
      return field.type;
    default:
      return field satisfies never;
  }
}

const limitWords: [string, string][] = [
  ['minimum', 'at least'],
  ['maximum', 'at most'],
  ['exclusiveMinimum', 'over'],
  ['exclusiveMaximum', 'under'],
  ['multipleOf', 'a multiple of'],
  ['minLength', 'characters at least'],
  ['maxLength', 'characters at most'],
  ['minItems', 'choices at least'],
  ['maxItems', 'choices at most'],
  ['format', 'format'],
];

function limits({ schema, patterns }: Field): string[] {
  const { pattern } = schema;
  const bounds = limitWords.flatMap(([keyword, words]) => {
    const bound = schema[keyword];
    return bound === undefined ? [] : [`${words} ${folded(shownJson(bound), foldAt)}`];
  });
  if (typeof pattern !== 'string') return bounds;
  const judge = patternJudge(pattern, patterns) === 'host' ? '' : ' (the server checks it)';
  return [...bounds, `pattern ${folded(shownJson(pattern), foldAt)}${judge}`];
}

/** What a field demands, without its name; what was typed into a secret one is not repeated. */
export function demandText(field: Field, problem: string): string {
  const demand = problem.startsWith(field.name) ? problem.slice(field.name.length).trimStart() : problem;
  return asksForSecret(field) ? withoutValue(demand) : demand;
}

export function withoutValue(problem: string): string {
  return problem.replace(/, got .*$/s, '');
}
