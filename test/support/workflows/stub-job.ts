// A stand-in for agentJob: no model, no tools, only questions and their memo. The goal holds the questions as JSON.
import {
  CancelledFailure,
  condition,
  defineSignal,
  setHandler,
  upsertMemo,
  upsertSearchAttributes,
  workflowInfo,
} from '@temporalio/workflow';
import { defineSearchAttributeKey, SearchAttributeType } from '@temporalio/common';
import {
  Answer,
  canonicalJson,
  checkAnswer,
  digestOf,
  memoKey,
  questionDigest,
  questionId,
  type JobInput,
  type JobStatus,
  type Question,
  type Verdict,
} from '../../../workflows/contract/index.ts';

/** Parts of questions; the rest is an approval of a purchase order. */
export type StubScript = { questions: Partial<Question>[] };

const answerSignal = defineSignal<[unknown]>('answer');
const stateKey = defineSearchAttributeKey('AdjournState', SearchAttributeType.KEYWORD);

export async function agentJob(input: JobInput): Promise<JobStatus> {
  const status = begun(input, new Date().toISOString());
  setHandler(answerSignal, (payload) => {
    file(status, payload, new Date().toISOString());
    publish(status);
  });
  try {
    publish(status);
    const isOver = () => status.questions.every(({ state }) => state !== 'open') || isDeclined(status);
    await condition(isOver);
    status.state = isDeclined(status) ? 'declined' : 'completed';
    status.text = 'Done.';
  } catch (error) {
    if (error instanceof CancelledFailure) {
      for (const question of status.questions)
        if (question.state === 'open') question.state = 'job-cancelled';
      status.state = 'cancelled';
      publish(status);
    }
    throw error;
  }
  publish(status);
  return status;
}

const isDeclined = ({ questions }: JobStatus) => questions.some(({ state }) => state === 'declined');

function begun(input: JobInput, at: string): JobStatus {
  const script = JSON.parse(input.goal) as StubScript;
  return {
    version: 1,
    id: workflowInfo().workflowId,
    goal: 'Reorder paper for floor 3',
    requestedBy: input.requestedBy,
    startedAt: at,
    state: 'running',
    reason: null,
    model: 'stub',
    onDecline: input.onDecline ?? 'finish',
    policyDigest: null,
    policy: null,
    round: 1,
    calls: [],
    questions: script.questions.map((part, index) => stubQuestion(part, index, at)),
    rejected: [],
    early: [],
    verdicts: [],
    servers: [],
    usage: { inputTokens: 8_000, outputTokens: 120, modelAttempts: 2 },
    shortenedResults: 0,
    text: null,
    prompts: null,
    openQuestions: 1,
    truncated: false,
  };
}

function stubQuestion(part: Partial<Question>, index: number, at: string): Question {
  const question: Question = {
    id: '',
    call: `c1.${index + 1}`,
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
    askedAt: at,
    againAt: null,
    remindAt: null,
    reminders: 0,
    expiresAt: null,
    replaces: null,
    difference: [],
    closedAt: null,
    decision: null,
    history: [],
    ...part,
  };
  const digest = questionDigest(question);
  return {
    ...question,
    digest,
    id: part.id ?? questionId(question.call, 1, workflowInfo().firstExecutionRunId, digest),
  };
}

function file(status: JobStatus, payload: unknown, at: string): void {
  const answer = Answer.parse(payload);
  const question = status.questions.find(({ id }) => id === answer.question);
  const verdict: Verdict = {
    answer: answer.id ?? null,
    question: answer.question,
    action: answer.action,
    by: answer.by ?? null,
    at,
    result: 'recorded',
    reason: null,
  };
  status.verdicts.push(verdict);
  if (!question) return void Object.assign(verdict, { result: 'refused', reason: 'no such question' });
  const check = checkAnswer(question, answer);
  if (!check.ok) return void Object.assign(verdict, { result: 'refused', reason: check.reason });
  if (question.state !== 'open') {
    const { decision } = question;
    const same =
      decision?.action === answer.action && canonicalJson(decision.content) === canonicalJson(check.content);
    return void Object.assign(verdict, { result: same ? 'duplicate' : 'conflict' });
  }
  if (answer.action === 'cancel') {
    question.attempt += 1;
    question.againAt = new Date(Date.parse(at) + 60_000).toISOString();
    return;
  }
  question.state = answer.action === 'accept' ? 'accepted' : 'declined';
  question.closedAt = at;
  question.decision = {
    action: answer.action,
    content: check.content,
    contentDigest: digestOf(check.content ?? {}),
    arguments: check.arguments,
    by: answer.by ?? null,
    via: answer.via ?? null,
    comment: answer.comment ?? null,
    at,
    answer: answer.id ?? null,
  };
}

function publish(status: JobStatus): void {
  status.openQuestions = status.questions.filter(({ state }) => state === 'open').length;
  if (status.state === 'running' || status.state === 'waiting') {
    status.state = status.questions.some(({ state }) => state === 'open') ? 'waiting' : 'running';
  }
  upsertSearchAttributes([{ key: stateKey, value: status.state }]);
  upsertMemo({ [memoKey]: status });
}
