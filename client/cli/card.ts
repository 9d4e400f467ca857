// A question as a card: host-written header first, then exactly what would happen, then the server's own text.
// No line of the server starts at the margin, and none without the mark or a label of the host's.
import { readForm } from '../../workflows/contract/form.ts';
import { FinishedAnswer, UnknownAnswer } from '../../workflows/contract/host-forms.ts';
import type { JsonObject } from '../../workflows/contract/json.ts';
import type { Question } from '../../workflows/contract/question.ts';
import type { JobStatus } from '../../workflows/contract/status.ts';
import { folded, visible } from '../../workflows/contract/visible.ts';
import { isWhole } from '../answer.ts';
import { addressLines } from './address.ts';
import { ago, ageOf, until } from './age.ts';
import { historyLines } from './card-history.ts';
import { acceptEffect, declineEffect, laterEffect, outcomeEffect, sendEffect } from './effects.ts';
import { approvingWords } from './examples.ts';
import { formLines, formTextLines } from './form-lines.ts';
import { shortHandle } from './handle.ts';
import { answeredLines } from './review.ts';
import {
  brief,
  hanging,
  keyName,
  mark,
  named,
  quoted,
  rows,
  shellWord,
  shownJson,
  type Look,
} from './text.ts';
import { outcomeOf } from './words.ts';

export type CardOptions = {
  /** Show every value to its end. */
  full: boolean;
  /** Say which commands answer it. */
  commands: boolean;
};

const foldAt = 2_000;

export function card(
  status: JobStatus,
  question: Question,
  look: Look,
  { full, commands }: CardOptions,
): string[] {
  const open = question.state === 'open';
  return [
    ...headline(status, question, look),
    ...(isWhole(question)
      ? []
      : ['  PARTS ARE MISSING: it is too large to be read without a worker, and none replied.']),
    ...facts(status, question, look, full),
    open ? sendEffect(question) : 'The call it belongs to:',
    ...argumentLines(question.arguments, look, full),
    ...serverText(question, look, full),
    ...addressLines(status.id, question, look),
    ...fieldLines(question, look, full),
    ...givenLines(question, look),
    ...historyLines(question, look),
    ...(open && commands ? commandLines(status, question, look) : []),
  ];
}

function headline(status: JobStatus, question: Question, look: Look): string[] {
  const { now } = look;
  const kind = look.paint('bold', question.kind.toUpperCase());
  const handle = visible(shortHandle(status.id, question.id));
  if (question.state !== 'open') {
    const { text, by, via } = outcomeOf(question);
    const door = via === null ? '' : `, through ${brief(via, 30)}`;
    return [
      `${handle}  ${kind}  ${text}`,
      ...(by === null ? [] : hanging('  by      ', `${brief(by)}${door} (not verified)`, look)),
    ];
  }
  const parts = [
    look.paint('yellow', `waiting ${ageOf(question.askedAt, now())}`),
    `attempt ${question.attempt} of ${question.prompts.limit}`,
    question.expiresAt === null ? 'never expires' : `expires ${until(question.expiresAt, now())}`,
    ...(question.againAt === null ? [] : [`put off, asked again ${until(question.againAt, now())}`]),
  ];
  return [`${handle}  ${kind}  ${parts.join('  ')}`];
}

function facts(status: JobStatus, question: Question, look: Look, full: boolean): string[] {
  const { replaces, visitedAt } = question;
  const starter =
    status.requestedBy === null ? '' : `   started by ${brief(status.requestedBy)} (not verified)`;
  const why = whyText(question);
  const visited = `the server says that what this link asks for is done, ${ago(visitedAt ?? '', look.now())} (not verified)`;
  return [
    ...hanging('  goal    ', `${brief(status.goal, 200)}${starter}`, look),
    ...hanging('  server  ', named(question.server), look),
    ...hanging('  tool    ', `${named(question.tool)}${repeatText(status, question)}`, look),
    ...(why === null ? [] : hanging('  why     ', why, look)),
    ...(visitedAt === null ? [] : hanging('  link    ', visited, look)),
    ...(replaces === null
      ? []
      : [
          ...hanging('  new     ', `took the place of ${named(replaces)}, which differs:`, look),
          ...question.difference.flatMap((line) => hanging(mark, cut(visible(line), full), look)),
        ]),
  ];
}

function repeatText({ calls }: JobStatus, { call }: Question): string {
  const found = calls.find(({ id }) => id === call);
  return found && !found.idempotent ? '   not declared idempotent' : '';
}

function whyText({ kind, rule, because }: Question): string | null {
  const words = because === null ? '' : `: ${shownJson(because)}`;
  if (kind === 'approval')
    return rule === null ? `the policy's default asks${words}` : `policy rule ${rule} asks${words}`;
  if (kind === 'unknown') return 'the call was sent and its reply was lost: it is not known whether it ran';
  if (kind === 'finished') return 'an address was opened: is it done there?';
  return null;
}

/** One argument a line, numbers and texts as JSON, so that "40" and 40 differ. */
function argumentLines(values: JsonObject, look: Look, full: boolean): string[] {
  const entries = Object.entries(values);
  if (entries.length === 0) return ['  (no arguments)'];
  return rows(
    entries.map(([name, value]) => [keyName(name, Infinity), cut(shownJson(value), full)]),
    look,
  );
}

function serverText({ kind, message }: Question, look: Look, full: boolean): string[] {
  if (message === null) return [];
  const host = kind === 'unknown' || kind === 'finished';
  return [
    host ? 'The host says:' : 'Text from the server, not verified:',
    ...quoted(cut(message, full), look),
  ];
}

function cut(text: string, full: boolean): string {
  if (full || text.length <= foldAt) return text;
  return `${folded(text, foldAt)} (all of it: --full)`;
}

function fieldLines({ schema }: Question, look: Look, full: boolean): string[] {
  if (schema === null) return [];
  const form = readForm(schema);
  if (form.kind === 'undrawable') {
    const why = visible(`${form.reason} at ${form.pointer}`);
    return ['This form cannot be shown safely:', ...hanging(mark, cut(why, full), look)];
  }
  const said = formTextLines(form, look, full);
  return form.fields.length === 0
    ? ['It asks for nothing but yes or no.', ...said]
    : ['It asks for:', ...said, ...formLines(form.fields, look, full)];
}

/** The lines to copy, in one piece each. Fields that cannot be copied safely are left to the file form. */
function commandLines(status: JobStatus, question: Question, look: Look): string[] {
  const command = `adjourn answer ${shellWord(`${status.id}/${question.id}`) ?? 'HANDLE'}`;
  const line = (words: string, effect: string) => `  ${command}${words}   ${look.paint('dim', effect)}`;
  return [
    'Answer with one of:',
    ...approvals(question).map(([words, effect]) => line(` approve${words}`, effect)),
    line(' decline --comment "why"', declineEffect(status, question)),
    line(' later', laterEffect(question)),
    ...(look.terminal ? [line('', 'asks you which, step by step')] : []),
  ];
}

/** An outcome that is to be chosen is never chosen here. */
function approvals(question: Question): [words: string, effect: string][] {
  if (question.kind === 'unknown' || question.kind === 'finished') {
    const form = question.kind === 'unknown' ? UnknownAnswer : FinishedAnswer;
    const outcomes = form.shape.outcome.options;
    return outcomes.map((outcome) => [` outcome=${outcome}`, outcomeEffect(outcome, question)]);
  }
  const words =
    approvingWords(question)
      ?.map((word) => ` ${word}`)
      .join('') ?? ' --content-file -';
  return [[words, acceptEffect(question)]];
}

function givenLines({ schema, state, decision }: Question, look: Look): string[] {
  const form = schema === null ? null : readForm(schema);
  return state === 'accepted' && form?.kind === 'form'
    ? answeredLines(form.fields, decision?.content ?? null, look)
    : [];
}
