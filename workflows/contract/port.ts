// The activities as the workflow calls them. The worker supplies them; tests supply others.
import type { JobInput } from './job.ts';
import type { LegOutcome, ToolLeg } from './call.ts';
import type { ModelReply, ModelRequest } from './model.ts';
import type { Terms } from './terms.ts';

export type Activities = {
  /** The worker's terms for this job. Fails terminally (`failureTypes.badTerms`) for a model or server it lacks. */
  begin(input: JobInput): Promise<Terms>;
  /** One model step. Fails terminally (`failureTypes.modelRefused`) only for HTTP 400; all else is retried. */
  callModel(request: ModelRequest): Promise<ModelReply>;
  /** One send of one call. Every foreseeable outcome is a value; it throws only when cancelled. */
  callTool(leg: ToolLeg): Promise<LegOutcome>;
};
