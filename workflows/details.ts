// The current details that the Temporal UI shows, in markdown. Its server lets HTML through, links bare addresses,
// sets typographic quotes and reads $...$ as a formula: whatever is not the host's own words stands in a code span.
import {
  asksForSecret,
  codeSpan,
  JobId,
  readForm,
  type Field,
  type Question,
  type QuestionKind,
  type Verdict,
  visibleJson,
} from './contract/index.ts';
import type { Job } from './job.ts';

/** The text travels in a URL, so its encoded length counts. */
const mostEncoded = 2_000;
/** Tried in this order: how many questions, and how many characters of each untrusted text. */
const sizes = [
  [3, 300],
  [3, 100],
  [1, 300],
  [1, 100],
  [1, 25],
  [0, 25],
] as const;

export function detailsOf(job: Job): string {
  let text = '';
  for (const [questions, characters] of sizes) {
    text = draft(job, questions, characters);
    if (encodeURIComponent(text).length <= mostEncoded) break;
  }
  return text;
}

function draft(job: Job, questions: number, most: number): string {
  const open = job.questions.filter(({ state }) => state === 'open');
  const name = JobId.safeParse(job.id).success ? job.id : 'JOB';
  const hidden = open.length - Math.min(open.length, questions);
  return [
    `**${job.state}** - round ${job.rounds}, ${job.closedCalls.length} calls closed`,
    ...when(job.reason, (reason) => codeSpan(reason, most)),
    ...when(job.verdicts.at(-1), (verdict) => lastAnswer(verdict, most)),
    ...open.slice(0, questions).flatMap((question) => block(name, question, most)),
    ...(hidden > 0 ? [`${hidden} open questions not shown here: \`adjourn show ${name}\``] : []),
  ].join('\n\n');
}

/** The Send Signal dialog says only that it sent: this is where its user sees what became of the answer. */
function lastAnswer({ action, question, by, at, result, reason }: Verdict, most: number): string {
  const what = [action, question, by === null ? null : `by ${by}`].filter((part) => part !== null).join(' ');
  const about = what === '' ? '' : ` ${codeSpan(what, Math.min(most, 100))}`;
  const why = reason === null ? '' : `: ${codeSpan(reason, most)}`;
  return `Last answer, ${seconds(at)}:${about} **${result}**${why}`;
}

const meaning: Record<QuestionKind, string> = {
  approval: 'may this call be sent, once?',
  form: 'the server asks before it goes on',
  url: 'the server wants an address opened',
  unknown: 'the call was sent, and its reply is lost',
  finished: 'is what was opened done?',
};

function block(job: string, question: Question, most: number): string[] {
  const { id, kind, server, tool, message, url, because, replaces, digest } = question;
  const says = kind === 'form' || kind === 'url' ? 'The server says (not verified)' : 'The host says';
  const again = question.rerun ? ' Accepting runs the tool again from its start.' : '';
  const name = `${codeSpan(server, Math.min(most, 40))}: ${codeSpan(tool, Math.min(most, 60))}`;
  return [
    `**${kind}** - ${meaning[kind]}${again}`,
    `Call: ${name} ${codeSpan(JSON.stringify(question.arguments), most)}`,
    ...when(because, (text) => `The policy's reason: ${codeSpan(text, most)}`),
    ...when(message, (text) => `${says}: ${codeSpan(text, most)}`),
    ...when(url, (text) => `Address (not verified): ${codeSpan(text, most)}`),
    ...when(
      question.visitedAt,
      (at) => `The server says that it is done there (not verified), ${seconds(at)}.`,
    ),
    ...when(replaces, () => `It replaces another: ${codeSpan(question.difference.join('; '), most)}`),
    ...when(question.againAt, (at) => `Put off; asked again ${seconds(at)}. It can be answered now.`),
    ...when(question.expiresAt, (at) => `Expires ${seconds(at)}.`),
    'Send Signal `answer` with this input; instead of `accept` also `decline`, or `cancel` to be asked again later:',
    payload(job, question, most),
    `Or in a shell: \`adjourn answer ${job}/${id} approve\` (or \`decline\`, \`later\`); digest ${digest.slice(0, 8)}`,
  ];
}

/** Values to fill in are no JSON: a template that is sent as it is never leaves the dialog. */
function payload(job: string, { id, schema }: Question, most: number): string {
  const form = schema === null ? null : readForm(schema);
  const fields = form?.kind === 'form' ? form.fields : [];
  const template = fields.map((field) => `${asJson(field.name)}:<${valueText(field)}>`).join();
  const content = template.length > most ? `<the form is long: adjourn show ${job}/${id}>` : `{${template}}`;
  const input = `{"question":"${id}","action":"accept"${template === '' ? '' : `,"content":${content}`}}`;
  return codeSpan(input.replaceAll('`', String.raw`\u0060`), 2 * mostEncoded);
}

function valueText(field: Field): string {
  const choices = 'choices' in field ? field.choices.map(({ value }) => asJson(value)) : [];
  const value = field.type === 'choice' ? choices.join(' or ') : field.type;
  const list = field.type === 'choices' ? ` of [${choices.join()}]` : '';
  const secret = asksForSecret(field) ? ', LOOKS LIKE A SECRET: it stays in this history' : '';
  return `${value}${list}${field.required ? '' : ', optional'}${secret}`;
}

/** To be pasted: what cannot be seen is an escape of JSON. */
function asJson(value: string | number): string {
  return visibleJson(JSON.stringify(value));
}

function when<T>(value: T | null | undefined, line: (value: T) => string): string[] {
  return value === null || value === undefined ? [] : [line(value)];
}

function seconds(iso: string): string {
  return `${iso.slice(0, 19)}Z`;
}
