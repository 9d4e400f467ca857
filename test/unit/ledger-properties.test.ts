// The ledger under any order of events: questions asked, answers of every sort, time passing, the job cancelled.
import { expect, test } from '@jest/globals';
import * as fc from 'fast-check';
import { newJob, type Call, type Job } from '../../workflows/job.ts';
import { fileAnswer, openQuestion, refuseEarly } from '../../workflows/ledger.ts';
import { close, tick } from '../../workflows/question-state.ts';
import { bounds, jsonBytes, type Json, type Question } from '../../workflows/contract/index.ts';

const seed = 20_261_130;
const start = Date.parse('2026-01-01T00:00:00.000Z');
const at = (seconds: number) => new Date(start + seconds * 1_000).toISOString();
const input = { goal: 'g', requestedBy: null, model: null, servers: null, onDecline: null, prompts: {} };
const schema: Json = { type: 'object', properties: { n: { type: 'integer', minimum: 1 } }, required: ['n'] };
const asked = { message: 'm', url: null, key: 'k', rerun: false };

type Step =
  | { do: 'ask'; call: number; form: boolean }
  | ({ do: 'answer'; at: 'open' | 'next' | 'unknown'; which: number; sentAgo: number | null } & Content)
  | { do: 'garbage'; payload: Json }
  | { do: 'flood'; call: number }
  | { do: 'wait'; seconds: number }
  | { do: 'cancel job' };
type Content = { action: string; content: Json | null; digest: 'none' | 'right' | 'wrong' };

const answer = fc.record({
  do: fc.constant('answer' as const),
  at: fc.constantFrom('open' as const, 'open' as const, 'open' as const, 'next' as const, 'unknown' as const),
  which: fc.nat({ max: 5 }),
  sentAgo: fc.constantFrom(null, 0, 7_200),
  action: fc.constantFrom('accept', 'accept', 'decline', 'cancel', 'cancel', 'cancel', 'reject', 'ACCEPT'),
  content: fc.constantFrom<Json | null>(null, {}, { n: 1 }, { n: 2 }, { n: 0 }, { n: 1, x: 1 }, []),
  digest: fc.constantFrom('none' as const, 'none' as const, 'right' as const, 'wrong' as const),
});
const weighted = <T extends object>(weight: number, shape: { [K in keyof T]: fc.Arbitrary<T[K]> }) => ({
  weight,
  arbitrary: fc.record(shape),
});
const step = fc.oneof(
  weighted(3, { do: fc.constant('ask'), call: fc.nat({ max: 2 }), form: fc.boolean() }),
  { weight: 24, arbitrary: answer },
  weighted(1, { do: fc.constant('garbage'), payload: fc.jsonValue() }),
  weighted(1, { do: fc.constant('flood'), call: fc.nat({ max: 2 }) }),
  weighted(5, { do: fc.constant('wait'), seconds: fc.constantFrom(1, 60, 120, 600, 3_600, 90_000) }),
  weighted(1, { do: fc.constant('cancel job') }),
) as fc.Arbitrary<Step>;
const prompts = fc.record({
  delayMs: fc.constantFrom(1_000, 60_000),
  limit: fc.integer({ min: 1, max: 4 }),
  expiresMs: fc.constantFrom(null, null, 3_600_000, 100_000_000),
  remindMs: fc.constantFrom(null, 60_000, 86_400_000),
});
type Prompts = typeof prompts extends fc.Arbitrary<infer T> ? T : never;

/** A job, and what was filed in it, by the id of each answer. */
type World = {
  job: Job;
  calls: Call[];
  now: number;
  filed: Map<string, { question: string; action: string }>;
};

function newWorld(terms: Prompts): World {
  const job = newJob(input, 'job', 'run', at(0));
  job.terms = {
    model: 'm',
    servers: [],
    policy: { default: 'allow', servers: {}, rules: [] },
    policyDigest: 'p',
    onDecline: 'finish',
    prompts: terms,
    limits: { rounds: 10, tokens: null, historyEvents: 1_000 },
  };
  const gate = { outcome: 'allow', rule: null, because: null, prompts: {} };
  const calls = [1, 2, 3].map(
    (place) =>
      ({
        id: `c1.${place}`,
        server: 's',
        tool: 't',
        definitionDigest: 'd',
        arguments: {},
        asked: 0,
        gate,
      }) as unknown as Call,
  );
  return { job, calls, now: 0, filed: new Map() };
}

function ask({ job, calls, now }: World, call: number, form: boolean): Question {
  const kind = form ? { kind: 'form' as const, schema } : { kind: 'approval' as const, schema: null };
  const target = calls[call];
  if (!target) throw new Error('no such call');
  return openQuestion(job, target, { ...asked, ...kind }, at(now));
}

/** The id that the next question of a call will have, as somebody may know it before this job does. */
function nextId(world: World, which: number): string {
  const { job, calls, now } = world;
  const copy = structuredClone({ job: { ...job, early: [] }, calls });
  return ask({ ...world, ...copy, now }, which % 3, which < 3).id;
}

function targetOf(world: World, { at: where, which }: Extract<Step, { do: 'answer' }>): string {
  if (where === 'next') return nextId(world, which);
  const { questions } = world.job;
  const known = questions[questions.length - 1 - (which % questions.length)];
  return where === 'open' && known ? known.id : `q9.9.${which}-00000000`;
}

function take(world: World, one: Step): void {
  const { job, filed } = world;
  switch (one.do) {
    case 'ask':
      ask(world, one.call, one.form);
      return;
    case 'answer': {
      const question = targetOf(world, one);
      const id = `a${filed.size}`;
      filed.set(id, { question, action: one.action });
      const known = job.questions.find((other) => other.id === question)?.digest;
      const digest = { none: undefined, right: known, wrong: '0'.repeat(64) }[one.digest];
      const { action, content, sentAgo } = one;
      const payload = {
        question,
        action,
        id,
        ...(content === null ? {} : { content }),
        ...(digest === undefined ? {} : { digest }),
        ...(sentAgo === null ? {} : { sentAt: at(world.now - sentAgo) }),
      };
      fileAnswer(job, payload, at(world.now));
      return;
    }
    case 'garbage':
      fileAnswer(job, one.payload, at(world.now));
      return;
    case 'flood':
      for (let n = 1; n <= 60; n += 1)
        fileAnswer(job, { question: `q8.${one.call}.${n}-00000000`, action: 'accept' }, at(world.now));
      return;
    case 'wait':
      world.now += one.seconds;
      for (const question of job.questions) tick(question, at(world.now));
      return;
    case 'cancel job':
      for (const question of job.questions) close(question, 'job-cancelled', at(world.now));
      return;
    default:
      one satisfies never;
  }
}

const when = (wrong: boolean, what: string) => (wrong ? [what] : []);

/** What is wrong after a step, given how the questions stood before it. */
function wrongs({ job, filed }: World, before: Question[]): string[] {
  const { questions, early, verdicts, rejected } = job;
  const ids = questions.map(({ id }) => id);
  return [
    ...before.flatMap((old, index) => changesOf(old, questions[index])),
    ...questions.flatMap((question) => wrongsOf(question, filed).map((what) => `${question.id} ${what}`)),
    ...when(new Set(ids).size < ids.length, 'an id was used twice'),
    ...when(early.length > bounds.early || jsonBytes(early) > bounds.earlyBytes, 'too much is early'),
    ...when(
      early.some(({ question }) => ids.includes(question)),
      'an answer waits for a question that is there',
    ),
    ...when(verdicts.length > bounds.verdicts || rejected.length > bounds.rejected, 'too many verdicts'),
  ];
}

function changesOf(old: Question, question: Question | undefined): string[] {
  if (question?.id !== old.id) return [`${old.id} is lost`];
  const decided = old.decision !== null && JSON.stringify(question.decision) !== JSON.stringify(old.decision);
  return [
    ...when(old.state !== 'open' && question.state !== old.state, `${old.id} changed after its end`),
    ...when(decided, `${old.id} was decided twice`),
    ...when(question.attempt < old.attempt, `${old.id} counts back`),
  ];
}

function wrongsOf(question: Question, filed: World['filed']): string[] {
  const { id, kind, state, decision, attempt, closedAt, againAt, remindAt, prompts: terms } = question;
  const said = decision === null ? null : filed.get(decision.answer ?? '');
  const actions: Partial<Record<typeof state, string>> = {
    accepted: 'accept',
    declined: 'decline',
    undecided: 'cancel',
  };
  const needed = actions[state] ?? null;
  const heard = decision === null || (said?.question === id && said.action === decision.action);
  return [
    ...when(attempt > terms.limit, 'was put too often'),
    ...when((decision?.action ?? null) !== needed, `is ${state} by ${decision?.action}`),
    ...when(!heard, 'was decided by what nobody said'),
    ...when(
      state === 'accepted' && (decision?.content === null) !== (kind === 'approval'),
      'has no fitting content',
    ),
    ...when((state === 'open') !== (closedAt === null), 'has the wrong end'),
    ...when(state !== 'open' && (againAt !== null || remindAt !== null), 'comes again after its end'),
  ];
}

test('one decision each and for ever, no question lost or reopened, a verdict on every answer, in whatever order', () => {
  const reached: Record<string, number> = {};
  const promises = fc.property(prompts, fc.array(step, { maxLength: 40, size: 'max' }), (terms, steps) => {
    const world = newWorld(terms);
    ask(world, 0, true);
    for (const one of steps) {
      const before = structuredClone(world.job.questions);
      const last = world.job.verdicts.at(-1);
      const early = world.job.early;
      take(world, one);
      const found = wrongs(world, before);
      const judged = early.filter((waiting) => !world.job.early.includes(waiting)).map(({ id }) => id);
      const said = world.job.verdicts.slice(-judged.length).map(({ answer: id }) => id);
      if (judged.length > 0 && judged.join() !== said.join()) found.push('an early answer has no verdict');
      if (one.do === 'answer' || one.do === 'garbage') {
        const verdict = world.job.verdicts.at(-1);
        if (verdict === last) found.push('an answer has no verdict');
        if (one.do === 'answer' && verdict?.answer !== `a${world.filed.size - 1}`)
          found.push('the verdict is of another');
        reached[verdict?.result ?? ''] = (reached[verdict?.result ?? ''] ?? 0) + 1;
      }
      if (found.length > 0) throw new Error(`${JSON.stringify(one)}: ${found.join('; ')}`);
    }
    for (const { state } of world.job.questions) reached[state] = (reached[state] ?? 0) + 1;
    refuseEarly(world.job, at(world.now));
    expect(world.job.early).toEqual([]);
  });
  expect(fc.check(promises, { seed, numRuns: 500 })).toMatchObject({
    counterexample: null,
    errorInstance: null,
  });
  const all =
    'recorded duplicate conflict refused early open accepted declined expired undecided job-cancelled'.split(
      ' ',
    );
  expect(all.filter((what) => (reached[what] ?? 0) < 50)).toEqual([]);
});
