// Runs agentJob on a real Temporal server with scripted activities: what the model says and what a call comes to.
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Client, WorkflowHandle } from '@temporalio/client';
import { Worker, type NativeConnection } from '@temporalio/worker';
import {
  JobStatus,
  memoKey,
  workflowType,
  type Activities,
  type JobInput,
  type JsonObject,
  type LegOutcome,
  type ModelReply,
  type ModelRequest,
  type PlannedCall,
  type Prompts,
  type Terms,
  type ToolLeg,
} from '../../workflows/contract/index.ts';
import { workflowBundle } from '../../worker/workflow-bundle.ts';

export type Script = {
  /** A queue that several workers serve one after the other; these keep no job in memory. Default: a new one. */
  taskQueue?: string;
  /** Workflow code to run instead of the product's. */
  bundle?: { code: string };
  terms?: Partial<Terms>;
  /** One entry a round; the last one is used again. Default: the calls of `calls`, then the results as text. */
  calls?: PlannedCall[][];
  model?: (request: ModelRequest) => ModelReply | Promise<ModelReply>;
  /** Of every tool, for approvals that may change the arguments. */
  schema?: JsonObject;
  tool?: (leg: ToolLeg) => LegOutcome | Promise<LegOutcome>;
};

export const emptyForm = { type: 'object', properties: {} };

export function plannedCall(
  tool: string,
  args: Record<string, string | number> = {},
  id = randomUUID(),
): PlannedCall {
  return {
    kind: 'call',
    id,
    name: `ops_${tool}`,
    server: 'ops',
    tool,
    arguments: args,
    definitionDigest: `def-${tool}`,
    destructive: false,
  };
}

export function reply(text: string, calls: PlannedCall[] = []): ModelReply {
  const usage = { inputTokens: 10, outputTokens: 5, modelAttempts: 1 };
  return { content: [{ type: 'text', text }], text, calls, usage, servers: [{ name: 'ops', problem: null }] };
}

export const ran = (text: string): LegOutcome => ({ kind: 'result', result: { text, isError: false } });

export const asks = (message: string, requestState = 'state', schema = emptyForm): LegOutcome => ({
  kind: 'asked',
  requests: [{ mode: 'form', key: 'ask', message, schema }],
  requestState,
});

const defaultPrompts: Prompts = { delayMs: 60_000, limit: 5, expiresMs: null, remindMs: null };

function definedOf(prompts: JobInput['prompts']): Partial<Prompts> {
  return Object.fromEntries(Object.entries(prompts).filter(([, value]) => value !== undefined));
}

function activitiesOf(script: Script): Activities {
  const { calls = [[plannedCall('place')]] } = script;
  return {
    begin: (input) =>
      Promise.resolve({
        model: 'test/scripted',
        servers: [{ name: 'ops', timeoutMs: 60_000, idempotent: [] }],
        policy: { default: 'allow', servers: {}, rules: [] },
        policyDigest: 'policy',
        onDecline: input.onDecline ?? 'finish',
        prompts: { ...defaultPrompts, ...definedOf(input.prompts) },
        limits: { rounds: 10, tokens: null, historyEvents: 10_000 },
        ...script.terms,
      }),
    callModel: async (request) => {
      if (script.model) return script.model(request);
      const next = request.tools ? calls[request.round - 1] : undefined;
      return next ? reply('', next) : reply(JSON.stringify(request.transcript.at(-1)));
    },
    describeTool: () => Promise.resolve(script.schema ?? null),
    callTool: async (leg) => (script.tool ? script.tool(leg) : ran('ok')),
  };
}

export type Jobs = {
  start: (input?: Partial<JobInput>, id?: string) => Promise<JobHandle>;
  /** A job that another worker began. */
  takeOver: (id: string) => JobHandle;
};

export type JobHandle = {
  id: string;
  workflow: WorkflowHandle;
  /** The memo: what people see. */
  status: () => Promise<JobStatus>;
  until(what: (status: JobStatus) => boolean): Promise<JobStatus>;
  /** The first open question's id, once there is one. */
  question: () => Promise<string>;
  answer: (payload: unknown) => Promise<void>;
  result: () => Promise<JobStatus>;
  replay: () => Promise<void>;
  eventTypes: () => Promise<string[]>;
};

type Environment = { client: Client; nativeConnection: NativeConnection };

/** A worker on a task queue of its own for as long as `body` runs. */
export async function withScriptedJobs<T>(
  { client, nativeConnection }: Environment,
  script: Script,
  body: (jobs: Jobs) => Promise<T>,
): Promise<T> {
  const taskQueue = script.taskQueue ?? `test-${randomUUID()}`;
  const bundle = script.bundle ?? (await workflowBundle());
  const worker = await Worker.create({
    connection: nativeConnection,
    taskQueue,
    workflowBundle: bundle,
    activities: activitiesOf(script),
    ...(script.taskQueue === undefined ? {} : { maxCachedWorkflows: 0 }),
  });
  const takeOver: Jobs['takeOver'] = (id) => handleOf(client.workflow.getHandle(id), bundle);
  const start: Jobs['start'] = async (input = {}, id = `job-${randomUUID()}`) => {
    const whole: JobInput = {
      goal: 'Order paper',
      requestedBy: 'kim',
      model: null,
      servers: null,
      onDecline: null,
      prompts: {},
      ...input,
    };
    await client.workflow.start(workflowType, { taskQueue, workflowId: id, args: [whole] });
    return takeOver(id);
  };
  return worker.runUntil(() => body({ start, takeOver }));
}

function handleOf(workflow: WorkflowHandle, bundle: { codePath: string } | { code: string }): JobHandle {
  const status = async () => JobStatus.parse((await workflow.describe()).memo?.[memoKey]);
  const until: JobHandle['until'] = async (what) => {
    for (;;) {
      const memo = (await workflow.describe()).memo?.[memoKey];
      const seen = memo === undefined ? undefined : JobStatus.parse(memo);
      if (seen && what(seen)) return seen;
      await delay(20);
    }
  };
  return {
    id: workflow.workflowId,
    workflow,
    status,
    until,
    question: async () => {
      const seen = await until(({ questions }) => questions.some(({ state }) => state === 'open'));
      return seen.questions.find(({ state }) => state === 'open')?.id ?? '';
    },
    answer: (payload) => workflow.signal('answer', payload),
    result: async () => JobStatus.parse(await workflow.result()),
    replay: async () => {
      const history = await workflow.fetchHistory();
      await Worker.runReplayHistory({ workflowBundle: bundle }, history, workflow.workflowId);
    },
    eventTypes: async () => {
      const { events } = await workflow.fetchHistory();
      return (events ?? []).map((entry) => String(entry.eventType));
    },
  };
}
