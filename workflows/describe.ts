// Before an approval that may change the arguments: the tool's schema, which is fetched for this question only.
import { isCancellation } from '@temporalio/workflow';
import { describeTool } from './activities.ts';
import { openApproval } from './asking.ts';
import { end } from './call-state.ts';
import { activityId, bounds, isJsonObject, oddityOf, visible, type JsonObject } from './contract/index.ts';
import type { Call, Running } from './job.ts';

/** Where the schema is not to be had, the call is approved as it is shown. */
export async function describe({ job, live }: Running, call: Call): Promise<'go-on' | 'handover'> {
  if (live.handingOver) return 'handover';
  live.inFlight += 1;
  try {
    const schema = job.ending ? null : await schemaOf(call);
    if (job.ending) end(call, 'superseded', 'Not sent: the job ended first.');
    else openApproval(job, call, schema);
    return 'go-on';
  } finally {
    live.inFlight -= 1;
    live.dirty = true;
  }
}

async function schemaOf({
  id,
  server,
  tool,
  definitionDigest,
  replacements,
}: Call): Promise<JsonObject | null> {
  const options = {
    activityId: activityId.describe(id, replacements),
    summary: visible(`schema of ${server}: ${tool}`).slice(0, 190),
  };
  try {
    const schema = await describeTool.executeWithOptions(options, [{ server, tool, definitionDigest }]);
    return isJsonObject(schema) && oddityOf(schema, bounds.levels) === null ? schema : null;
  } catch (error) {
    if (isCancellation(error)) throw error;
    return null;
  }
}
