// The model's part: one step with tools, and the last word without.
import { ActivityFailure, isCancellation, rootCause } from '@temporalio/workflow';
import { callModel } from './activities.ts';
import { activityId, type ModelReply } from './contract/index.ts';
import { termsOf, type Job } from './job.ts';

export async function think(job: Job): Promise<ModelReply> {
  const round = job.rounds + 1;
  const reply = await callModel.executeWithOptions(
    { activityId: activityId.model(round), summary: `model round ${round}` },
    [requestOf(job, round, true)],
  );
  note(job, reply);
  job.transcript.push({ role: 'assistant', content: reply.content });
  return reply;
}

/** One turn without tools, to report. It is a courtesy: where it fails, the host's own words stand in. */
export async function lastWord(job: Job): Promise<string> {
  try {
    const reply = await callModel.executeWithOptions(
      {
        activityId: activityId.lastWord,
        summary: 'model: last word, without tools',
        scheduleToCloseTimeout: '10 minutes',
      },
      [requestOf(job, job.rounds + 1, false)],
    );
    note(job, reply);
    return reply.text.trim() === '' ? hostWord(job, 'it had nothing to say') : reply.text;
  } catch (error) {
    if (isCancellation(error) || !(error instanceof ActivityFailure)) throw error;
    return hostWord(job, rootCause(error) ?? 'no reason given');
  }
}

function requestOf(job: Job, round: number, tools: boolean) {
  const { model, servers } = termsOf(job);
  return {
    job: job.id,
    round,
    model,
    servers: servers.map(({ name }) => name),
    transcript: job.transcript,
    tools,
  };
}

function note(job: Job, { usage, servers }: ModelReply): void {
  job.usage.inputTokens += usage.inputTokens;
  job.usage.outputTokens += usage.outputTokens;
  job.usage.modelAttempts += usage.modelAttempts;
  if (servers.length > 0) job.servers = servers;
}

/** Said by the host from the record, never by the model. */
export function hostWord(job: Job, why: string): string {
  const lines = job.closedCalls.map(({ server, tool, outcome }) => `- ${server ?? '?'}: ${tool}: ${outcome}`);
  return [`The model gave no last report (${why}). What the record says:`, ...lines].join('\n');
}
