// Temporal's test server, in which days pass in no time: for workflow tests.
import { TestWorkflowEnvironment } from '@temporalio/testing';
import { DefaultLogger, Runtime } from '@temporalio/worker';
import { findTestServer } from '../../worker/dev-server/find.ts';
import { ensureSearchAttributes } from '../../worker/search-attributes.ts';
import { searchAttributes } from '../../workflows/contract/index.ts';

export type TimeSkipping = TestWorkflowEnvironment;

export async function startTimeSkipping(): Promise<TimeSkipping> {
  Runtime.install({
    logger: new DefaultLogger('ERROR'),
    telemetryOptions: { logging: { filter: 'ERROR', forward: {} } },
  });
  const executable = { type: 'existing-path' as const, path: await findTestServer() };
  const env = await TestWorkflowEnvironment.createTimeSkipping({ server: { executable } });
  await ensureSearchAttributes(env.connection, 'default', searchAttributes);
  return env;
}
