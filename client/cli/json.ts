// What --json prints: wire words, UTC times, raw values but for secrets. Keys are only ever added.
import { isJsonObject, type JsonObject } from '../../workflows/contract/json.ts';
import type { Question } from '../../workflows/contract/question.ts';
import { schemaAsksForSecret } from '../../workflows/contract/secret-names.ts';
import type { JobStatus } from '../../workflows/contract/status.ts';
import { visibleJson } from '../../workflows/contract/visible.ts';
import type { JobView } from '../view.ts';
import type { JobChange } from '../changes.ts';
import { hiddenText } from './review.ts';

/** Valid JSON of the very same values, with whatever a terminal would act on or hide written as an escape. */
export function printed(value: unknown, indent = 2): string {
  return visibleJson(JSON.stringify(value, null, indent));
}

export function questionItem(job: string, question: Question) {
  const { id, kind, state, server, tool, message, schema, url, digest, attempt, prompts } = question;
  const {
    askedAt,
    againAt,
    remindAt,
    reminders,
    expiresAt,
    visitedAt,
    rule,
    because,
    rerun,
    replaces,
    difference,
  } = question;
  return {
    question: `${job}/${id}`,
    job,
    id,
    kind,
    state,
    server,
    tool,
    arguments: question.arguments,
    message,
    schema,
    url,
    digest,
    attempt,
    attemptLimit: prompts.limit,
    askedAt,
    againAt,
    remindAt,
    reminders,
    expiresAt,
    visitedAt,
    rule,
    because,
    rerun,
    replaces,
    difference,
    decision: decisionItem(question),
    answers: state === 'open' ? ['accept', 'decline', 'cancel'] : [],
  };
}

/** Of a `status` all but the secrets that people answered with. */
export function statusItem(status: JobStatus): JobStatus {
  const questions = status.questions.map((question) => ({ ...question, decision: decisionItem(question) }));
  const early = status.early.map(({ content, ...answer }) =>
    content === undefined ? answer : { ...answer, content: withoutSecrets(null, content) },
  );
  return { ...status, questions, early };
}

function decisionItem({ decision, schema }: Question): Question['decision'] {
  const content = decision?.content;
  return decision && content ? { ...decision, content: withoutSecrets(schema, content) } : decision;
}

/** Where the form is not there, a field's name tells. */
function withoutSecrets(schema: Question['schema'], content: JsonObject): JsonObject {
  const properties = isJsonObject(schema) && isJsonObject(schema['properties']) ? schema['properties'] : {};
  return Object.fromEntries(
    Object.entries(content).map(([name, value]) => {
      const field = Object.hasOwn(properties, name) ? properties[name] : undefined;
      return [name, schemaAsksForSecret(name, isJsonObject(field) ? field : {}) ? hiddenText(value) : value];
    }),
  );
}

export function jobItem(view: JobView) {
  if (view.kind === 'unreadable') {
    const { id, state, startedAt, problem } = view;
    return {
      id,
      state,
      goal: null,
      requestedBy: null,
      startedAt,
      round: null,
      open: null,
      reason: null,
      problem,
    };
  }
  const { goal, state, requestedBy, startedAt, round, openQuestions, reason } = view.status;
  const open = view.closed ? 0 : openQuestions;
  return { id: view.id, state, goal, requestedBy, startedAt, round, open, reason, problem: null };
}

/** One line of `watch --json`. */
export function changeItem(status: JobStatus, change: JobChange, at: string) {
  const head = { version: 1, at, job: status.id, state: status.state, what: change.what };
  switch (change.what) {
    case 'call':
      return { ...head, call: change.call };
    case 'state':
      return { ...head, reason: status.reason };
    case 'end':
      return { ...head, reason: status.reason, status: statusItem(status) };
    case 'asked':
    case 'asked-again':
    case 'reminded':
    case 'put-off':
    case 'visited':
    case 'closed':
      return { ...head, question: questionItem(status.id, change.question) };
    default:
      return change satisfies never;
  }
}
