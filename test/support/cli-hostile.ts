// Hostile text, put wherever somebody else's text can stand, and every output that shows it.
import { changesBetween } from '../../client/changes.ts';
import { card } from '../../client/cli/card.ts';
import { decided } from '../../client/cli/dialogue.ts';
import { explain } from '../../client/cli/errors.ts';
import { jobColumns, questionColumns } from '../../client/cli/lists.ts';
import { complain } from '../../client/cli/session.ts';
import { jobLines } from '../../client/cli/show.ts';
import { table } from '../../client/cli/table.ts';
import { tell } from '../../client/cli/watching.ts';
import { ClientError, type Problem } from '../../client/errors.ts';
import { JobInput } from '../../workflows/contract/job.ts';
import type { Question } from '../../workflows/contract/question.ts';
import type { JobStatus } from '../../workflows/contract/status.ts';
import { detailsOf } from '../../workflows/details.ts';
import { newJob } from '../../workflows/job.ts';
import { sampleIo, sampleQuestion, sampleStatus } from './cli-samples.ts';

export const attacks = {
  'clear screen': '\u001b[2J',
  'cursor up': '\u001b[1A\u001b[K',
  link: '\u001b]8;;http://evil\u0007text\u001b]8;;\u0007',
  clipboard: '\u001b]52;c;aGk=\u0007',
  bell: '\u0007',
  'carriage return': 'safe\revil',
  'C1 CSI': '\u009b2J',
  'right to left override': '\u202eevil',
  isolate: '\u2066evil',
  'zero width space': 'e\u200bvil',
  'byte order mark': '\ufeff',
  'variation selector': 'a\u{e0100}',
  'hidden text in tags': '\u{e0041}\u{e0042}',
  'notes between lines': '\ufff9a\ufffab\ufffb',
  'Hangul fillers': '\u3164\u115f\uffa0',
  'line separators': 'a\u2028b\u2029c\u0085d',
  'half a character': '\ud83d',
  '300 spaces': `a${' '.repeat(300)}b`,
  '400 empty lines': `a${'\n'.repeat(400)}Approve? [y]`,
  'a second prompt': 'ok\nserver: trusted\nYour answer (Ctrl-C: nothing is sent): yes',
};

/** What must never reach a terminal raw. */
export const raw = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u;

export function everywhere(text: string): Partial<Question> {
  const choices = { enum: ['x', text], enumNames: [text, 'y'] };
  return {
    kind: 'form',
    server: text,
    tool: text,
    message: text,
    because: text,
    arguments: { [text]: text, list: [text] },
    url: text,
    replaces: text,
    difference: [text],
    schema: {
      type: 'object',
      required: ['f'],
      properties: {
        f: { type: 'string', title: text, description: text, default: text, ...choices },
        [`${text.slice(0, 100)}.`]: { type: 'string', title: text },
        many: { type: 'array', items: { type: 'string', ...choices } },
      },
    },
    history: (['answered', 'refused', 'reminded', 'visited'] as const).map((what) => ({
      at: '2026-11-30T11:00:00Z',
      what,
      action: 'accept',
      by: text,
      via: text,
      comment: text,
    })),
  };
}

function statusWith(text: string, questions: Question[]): JobStatus {
  const call = {
    id: 'c1.1',
    server: text,
    tool: text,
    arguments: { [text]: text },
    legs: 1,
    idempotent: false,
    sentAt: null,
    endedAt: null,
    state: 'closed' as const,
    policy: null,
    edited: false,
    unasked: false,
    outcome: 'ran' as const,
    isError: true,
    text,
  };
  const verdict = {
    answer: null,
    question: text,
    action: text,
    by: text,
    at: text,
    result: 'refused' as const,
    reason: text,
  };
  const servers = [{ name: text, problem: text }];
  const said = { goal: text, reason: text, text, requestedBy: text, model: text };
  return sampleStatus({ ...said, calls: [call], questions, rejected: [verdict], servers });
}

/** Each output by its name, as one text. */
export async function outputsOf(text: string): Promise<[string, string][]> {
  const open = sampleQuestion(everywhere(text));
  const decision = {
    action: 'accept' as const,
    content: null,
    contentDigest: '',
    arguments: null,
    by: text,
    via: text,
    comment: text,
    at: '2026-11-30T11:00:00Z',
    answer: null,
  };
  const closed = sampleQuestion({ ...everywhere(text), state: 'accepted', decision });
  const status = statusWith(text, [open, closed]);
  const outputs: [string, string][] = [];
  for (const terminal of [true, false]) {
    const io = sampleIo({ terminal });
    const say = (name: string, lines: string[]) => outputs.push([name, lines.join('\n')]);
    for (const question of [open, closed]) {
      say('card', card(status, question, io, { full: terminal, commands: true }));
    }
    say('show', jobLines(status, io, true, [text]));
    const view = { kind: 'readable' as const, id: status.id, closed: false, status, retrying: [text] };
    const row = { job: status.id, status, question: open };
    say('list', table(jobColumns(io), [view], io));
    say('pending', table(questionColumns(io), [row], io));
    const before = { ...status, state: 'running' as const, calls: [], questions: [] };
    for (const change of changesBetween(before, status, true)) tell({ io, json: false }, status, change);
    say('watch', io.stdout);
  }
  outputs.push(
    ['prompts', await promptsOf(status, open)],
    ['error', errorsOf(text)],
    ['temporal ui', uiOf(text)],
  );
  return outputs;
}

async function promptsOf(status: JobStatus, question: Question): Promise<string> {
  const io = sampleIo({}, ['approve', 'x', '', 'x', '1', 'x', 'decline', 'no']);
  await decided({ io, status, question, options: { words: [] } }, null);
  return [...io.stdout, ...io.stderr].join('\n');
}

function errorsOf(text: string): string {
  const at = { job: 'po-1042', question: 'q1.1.1-9f31c2ab' };
  const problems: Problem[] = [
    { reason: 'unreadable-job', job: 'po-1042', detail: text },
    { reason: 'no-such-job', job: 'po-1042', close: text },
    { reason: 'replaced', ...at, by: text, difference: [text] },
    { reason: 'refused', ...at, detail: text, fields: {} },
    { reason: 'already-answered', ...at, action: 'accept', by: text, at: text, via: text, tried: null },
    { reason: 'temporal-refused', address: 'a:1', namespace: 'default', detail: text },
    { reason: 'bad-input', messages: [text] },
  ];
  const io = sampleIo();
  for (const problem of problems) complain(io, explain(new ClientError(problem), io.now()));
  complain(io, explain(new Error(text), io.now()));
  return io.stderr.join('\n');
}

function uiOf(text: string): string {
  const input = JobInput.parse({
    goal: 'x',
    requestedBy: null,
    model: null,
    servers: null,
    onDecline: null,
    prompts: {},
  });
  const job = newJob(input, 'po-1', 'run', '2026-11-30T10:00:00Z');
  return detailsOf({ ...job, state: 'waiting', reason: text, questions: [sampleQuestion(everywhere(text))] });
}
