// The current details in the Temporal UI: what its markdown renderers make of it is in test/browser.
import { describe, expect, test } from '@jest/globals';
import * as fc from 'fast-check';
import { JobInput, unknownForm, type Question } from '../../workflows/contract/index.ts';
import { detailsOf } from '../../workflows/details.ts';
import { newJob, type Job } from '../../workflows/job.ts';

const asked: Question = {
  id: 'q1.1.1-9f31c2ab',
  call: 'c1.1',
  kind: 'form',
  state: 'open',
  server: 'operations',
  tool: 'place_purchase_order',
  definitionDigest: 'd'.repeat(64),
  arguments: { sku: 'SKU-300', quantity: 10 },
  key: 'approval',
  message: 'Order 10 of SKU-300 for real?',
  schema: { type: 'object', properties: {} },
  url: null,
  elicitationId: null,
  visitedAt: null,
  digest: '36817990'.repeat(8),
  rerun: false,
  rule: null,
  because: null,
  policyDigest: null,
  argumentsSchema: null,
  onDecline: 'finish',
  attempt: 1,
  prompts: { delayMs: 60_000, limit: 40, expiresMs: null, remindMs: null },
  askedAt: '2026-11-30T19:54:18.250Z',
  againAt: null,
  remindAt: null,
  reminders: 0,
  expiresAt: null,
  replaces: null,
  difference: [],
  closedAt: null,
  decision: null,
  history: [],
};

function jobWith(questions: Partial<Question>[], rest: Partial<Job> = {}): Job {
  const input = JobInput.parse({
    goal: 'order',
    requestedBy: null,
    model: null,
    servers: null,
    onDecline: null,
    prompts: {},
  });
  const job = newJob(input, 'po-1', 'run', '2026-11-30T19:54:18.250Z');
  return {
    ...job,
    state: 'waiting',
    rounds: 1,
    questions: questions.map((question) => ({ ...asked, ...question })),
    ...rest,
  };
}

/** The line that is to be pasted into the Send Signal dialog. */
const inputOf = (details: string) => /^`(\{.*\})`$/m.exec(details)?.[1] ?? '';

describe('the current details', () => {
  test('show who asks what, the input for the Send Signal dialog, and the command', () => {
    expect(detailsOf(jobWith([{}])).split('\n\n')).toEqual([
      '**waiting** - round 1, 0 calls closed',
      '**form** - the server asks before it goes on',
      'Call: `operations`: `place_purchase_order` `{"sku":"SKU-300","quantity":10}`',
      'The server says (not verified): `Order 10 of SKU-300 for real?`',
      'Send Signal `answer` with this input; instead of `accept` also `decline`, or `cancel` to be asked again later:',
      '`{"question":"q1.1.1-9f31c2ab","action":"accept"}`',
      'Or in a shell: `adjourn answer po-1/q1.1.1-9f31c2ab approve` (or `decline`, `later`); digest 36817990',
    ]);
  });

  test('have an input that is JSON as it is for an empty form, and is none while a value is missing', () => {
    const empty = inputOf(detailsOf(jobWith([{}])));
    expect(JSON.parse(empty)).toEqual({ question: asked.id, action: 'accept' });
    const filled = inputOf(detailsOf(jobWith([{ kind: 'unknown', schema: unknownForm }])));
    expect(filled).toContain(
      '"content":{"outcome":<"run-again" or "done" or "failed">,"comment":<text, optional>}',
    );
    expect(() => JSON.parse(filled)).toThrow(SyntaxError);
  });

  test('C34: flag a secret, and have an input whose names are JSON also where they cannot be seen', () => {
    const properties = { password: { type: 'string' }, 'a\u202e': { type: 'string' } };
    const details = detailsOf(jobWith([{ schema: { type: 'object', properties } }]));
    expect(details).toContain('"password":<text, optional, LOOKS LIKE A SECRET: it stays in this history>');
    expect(details).toContain(String.raw`"a\u202e":<text, optional>`);
  });

  test('C08: say that a server calls what its link asks for done', () => {
    const visitedAt = '2026-11-30T20:01:02.345Z';
    expect(detailsOf(jobWith([{ kind: 'url', url: 'https://pay.example/', visitedAt }]))).toContain(
      'The server says that it is done there (not verified), 2026-11-30T20:01:02Z.',
    );
  });

  test('say what became of the last answer, which the dialog does not', () => {
    const verdict = {
      answer: null,
      question: asked.id,
      action: 'accept',
      by: 'kim',
      at: '2026-11-30T20:01:02.345Z',
      result: 'refused' as const,
      reason: 'note is required',
    };
    expect(detailsOf(jobWith([{}], { verdicts: [verdict] }))).toContain(
      'Last answer, 2026-11-30T20:01:02Z: `accept q1.1.1-9f31c2ab by kim` **refused**: `note is required`',
    );
  });

  test('keep the words of others in code spans that no backtick ends, and the UI puts no id into them', () => {
    const message = '``` `` <b> [x](https://evil.example) {workflowId} {runId} {namespace} \u202E';
    const details = detailsOf(jobWith([{ message, arguments: { '`': '{runId}' } }]));
    expect(details).toContain(
      String.raw`: ${'````'} ${'```'} ${'``'} <b> [x](https://evil.example) \u{7b}workflowId} \u{7b}runId} \u{7b}namespace} \u{202e} ${'````'}`,
    );
    expect(details).not.toMatch(/\{(workflowId|runId|namespace)\}/);
  });

  test('name the questions that have no room', () => {
    const details = detailsOf(jobWith(Array.from({ length: 5 }, () => ({}))));
    expect(details).toContain('open questions not shown here: `adjourn show po-1`');
  });

  test('stay under 2 KB as a URL carries them, whatever the server, the model and the answer supply', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 500 }),
      fc.constantFrom('가', '`', '{', '\u202E').map((character) => character.repeat(16_000)),
    );
    const question = fc.record({
      server: text,
      tool: text,
      message: text,
      url: fc.option(text),
      because: fc.option(text),
      arguments: fc.dictionary(text, text, { maxKeys: 3 }),
      schema: fc.record({
        type: fc.constant('object'),
        properties: fc.dictionary(text, fc.constant({ type: 'string' }), { maxKeys: 3 }),
      }),
    });
    fc.assert(
      fc.property(
        fc.array(question, { maxLength: 5 }),
        fc.option(text),
        text,
        text,
        (questions, reason, id, by) => {
          const verdict = {
            answer: null,
            question: null,
            action: by,
            by,
            at: asked.askedAt,
            result: 'refused' as const,
            reason: by,
          };
          const details = detailsOf(jobWith(questions, { reason, id, verdicts: [verdict] }));
          expect(encodeURIComponent(details).length).toBeLessThanOrEqual(2_000);
        },
      ),
    );
  });
});
