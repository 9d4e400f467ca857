// A form in words: one line a field, with what it takes.
import type { Field } from '../../workflows/contract/form.ts';
import { looksSecret } from './content.ts';
import { brief, hanging, padded, shellWord, shownJson, type Look } from './text.ts';

export function formLines(fields: Field[], look: Look): string[] {
  const width = Math.max(0, ...fields.map(({ name }) => brief(name, 40).length));
  return fields.flatMap((field) => [
    ...hanging(`  ${padded(brief(field.name, 40), width)}  `, fieldText(field), look),
    ...(field.type === 'choice' || field.type === 'choices' ? choiceLines(field, width, look) : []),
  ]);
}

function choiceLines(field: Field & { type: 'choice' | 'choices' }, width: number, look: Look): string[] {
  return field.choices.flatMap(({ value, title }) =>
    hanging(
      `${' '.repeat(width + 6)}${shownJson(value)}  `,
      title === String(value) ? '' : shownJson(title),
      look,
    ).map((line) => line.trimEnd()),
  );
}

export function fieldText(field: Field): string {
  const parts = [
    typeText(field),
    field.required ? 'required' : 'optional',
    ...limits(field),
    ...(field.default === undefined ? [] : [`default ${shownJson(field.default)}`]),
    ...(field.title === field.name ? [] : [`called ${shownJson(field.title)}`]),
    ...(field.description === null ? [] : [shownJson(field.description)]),
    ...(looksSecret(field) ? ['LOOKS LIKE A SECRET: it would be stored in the history'] : []),
  ];
  return parts.join(', ');
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
  ['pattern', 'pattern (the server checks it)'],
];

function limits({ schema }: Field): string[] {
  return limitWords.flatMap(([keyword, words]) => {
    const bound = schema[keyword];
    return bound === undefined ? [] : [`${words} ${shownJson(bound)}`];
  });
}

/** A word to type for a field, as an example that fits; null when its name is not fit to be copied into a shell. */
export function exampleWord(field: Field): string | null {
  return shellWord(`${field.name}=${exampleOf(field)}`);
}

function exampleOf(field: Field): string {
  const { schema } = field;
  const preset = field.default;
  if (typeof preset === 'string' || typeof preset === 'number' || typeof preset === 'boolean')
    return String(preset);
  switch (field.type) {
    case 'boolean':
      return 'yes';
    case 'choice':
    case 'choices':
      return String(field.choices[0]?.value ?? '');
    case 'number':
    case 'integer':
      return JSON.stringify(schema['maximum'] ?? schema['minimum'] ?? schema['multipleOf'] ?? 1);
    case 'text':
      return 'TEXT';
    default:
      return field satisfies never;
  }
}
