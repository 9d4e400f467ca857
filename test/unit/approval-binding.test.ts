// What is sent is what a person accepted: random sequences against the pure core of a job. Case C15.
import { expect, test } from '@jest/globals';
import {
  array,
  assert,
  boolean,
  constant,
  constantFrom,
  integer,
  oneof,
  property,
  record,
  type Arbitrary,
} from 'fast-check';
import { questionDigest, type JsonObject, type Policy } from '../../workflows/contract/index.ts';
import { openApproval } from '../../workflows/asking.ts';
import { newJob, questionOf, type Call, type Job } from '../../workflows/job.ts';
import { fileAnswer } from '../../workflows/ledger.ts';
import { advance } from '../../workflows/outcome.ts';
import { plan } from '../../workflows/round.ts';
import { conclude, decided } from '../../workflows/verdict.ts';

const sequences = 10_000;
const input = { goal: 'g', requestedBy: null, model: null, servers: null, onDecline: null, prompts: {} };
const schema: JsonObject = {
  type: 'object',
  properties: { amount: { type: 'integer', minimum: 0 }, to: { type: 'string' } },
  required: ['amount'],
};
const policy: Policy = {
  default: 'ask',
  servers: {},
  rules: [
    { server: 'ops', tool: 'pay', then: 'ask', editable: true },
    { server: 'ops', tool: 'pay', when: { properties: { amount: { minimum: 90 } } }, then: 'deny' },
    { server: 'ops', tool: 'free', then: 'allow' },
  ],
};

type Act =
  | { do: 'answer'; call: number; action: 'accept' | 'decline' | 'cancel'; arguments?: JsonObject }
  | { do: 'change'; call: number; definition: number }
  | { do: 'late'; call: number };

const args = record({ amount: integer({ min: 0, max: 100 }), to: constantFrom('a', 'b') });
const place = integer({ min: 0, max: 2 });
const act: Arbitrary<Act> = oneof(
  record(
    {
      do: constant('answer' as const),
      call: place,
      action: constantFrom('accept' as const, 'decline' as const, 'cancel' as const),
      arguments: args,
    },
    { requiredKeys: ['do', 'call', 'action'] },
  ),
  record({ do: constant('change' as const), call: place, definition: integer({ min: 0, max: 3 }) }),
  record({ do: constant('late' as const), call: place }),
);
const planned = record({
  tool: constantFrom('pay', 'free', 'other'),
  arguments: args,
  destructive: boolean(),
});

function begin(calls: { tool: string; arguments: JsonObject; destructive: boolean }[]): Job {
  const job = newJob(input, 'job', 'run', '2026-01-01T00:00:00.000Z');
  job.terms = {
    model: 'm',
    servers: [{ name: 'ops', timeoutMs: 1_000, idempotent: [] }],
    policy,
    policyDigest: 'p'.repeat(64),
    onDecline: 'continue',
    prompts: { delayMs: 60_000, limit: 3, expiresMs: null, remindMs: null },
    limits: { rounds: 10, tokens: null, historyEvents: 1_000 },
  };
  const usage = { inputTokens: 0, outputTokens: 0, modelAttempts: 1 };
  job.round = plan(job, {
    content: [],
    text: '',
    usage,
    servers: [],
    calls: calls.map((call, n) => ({
      kind: 'call',
      id: String(n),
      name: call.tool,
      server: 'ops',
      definitionDigest: 'definition 0',
      ...call,
    })),
  });
  return job;
}

/** The pure part of a call's own flow: everything but the sends. */
function settle(job: Job, call: Call): void {
  if (call.step.kind === 'describe') openApproval(job, call, schema);
  if (call.step.kind !== 'wait') return;
  const questions = call.step.questions.map((id) => questionOf(job, id));
  if (decided(questions)) conclude(job, call, call.step, questions);
}

/** Whoever had to be asked was asked, about this very call as it would now be sent. */
function checkSend(job: Job, call: Call): void {
  if (call.result !== null || call.step.kind !== 'send' || call.gate.outcome !== 'ask') return;
  const { server, tool, definitionDigest } = call;
  const asked = { kind: 'approval', server, tool, definitionDigest, message: null, schema: null, url: null };
  const digest = questionDigest({ ...asked, arguments: call.arguments, policyDigest: 'p'.repeat(64) });
  expect(call.approved).toBe(digest);
  const consents = job.questions.filter(
    ({ call: of, kind, state, decision }) =>
      of === call.id && kind === 'approval' && state === 'accepted' && decision?.action === 'accept',
  );
  const agreed = consents.map((question) =>
    questionDigest({ ...question, arguments: question.decision?.arguments ?? question.arguments }),
  );
  expect(agreed).toContain(digest);
}

function play(job: Job, step: Act): void {
  const call = job.round?.calls[step.call];
  if (!call) return;
  const question = job.questions.findLast(({ call: of }) => of === call.id);
  if (step.do === 'answer' && question) {
    const { action, arguments: changed } = step;
    fileAnswer(
      job,
      { question: question.id, action, ...(changed && { arguments: changed }) },
      new Date().toISOString(),
    );
  }
  if (step.do === 'late' && question) {
    const first = job.questions.find(({ call: of }) => of === call.id);
    fileAnswer(job, { question: first?.id, action: 'accept' }, new Date().toISOString());
  }
  if (step.do === 'change' && call.step.kind === 'send' && call.result === null) {
    const definitionDigest = `definition ${step.definition}`;
    if (definitionDigest !== call.definitionDigest)
      advance(job, call, call.step.start, { kind: 'changed', definitionDigest, valid: true });
  }
}

test(`C15 no call is ever ready to be sent that differs from what was accepted, in ${sequences} random sequences`, () => {
  let sends = 0;
  let edits = 0;
  assert(
    property(array(planned, { minLength: 1, maxLength: 3 }), array(act, { maxLength: 12 }), (calls, acts) => {
      const job = begin(calls);
      const all = job.round?.calls ?? [];
      for (const step of [null, ...acts]) {
        if (step) play(job, step);
        for (const call of all) {
          if (call.result === null) settle(job, call);
          checkSend(job, call);
        }
      }
      sends += all.filter(({ approved, step }) => approved !== null && step.kind === 'send').length;
      edits += all.filter(({ edited }) => edited).length;
    }),
    { numRuns: sequences, seed: 5 },
  );
  // Else nothing was tried.
  expect(Math.min(sends, edits)).toBeGreaterThan(sequences / 50);
}, 120_000);
