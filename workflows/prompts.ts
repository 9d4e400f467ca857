// How the questions of one call are put: the job's terms, where the rule that decided the call says nothing else, and
// the starter's wishes above both.
import { narrowedBy, overriddenBy, type Prompts } from './contract/index.ts';
import { termsOf, type Call, type Job } from './job.ts';

export function promptsFor(job: Job, { gate }: Call): Prompts {
  return narrowedBy(overriddenBy(termsOf(job).prompts, gate.prompts), job.input.prompts);
}
