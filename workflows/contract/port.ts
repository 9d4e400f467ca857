// The activities as the workflow calls them. The worker supplies them; tests supply others.
import type { JobInput } from './job.ts';
import type { LegOutcome, ToolLeg } from './call.ts';
import type { JsonObject } from './json.ts';
import type { ModelReply, ModelRequest } from './model.ts';
import type { Terms } from './terms.ts';

export type ToolName = { server: string; tool: string; definitionDigest: string };

export type Activities = {
  /** The worker's terms for this job. Fails terminally (`failureTypes.badTerms`) for a model or server it lacks. */
  begin(input: JobInput): Promise<Terms>;
  /** One model step. Fails terminally (`failureTypes.modelRefused`) only for HTTP 400; all else is retried. */
  callModel(request: ModelRequest): Promise<ModelReply>;
  /** The input schema of a tool of exactly this definition; null: it is away, has changed, or is too large to be shown. */
  describeTool(tool: ToolName): Promise<JsonObject | null>;
  /** One send of one call. Every foreseeable outcome is a value; it throws only when cancelled. */
  callTool(leg: ToolLeg): Promise<LegOutcome>;
};
