// A person at a terminal decides: the question is shown, what is missing is asked for, and a typed word settles it.
import type { AnswerAction } from '../../workflows/contract/answer.ts';
import { bounds } from '../../workflows/contract/bounds.ts';
import type { Field } from '../../workflows/contract/form.ts';
import type { JsonObject } from '../../workflows/contract/json.ts';
import { visible } from '../../workflows/contract/visible.ts';
import type { Question } from '../../workflows/contract/question.ts';
import type { JobStatus } from '../../workflows/contract/status.ts';
import { isWhole } from '../answer.ts';
import { givenTo } from './content.ts';
import { consent } from './effects.ts';
import { askField, askFields } from './field-prompts.ts';
import { contentOf, fieldsOf, hasValues, type Values } from './filling.ts';
import type { Io } from './io.ts';
import { offersFor, type Offers, type Word } from './offers.ts';
import { reviewLines } from './review.ts';
import { printLines } from './session.ts';
import { hanging } from './text.ts';
import { UsageError } from './usage-error.ts';

/** `defaults`: fields that a default filled and the person has not seen. */
export type Reply = { action: AnswerAction; content: JsonObject; comment?: string; defaults: string[] };

type Talk = { io: Io; status: JobStatus; question: Question; options: Values & { comment?: string } };

const unseen =
  'this question is too large to be read without a worker, and none replied: what cannot be seen whole is not approved.\nStart a worker, or answer by its whole name.';

/** `wish`: the answer that was typed already, if one was. null: nothing is to be sent. The card was shown. */
export async function decided(talk: Talk, wish: AnswerAction | null): Promise<Reply | null> {
  const { io, status, question } = talk;
  if (wish === null) return afterMenu(talk);
  if (wish === 'accept') return approving(talk);
  const word = await choose(
    io,
    hanging('  ', consent(status, question, wish), io),
    offersFor(status, question, wish),
  );
  return word.says === 'yes' ? { action: wish, content: {}, defaults: [] } : null;
}

async function afterMenu(talk: Talk): Promise<Reply | null> {
  const { io, status, question } = talk;
  const word = await choose(io, [], offersFor(status, question, null));
  if (word.says !== 'approve') return other(talk, word);
  // Its offer said what it does: without a form there is nothing more to see.
  if (fieldsOf(question)?.length === 0 && isWhole(question))
    return { action: 'accept', content: {}, defaults: [] };
  return approving(talk);
}

async function approving(talk: Talk): Promise<Reply | null> {
  const { io, status, question, options } = talk;
  if (!isWhole(question)) throw new UsageError(unseen);
  if (options.contentFile === '-') {
    throw new UsageError(
      `standard input brings the values, so nobody can be asked there: give the question's whole name, ${visible(`${status.id}/${question.id}`)}`,
    );
  }
  const form = fieldsOf(question) ?? [];
  const fills = form.length > 0 && !hasValues(options);
  let content = fills
    ? await askFields(io, question.schema, form)
    : (await contentOf(io, status, question, options)).content;
  for (;;) {
    const lines = [
      ...reviewLines(form, content, io),
      ...hanging('  ', consent(status, question, 'accept'), io),
    ];
    const word = await choose(io, lines, offersFor(status, question, 'accept', form));
    if (word.says === 'yes') return { action: 'accept', content, defaults: [] };
    if (word.says !== 'field') return other(talk, word);
    content = await changed(talk, form, content, word);
  }
}

async function changed(
  { io, question }: Talk,
  form: Field[],
  content: JsonObject,
  { field, leaveOut }: Extract<Word, { says: 'field' }>,
): Promise<JsonObject> {
  const value = leaveOut ? undefined : await askField(io, question.schema, field, givenTo(field, content));
  const kept = form.flatMap((one): [string, JsonObject[string]][] => {
    const now = one.name === field.name ? value : givenTo(one, content);
    return now === undefined ? [] : [[one.name, now]];
  });
  return Object.fromEntries(kept);
}

async function other({ io, options }: Talk, { says }: Word): Promise<Reply | null> {
  if (says === 'later') return { action: 'cancel', content: {}, defaults: [] };
  if (says !== 'decline') return null;
  const comment = options.comment ?? (await io.ask.line(whyText, { check: commentProblem }));
  return { action: 'decline', content: {}, defaults: [], ...(comment.trim() === '' ? {} : { comment }) };
}

const whyText = 'Why? The model sees it (Enter: no comment; Ctrl-C: nothing is sent):';

function commentProblem(text: string): string | null {
  const most = bounds.commentCharacters;
  return text.length > most ? `A comment has at most ${most} characters, this one ${text.length}.` : null;
}

/** The offers, one a line, and a word for one of them; nothing that is near to one counts as one. */
async function choose(io: Io, lines: string[], { shown, read }: Offers): Promise<Word> {
  printLines(io, ['', ...lines, ...shown]);
  const check = (text: string) => {
    const word = read(text);
    return 'problem' in word ? word.problem : null;
  };
  const word = read(await io.ask.line('Your answer (Ctrl-C: nothing is sent):', { check }));
  return 'problem' in word ? { says: 'nothing' } : word;
}
