// What the policy's verdict on a call means for its questions.
import {
  callDigest,
  evaluatePolicy,
  narrowedBy,
  overriddenBy,
  type JsonObject,
  type OnDecline,
  type Prompts,
  type Question,
} from './contract/index.ts';
import { termsOf, type Call, type Job } from './job.ts';

/** The job's terms, where the rule that decided the call says nothing else, and the starter's wishes above both. */
export function promptsFor(job: Job, { gate }: Call): Prompts {
  return narrowedBy(overriddenBy(termsOf(job).prompts, gate.prompts), job.input.prompts);
}

export function declineOf(job: Job, { gate }: Call): OnDecline {
  return gate.onDecline ?? termsOf(job).onDecline;
}

/** Changed arguments make another call: the policy must not deny it, and nobody may have refused it before. */
export function whyNotAllowed(job: Job, question: Question, edited: JsonObject | null): string | null {
  const call = job.round?.calls.find(({ id }) => id === question.call);
  if (edited === null || !call) return null;
  const { server, tool, destructive } = call;
  const gate = evaluatePolicy(termsOf(job).policy, { server, tool, arguments: edited, destructive });
  if (gate.outcome === 'deny') {
    return `the policy denies the call with these arguments (${gate.rule === null ? 'its default' : `rule ${gate.rule}`})`;
  }
  return job.refusedCalls.includes(callDigest({ server, tool, arguments: edited }))
    ? 'a person refused the call with these arguments before in this job'
    : null;
}
