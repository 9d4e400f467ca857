// Questions, jobs and an outside for tests of what the CLI prints.
import { Abandoned } from '../../client/cli/ask.ts';
import type { Hosts } from '../../client/cli/main.ts';
import type { Io } from '../../client/cli/io.ts';
import { painter } from '../../client/cli/io.ts';
import { firstStatus } from '../../client/start.ts';
import { questionDigest } from '../../workflows/contract/digest.ts';
import type { Question } from '../../workflows/contract/question.ts';
import type { JobStatus } from '../../workflows/contract/status.ts';

export const sampleNow = Date.parse('2026-11-30T12:00:00Z');

export function sampleQuestion(part: Partial<Question> = {}): Question {
  const question: Question = {
    id: 'q1.1.1-9f31c2ab',
    call: 'c1.1',
    kind: 'approval',
    state: 'open',
    server: 'operations',
    tool: 'place_purchase_order',
    definitionDigest: 'def',
    arguments: { item: 'A4 paper, 80 g', quantity: 40 },
    key: null,
    message: null,
    schema: null,
    url: null,
    elicitationId: null,
    visitedAt: null,
    digest: '',
    rerun: false,
    rule: 2,
    because: 'spends money',
    policyDigest: null,
    argumentsSchema: null,
    onDecline: 'finish',
    attempt: 1,
    prompts: { delayMs: 60_000, limit: 5, expiresMs: null, remindMs: null },
    askedAt: '2026-11-30T10:00:00Z',
    againAt: null,
    remindAt: null,
    reminders: 0,
    expiresAt: '2026-12-01T10:00:00Z',
    replaces: null,
    difference: [],
    closedAt: null,
    decision: null,
    history: [],
    ...part,
  };
  return { ...question, digest: part.digest ?? questionDigest(question) };
}

export function sampleStatus(part: Partial<JobStatus> = {}): JobStatus {
  const input = {
    goal: 'Reorder paper',
    requestedBy: 'kim',
    model: null,
    servers: null,
    onDecline: null,
    prompts: {},
  };
  return { ...firstStatus('po-1042', input), startedAt: '2026-11-30T10:00:00Z', state: 'waiting', ...part };
}

const elsewhere = () => Promise.reject(new Error('this is the worker’s to do'));

/** Commands that do nothing, for tests of all the others. */
export const sampleHosts: Hosts = {
  version: '0.0.0',
  worker: () => Promise.resolve(0),
  up: () => Promise.resolve(0),
  policy: { check: elsewhere, explain: elsewhere, test: elsewhere },
};

export type SampleIo = Io & { stdout: string[]; stderr: string[] };

/** A terminal by default; `typed`: what a person answers to each prompt, in order. */
export function sampleIo(part: Partial<Io> = {}, typed: string[] = []): SampleIo {
  const stdout: string[] = [];
  const stderr: string[] = [];
  const next = () => {
    const text = typed.shift();
    if (text === undefined) throw new Error('asked more than the test types');
    if (text === 'CTRL-C') throw new Abandoned('Nothing was sent; still open.');
    return text;
  };
  return {
    out: (text) => void stdout.push(text),
    err: (text) => void stderr.push(text),
    readStdin: () => Promise.resolve(new Uint8Array()),
    interactive: true,
    terminal: true,
    columns: 80,
    accessible: false,
    paint: painter(false),
    ask: {
      line: async (message, { check } = {}) => {
        for (;;) {
          stdout.push(message);
          const text = next();
          const problem = check?.(text) ?? null;
          if (problem === null) return Promise.resolve(text);
          stdout.push(problem);
        }
      },
      one: (message, choices, preset) => {
        stdout.push(message, ...choices.map(({ title }) => title));
        const text = next();
        const choice = choices.find(({ value, title }) =>
          text === '' ? value === preset : String(value) === text || title === text,
        );
        return choice ? Promise.resolve(choice) : Promise.reject(new Error(`no choice ${text}`));
      },
      many: (message, choices, preset) => {
        stdout.push(message, ...choices.map(({ title }) => title));
        const text = next();
        const chosen = text === '' ? preset.map(String) : text.split(',');
        return Promise.resolve(choices.filter(({ value }) => chosen.includes(String(value))));
      },
    },
    env: {},
    user: 'kim',
    now: () => sampleNow,
    stoppable: () => ({ signal: new AbortController().signal, release: () => undefined }),
    ...part,
    stdout,
    stderr,
  };
}
