// A question as a card: host-written header first, then exactly what would happen, then the server's own text.
import { readForm } from '../../workflows/contract/form.ts';
import type { JsonObject } from '../../workflows/contract/json.ts';
import type { Question } from '../../workflows/contract/question.ts';
import type { JobStatus } from '../../workflows/contract/status.ts';
import { folded, visible } from '../../workflows/contract/visible.ts';
import { isWhole } from '../answer.ts';
import { ago, ageOf, until } from './age.ts';
import { acceptEffect, declineEffect, laterEffect, sendEffect } from './effects.ts';
import { exampleWord, formLines } from './form-lines.ts';
import { shortHandle } from './handle.ts';
import { brief, hanging, padded, quoted, shellWord, shownJson, type Look } from './text.ts';
import { doneWord, outcomeOf } from './words.ts';

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
    ...facts(status, question, look),
    ...sendLines(question, look, full),
    ...serverText(question, look, full),
    ...addressLines(question, look),
    ...fieldLines(question, look),
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
    const who = by === null ? '' : ` by ${brief(by)}`;
    const door = via === null ? '' : ` (${brief(via)}, not verified)`;
    return [`${handle}  ${kind}  ${text}${who}${door}`];
  }
  const parts = [
    look.paint('yellow', `waiting ${ageOf(question.askedAt, now())}`),
    `attempt ${question.attempt} of ${question.prompts.limit}`,
    question.expiresAt === null ? 'never expires' : `expires ${until(question.expiresAt, now())}`,
    ...(question.againAt === null ? [] : [`put off, asked again ${until(question.againAt, now())}`]),
  ];
  return [`${handle}  ${kind}  ${parts.join('  ')}`];
}

function facts(status: JobStatus, question: Question, look: Look): string[] {
  const starter =
    status.requestedBy === null ? '' : `   started by ${brief(status.requestedBy)} (not verified)`;
  return [
    ...hanging('  goal    ', `${brief(status.goal, 200)}${starter}`, look),
    ...hanging('  server  ', brief(question.server, 200), look),
    ...hanging('  tool    ', `${brief(question.tool, 200)}${repeatText(status, question)}`, look),
    ...(whyText(question) === null ? [] : hanging('  why     ', whyText(question) ?? '', look)),
    ...(question.replaces === null
      ? []
      : [
          ...hanging('  new     ', `took the place of ${visible(question.replaces)}, which differs:`, look),
          ...question.difference.flatMap((line) => hanging('          ', visible(line), look)),
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

function sendLines(question: Question, look: Look, full: boolean): string[] {
  return [sendEffect(question), ...argumentLines(question.arguments, look, full)];
}

/** One argument a line, numbers and texts as JSON, so that "40" and 40 differ. */
function argumentLines(values: JsonObject, look: Look, full: boolean): string[] {
  const entries = Object.entries(values);
  if (entries.length === 0) return ['  (no arguments)'];
  const width = Math.min(30, Math.max(...entries.map(([name]) => visible(name).length)));
  return entries.flatMap(([name, value]) =>
    hanging(`  ${padded(visible(name), width)}  `, cut(shownJson(value), full), look),
  );
}

function serverText({ kind, message }: Question, look: Look, full: boolean): string[] {
  if (message === null) return [];
  const host = kind === 'unknown' || kind === 'finished';
  return [
    host ? 'The host says:' : 'Text from the server, not verified:',
    ...quoted(full ? message : cut(message, full), look),
  ];
}

function cut(text: string, full: boolean): string {
  if (full || text.length <= foldAt) return text;
  return `${folded(text, foldAt)} (all of it: --full)`;
}

function addressLines({ url }: Question, look: Look): string[] {
  if (url === null) return [];
  const host = URL.canParse(url) ? new URL(url).hostname : null;
  return [
    'It asks you to open this address. It leads outside: check it first.',
    ...hanging('  address  ', visible(url), look),
    ...(host === null ? [] : hanging('  host     ', visible(host), look)),
    ...(host?.split('.').some((label) => label.startsWith('xn--'))
      ? ['  warning  this address may imitate another one']
      : []),
  ];
}

function fieldLines({ schema }: Question, look: Look): string[] {
  if (schema === null) return [];
  const form = readForm(schema);
  if (form.kind === 'undrawable') {
    return hanging('This form cannot be shown safely: ', visible(`${form.reason} at ${form.pointer}`), look);
  }
  return form.fields.length === 0
    ? ['It asks for nothing but yes or no.']
    : ['It asks for:', ...formLines(form.fields, look)];
}

function historyLines(question: Question, look: Look): string[] {
  const events = question.history.filter(({ what }) => what !== 'asked');
  if (events.length === 0) return [];
  const words = {
    'asked-again': 'asked again',
    reminded: 'reminded',
    visited: 'the server says that what its link asks for is done',
    'put-off': 'put off',
    refused: 'an answer was refused',
  } as const;
  return [
    'So far:',
    ...events.slice(-10).flatMap(({ at, what, action, by, via, comment }) => {
      const word =
        what === 'answered' && action
          ? doneWord[action]
          : what in words
            ? words[what as keyof typeof words]
            : what;
      const who = by === null ? '' : ` by ${brief(by)}`;
      const door = via === null ? '' : ` (${brief(via)})`;
      const note = comment === null ? '' : `: ${shownJson(comment)}`;
      return hanging('  ', `${ago(at, look.now())}  ${word}${who}${door}${note}`, look);
    }),
  ];
}

/** The lines to copy. A field whose name cannot be copied safely is left to the file form. */
function commandLines(status: JobStatus, question: Question, look: Look): string[] {
  const command = `adjourn answer ${shellWord(`${status.id}/${question.id}`) ?? 'HANDLE'}`;
  const line = (words: string, effect: string) =>
    `  ${command} ${words}${effect === '' ? '' : `   ${look.paint('dim', effect)}`}`;
  return [
    'Answer with one of:',
    line(`approve${approveWords(question)}`, acceptEffect(question)),
    line('decline --comment "why"', declineEffect(status, question)),
    line('later', laterEffect(question)),
  ];
}

function approveWords({ schema }: Question): string {
  const form = schema === null ? null : readForm(schema);
  if (form?.kind !== 'form') return '';
  const needed = form.fields.filter(({ required, default: preset }) => required && preset === undefined);
  const words = needed.map(exampleWord);
  return words.some((word) => word === null) ? ' --content-file -' : words.map((word) => ` ${word}`).join('');
}
