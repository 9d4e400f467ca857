// What a person can say now, and what each of it does.
import type { AnswerAction } from '../../workflows/contract/answer.ts';
import type { Field } from '../../workflows/contract/form.ts';
import type { Question } from '../../workflows/contract/question.ts';
import type { JobStatus } from '../../workflows/contract/status.ts';
import { acceptEffect, declineEffect, laterEffect } from './effects.ts';
import { fieldsOf } from './filling.ts';
import { padded, shownJson } from './text.ts';

export type Word =
  | { says: 'approve' | 'yes' | 'decline' | 'later' | 'nothing' }
  | { says: 'field'; field: Field; leaveOut: boolean };

export type Offers = { shown: string[]; read: (text: string) => Word | { problem: string } };

type Plain = Exclude<Word['says'], 'field'>;

/** `wish` null: the first choice of all. With a form its fields can be changed, by their numbers. */
export function offersFor(
  status: JobStatus,
  question: Question,
  wish: AnswerAction | null,
  form: Field[] = [],
): Offers {
  const fills = (fieldsOf(question) ?? []).length > 0;
  const effect = acceptEffect(question);
  const against: [Plain, string][] = [
    ['decline', declineEffect(status, question)],
    ['later', laterEffect(question)],
  ];
  const first: [Plain, string] =
    wish === null
      ? ['approve', fills ? `fill the form in; you see it whole before it is sent` : effect]
      : ['yes', wish === 'accept' ? effect : 'do it'];
  const words: [Plain, string][] = [
    first,
    ...(wish === null || wish === 'accept' ? against : []),
    ['nothing', 'nothing is sent, it stays open'],
  ];
  return {
    shown: [
      ...words.slice(0, 1).map(line),
      ...(form.length === 0 ? [] : [line(['1, 2 ..', 'asks for that field again; -1, -2 .. leaves it out'])]),
      ...words.slice(1).map(line),
    ],
    read: (text) =>
      wordOf(
        text,
        words.map(([word]) => word),
        form,
      ),
  };
}

const line = ([word, effect]: [string, string]) => `    ${padded(word, 9)}${effect}`;

function wordOf(text: string, words: Plain[], form: Field[]): Word | { problem: string } {
  const typed = text.trim().toLowerCase();
  const says = words.find((word) => word === typed);
  if (says) return { says };
  const list = `${words.slice(0, -1).join(', ')} or ${words.at(-1) ?? ''}`;
  const field = /^-?\d{1,4}$/.test(typed) ? form[Math.abs(Number(typed)) - 1] : undefined;
  if (!field) return { problem: `Type ${list}, not ${shownJson(typed.slice(0, 20))}.` };
  const leaveOut = typed.startsWith('-');
  return leaveOut && field.required
    ? { problem: 'That field is required.' }
    : { says: 'field', field, leaveOut };
}
