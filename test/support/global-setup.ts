// Jest's globalSetup: one Temporal server in memory for the whole run. Workers of Jest inherit its address.
import { reasonOf } from '../../worker/dev-server/error.ts';
import { findTemporalCli } from '../../worker/dev-server/find.ts';
import { startDevServer } from '../../worker/dev-server/run.ts';
import { searchAttributes } from '../../workflows/contract/index.ts';
import { keepShared } from './shared-server.ts';

export default async function globalSetup(): Promise<void> {
  try {
    const cli = await findTemporalCli({ onProgress: (text) => process.stderr.write(`${text}\n`) });
    const server = await startDevServer({ cli, searchAttributes, headless: true, detached: false });
    process.env['ADJOURN_TEST_TEMPORAL'] = server.address;
    // For a run that ends without its teardown.
    process.once('exit', () => server.kill());
    keepShared(server);
  } catch (thrown) {
    // Tests that need no Temporal still run; the others fail with these words.
    process.env['ADJOURN_TEST_TEMPORAL_PROBLEM'] = reasonOf(thrown);
  }
}
