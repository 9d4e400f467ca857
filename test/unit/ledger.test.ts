// The ledger as pure rules: what time and answers do to a question, whoever looks when. Cases C11, C14, C18.
import { beforeEach, describe, expect, test } from '@jest/globals';
import { newJob, type Call, type Job } from '../../workflows/job.ts';
import { fileAnswer, openQuestion } from '../../workflows/ledger.ts';
import type { Question } from '../../workflows/contract/index.ts';

const start = Date.parse('2026-01-01T00:00:00.000Z');
const at = (seconds: number) => new Date(start + seconds * 1_000).toISOString();
const input = { goal: 'g', requestedBy: null, model: null, servers: null, onDecline: null, prompts: {} };
const call = {
  id: 'c1.1',
  server: 'ops',
  tool: 'place',
  definitionDigest: 'd',
  arguments: {},
  asked: 0,
  gate: { outcome: 'allow', rule: null, because: null, prompts: {} },
};
const form = {
  kind: 'form',
  message: 'Sure?',
  schema: { type: 'object' },
  url: null,
  key: 'k',
  rerun: false,
} as const;

let job: Job;
let question: Question;
beforeEach(() => {
  job = newJob(input, 'job', 'run', at(0));
  job.terms = {
    model: 'm',
    servers: [],
    policy: { default: 'allow', servers: {}, rules: [] },
    policyDigest: 'p',
    onDecline: 'finish',
    prompts: { delayMs: 60_000, limit: 3, expiresMs: 3_600_000, remindMs: null },
    limits: { rounds: 10, tokens: null, historyEvents: 1_000 },
  };
  question = openQuestion(job, { ...call } as Call, form, at(0));
});

const accept = (more: Record<string, unknown> = {}) => ({ question: question.id, action: 'accept', ...more });

describe('C14 an answer after the expiry, when no worker was there to see it pass', () => {
  test('does not count, and the question is expired', () => {
    fileAnswer(job, accept(), at(7_200));
    expect(question).toMatchObject({ state: 'expired', decision: null });
    expect(job.rejected.at(-1)?.reason).toContain('expired');
  });

  test('counts when it was sent in time', () => {
    fileAnswer(job, accept({ sentAt: at(3_500) }), at(7_200));
    expect(question.state).toBe('accepted');
  });

  test('does not count when it was sent too late', () => {
    fileAnswer(job, accept({ sentAt: at(3_700) }), at(7_200));
    expect(question.state).toBe('expired');
  });

  test('counts in the same moment as the expiry: the answer wins', () => {
    fileAnswer(job, accept(), at(3_601));
    expect(question.state).toBe('accepted');
  });
});

describe('C18 an answer before its question', () => {
  test('is kept, and is judged when exactly that question opens', () => {
    const other = newJob(input, 'job', 'run', at(0));
    other.terms = job.terms;
    fileAnswer(other, accept({ by: 'kim' }), at(0));
    expect(other.early).toHaveLength(1);
    const opened = openQuestion(other, { ...call } as Call, form, at(5));
    expect(opened).toMatchObject({ id: question.id, state: 'accepted', decision: { by: 'kim' } });
    expect(other.early).toEqual([]);
  });

  test('is refused once there are too many', () => {
    for (let n = 1; n <= 120; n += 1) fileAnswer(job, accept({ question: `q9.9.${n}-00000000` }), at(1));
    expect(job.early.length).toBe(100);
    expect(job.rejected).toHaveLength(20);
  });
});

describe('C11 of answers to one question', () => {
  test('putting off twice while it is put off is a duplicate, and uses up no attempt', () => {
    fileAnswer(job, accept({ action: 'cancel' }), at(1));
    fileAnswer(job, accept({ action: 'cancel' }), at(2));
    expect(question.attempt).toBe(1);
    expect(job.verdicts.map(({ result }) => result)).toEqual(['recorded', 'duplicate']);
  });

  test('ten thousand refused ones leave the record bounded and the question open', () => {
    for (let n = 0; n < 10_000; n += 1) fileAnswer(job, accept({ content: { n } }), at(1));
    expect(question.state).toBe('open');
    expect(question.history.length).toBeLessThanOrEqual(200);
    expect(job.rejected.length).toBeLessThanOrEqual(100);
  });
});
