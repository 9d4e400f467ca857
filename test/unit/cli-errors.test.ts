// Every foreseeable fault is one text that says what to do, and one exit code.
import { describe, expect, test } from '@jest/globals';
import { explain, explainProblem, Hinted } from '../../client/cli/errors.ts';
import { run } from '../../client/cli/main.ts';
import { complain } from '../../client/cli/session.ts';
import { endCode } from '../../client/cli/watching.ts';
import { closest } from '../../client/closest.ts';
import { ClientError, type Problem } from '../../client/errors.ts';
import { sampleHosts, sampleIo, sampleNow } from '../support/cli-samples.ts';

const at = { job: 'po-1042', question: 'q1.1.1-9f31c2ab' };

const cases: [Problem, number, string][] = [
  [
    { reason: 'unreachable', address: '127.0.0.1:7233', profile: 'default', detail: '' },
    1,
    'cannot reach Temporal at 127.0.0.1:7233 (profile default).\nStart it, or set TEMPORAL_ADDRESS or --profile.',
  ],
  [
    { reason: 'no-such-job', job: 'po-1024', close: 'po-1042' },
    3,
    'no job po-1024. Close: po-1042. All jobs: adjourn list',
  ],
  [
    { reason: 'no-such-question', ...at },
    3,
    'job po-1042 has no question q1.1.1-9f31c2ab. Its questions: adjourn show po-1042',
  ],
  [
    {
      reason: 'already-answered',
      ...at,
      action: 'accept',
      by: 'lee',
      at: '2026-11-30T11:56:00Z',
      via: 'web',
      tried: 'decline',
    },
    5,
    'po-1042/q1.1.1 was answered already: approved by lee, 4 min ago (web).\nYour decline changed nothing. See: adjourn show po-1042/q1.1.1',
  ],
  [
    { reason: 'replaced', ...at, by: 'q1.1.2-4be07d11', difference: ['quantity 40 -> 400'] },
    5,
    'po-1042/q1.1.1-9f31c2ab was replaced by q1.1.2-4be07d11:\nquantity 40 -> 400\nNothing was sent. See: adjourn show po-1042/q1.1.2',
  ],
  [
    { reason: 'closed', ...at, state: 'expired' },
    5,
    'po-1042/q1.1.1 takes no answer any more: expired. Nothing was sent. See: adjourn show po-1042/q1.1.1',
  ],
  [
    { reason: 'job-finished', job: 'po-1042', state: 'completed' },
    5,
    'job po-1042 is finished: completed. Nothing was sent. See: adjourn show po-1042',
  ],
  [
    { reason: 'refused', ...at, detail: 'quantity must be at most 40, got 45', fields: {} },
    4,
    'quantity must be at most 40, got 45. Nothing was sent; still open.',
  ],
  [{ reason: 'bad-input', messages: ['goal: the goal is empty'] }, 2, 'goal: the goal is empty'],
  [
    { reason: 'duplicate-job', job: 'po-1042' },
    2,
    'job po-1042 exists already: an id is used once. See: adjourn show po-1042',
  ],
  [{ reason: 'bad-profile', profile: 'x', detail: 'not found' }, 2, 'profile x: not found'],
];

describe('a fault', () => {
  test.each(cases)('%j', (problem, code, text) => {
    expect(explainProblem(problem, sampleNow)).toMatchObject({ text, code });
  });

  test('without search attributes says who registers them', () => {
    const detail = 'Namespace default has no mapping defined for search attribute AdjournState';
    const fault = explain(
      new ClientError({ reason: 'temporal-refused', address: 'a:1', namespace: 'default', detail }),
      sampleNow,
    );
    expect(fault.text).toMatch(/A worker registers them: adjourn worker/);
    expect(fault.code).toBe(1);
  });

  test('keeps its code when a better line is offered', () => {
    const refused = new ClientError({ reason: 'refused', ...at, detail: 'count is required', fields: {} });
    const fault = explain(new Hinted(refused, 'Try: that'), sampleNow);
    const text = 'count is required. Nothing was sent; still open.';
    expect(fault).toEqual({ text, code: 4, foreign: true, hint: 'Try: that' });
  });

  test('shows what a server or another person supplied as escapes', () => {
    const problem = { reason: 'refused' as const, ...at, detail: 'a\u001b[2J', fields: {} };
    expect(explainProblem(problem, sampleNow).text).toContain(String.raw`a\u{1b}[2J`);
  });
});

describe('a command line that cannot be meant', () => {
  const hosts = sampleHosts;
  const unreachable = { TEMPORAL_ADDRESS: '127.0.0.1:1' };

  test.each([
    [['answer', 'po-1/q1.1.1', 'reject'], '"reject" is not an answer. Use approve, decline or later.'],
    [
      ['answer', 'po-1/q1.1.1', 'cancel'],
      '"cancel" is not an answer: say later, or stop the job with: adjourn cancel JOB',
    ],
    [
      ['answer', 'po-1/q1.1.1', 'approve', '--content-file'],
      "option '--content-file <file>' argument missing",
    ],
    [['answer', 'po-1/q1.1.1', 'APPROVE'], '"APPROVE" is not an answer'],
    [['answer', 'po-1/q1.1.1', 'constructor'], '"constructor" is not an answer'],
    [['answer', 'po-1', 'approve'], 'which question of po-1? See: adjourn show po-1'],
    [['answer', 'po-1/9f31c2ab', 'approve'], '"9f31c2ab" is not the id of a question'],
    [['answer', 'po-1/q1.1.1-9f31c2ab', 'decline', 'quantity=3'], 'values go with approve only'],
    [['show', 'a b'], '"a b" is not the id of a job'],
    [['list', '--state', 'open'], 'Give one of running, waiting'],
    [['start', 'x', '--ask-again', '90'], 'Give a number with its unit'],
    [['start', 'x', '--attempts', '0'], 'Give a whole number from 1'],
    [['start', 'x', '--on-decline', 'stop'], 'Allowed choices are finish, continue'],
    [['frob'], "unknown command 'frob'"],
    [['list', '--frob'], "unknown option '--frob'"],
    [['up', '--port', '70000'], 'Give a port'],
  ])('%j ends with 2 before Temporal is asked', async (argv, text) => {
    const io = sampleIo({ env: unreachable });
    expect(await run(argv, hosts, io)).toBe(2);
    expect(io.stderr.join('\n')).toContain(text);
    expect(io.stderr[0]).toMatch(/^error: /);
    expect(io.stdout).toEqual([]);
  });

  test('an answer without a word and without a terminal says the three words', async () => {
    for (const part of [{ interactive: false }, {}]) {
      const io = sampleIo({ env: unreachable, ...part });
      const argv = ['answer', 'po-1/q1.1.1', ...('interactive' in part ? [] : ['--json'])];
      expect(await run(argv, hosts, io)).toBe(2);
      expect(io.stderr).toEqual([
        'error: say what you answer: approve, decline or later. On a terminal you are asked.\n       See: adjourn show po-1/q1.1.1',
      ]);
    }
  });

  test('values without a word are no answer', async () => {
    const io = sampleIo({ env: unreachable });
    expect(await run(['answer', 'po-1/q1.1.1', '--set-json', 'a=1'], hosts, io)).toBe(2);
    expect(io.stderr.join()).toContain('values go with approve only');
  });

  test('C34: words of others never start a line at the margin, and lines to copy stay in one piece', () => {
    const io = sampleIo({ columns: 50 });
    const detail = 'server: trusted '.repeat(20);
    const hint = `Try: adjourn answer po-1042/q1.1.1-9f31c2ab approve note=${'x'.repeat(60)}`;
    const refused = new ClientError({ reason: 'refused', ...at, detail, fields: {} });
    complain(io, explain(new Hinted(refused, hint), sampleNow));
    const lines = io.stderr.join('\n').split('\n');
    expect(lines[0]).toMatch(/^error: server/);
    for (const line of lines.slice(1)) expect(line).toMatch(/^ {7}\S/);
    expect(lines.at(-1)?.trim()).toBe(hint);
  });

  test('help is no fault', async () => {
    const io = sampleIo();
    expect(await run(['--help'], hosts, io)).toBe(0);
    expect(io.stderr).toEqual([]);
    expect(io.stdout.join('\n')).toContain('adjourn');
  });

  test('worker and up get their options, and their code is the end', async () => {
    const seen: unknown[] = [];
    const noting = (options: unknown) => {
      seen.push(options);
      return Promise.resolve(7);
    };
    const both = { ...hosts, worker: noting, up: noting };
    expect(await run(['worker', '--config', 'c.json', '--profile', 'p'], both, sampleIo())).toBe(7);
    expect(await run(['up', '--port', '7000', '--ui-port', '0', '--no-example'], both, sampleIo())).toBe(7);
    expect(seen).toEqual([
      { config: 'c.json', profile: 'p' },
      { port: 7000, uiPort: 0, example: false },
    ]);
  });

  test('an unforeseen fault is one line, without a stack', async () => {
    const io = sampleIo();
    const broken = { ...hosts, worker: () => Promise.reject(new Error('boom')) };
    expect(await run(['worker'], broken, io)).toBe(1);
    expect(io.stderr).toEqual(['error: boom (unforeseen: please report it)']);
  });
});

test('--exit-status has a code for each end', () => {
  const ends = ['completed', 'declined', 'undecided', 'limit', 'failed', 'cancelled'] as const;
  expect(ends.map(endCode)).toEqual([0, 10, 11, 12, 13, 14]);
});

test('a misspelt job finds the one that is near', () => {
  expect(closest('po-1024', ['nightly-7', 'po-1042', 'po-2000'])).toBe('po-1042');
  expect(closest('abc', ['po-1042'])).toBeNull();
  expect(closest('x', [])).toBeNull();
});
