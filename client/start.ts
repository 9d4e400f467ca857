// Starts a job: the goal is kept in the memo from the first moment, so that lists show it before a worker ran.
import { randomBytes } from 'node:crypto';
import { WorkflowExecutionAlreadyStartedError } from '@temporalio/client';
import { defineSearchAttributeKey, SearchAttributeType, type SearchAttributePair } from '@temporalio/common';
import { bounds } from '../workflows/contract/bounds.ts';
import { JobId } from '../workflows/contract/ids.ts';
import { JobInput } from '../workflows/contract/job.ts';
import { jsonBytes } from '../workflows/contract/json.ts';
import { memoKey, workflowType } from '../workflows/contract/messages.ts';
import type { JobStatus } from '../workflows/contract/status.ts';
import { codeSpan } from '../workflows/contract/markdown.ts';
import { folded } from '../workflows/contract/visible.ts';
import { request, type AgentClient } from './connect.ts';
import { ClientError } from './errors.ts';

export type StartRequest = { goal: string; id?: string | undefined } & Partial<Omit<JobInput, 'goal'>>;

const stateKey = defineSearchAttributeKey('AdjournState', SearchAttributeType.KEYWORD);
const requestedByKey = defineSearchAttributeKey('AdjournRequestedBy', SearchAttributeType.KEYWORD);

/** Returns the new job's id. */
export async function startJob(agent: AgentClient, { id, ...wishes }: StartRequest): Promise<string> {
  const job = id ?? newJobId();
  const input = checked(job, wishes);
  const attributes: SearchAttributePair[] = [{ key: stateKey, value: 'running' }];
  if (input.requestedBy !== null) attributes.push({ key: requestedByKey, value: input.requestedBy });
  await request(agent, async () => {
    try {
      await agent.temporal.workflow.start(workflowType, {
        workflowId: job,
        taskQueue: agent.taskQueue,
        args: [input],
        workflowIdReusePolicy: 'REJECT_DUPLICATE',
        // Half of the default: how long a job stands still when its worker dies in mid-task.
        workflowTaskTimeout: '5s',
        typedSearchAttributes: attributes,
        memo: { [memoKey]: firstStatus(job, input) },
        staticSummary: codeSpan(input.goal.replace(/\s+/g, ' ').trim(), 150),
      });
    } catch (error) {
      if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
      throw new ClientError({ reason: 'duplicate-job', job }, { cause: error });
    }
  });
  return job;
}

/** Says nothing of the goal: ids are never encrypted. */
function newJobId(): string {
  const letters = 'abcdefghijklmnopqrstuvwxyz234567';
  return `job-${Array.from(randomBytes(8), (byte) => letters[byte % 32]).join('')}`;
}

function checked(job: string, wishes: Omit<StartRequest, 'id'>): JobInput {
  const id = JobId.safeParse(job);
  const input = JobInput.safeParse({
    requestedBy: null,
    model: null,
    servers: null,
    onDecline: null,
    prompts: {},
    ...wishes,
  });
  if (id.success && input.success) return input.data;
  const issues = [...(id.error?.issues ?? []), ...(input.error?.issues ?? [])];
  const messages = issues.map(({ path, message }) =>
    path.length > 0 ? `${path.join('.')}: ${message}` : message,
  );
  throw new ClientError({ reason: 'bad-input', messages });
}

/** How a job stands that no worker has looked at yet. */
export function firstStatus(job: string, input: JobInput): JobStatus {
  const whole = jsonBytes(input.goal) < bounds.memoBytes / 2;
  return {
    version: 1,
    id: job,
    goal: whole ? input.goal : folded(input.goal, 1_000),
    requestedBy: input.requestedBy,
    startedAt: new Date().toISOString(),
    state: 'running',
    reason: null,
    model: input.model,
    onDecline: input.onDecline,
    policyDigest: null,
    policy: null,
    prompts: null,
    round: 0,
    calls: [],
    questions: [],
    openQuestions: 0,
    rejected: [],
    early: [],
    verdicts: [],
    servers: [],
    usage: { inputTokens: 0, outputTokens: 0, modelAttempts: 0 },
    shortenedResults: 0,
    text: null,
    truncated: !whole,
  };
}
