// The product's worker but for the workflow bundle, which is the file in argv[2]: to show what a bundle without its
// interceptor does. Reads adjourn.config.json of the working directory.
import path from 'node:path';
import { DefaultLogger, Runtime, Worker } from '@temporalio/worker';
import { ServerPool } from '../../../activities/mcp/index.ts';
import { loadConfig } from '../../../worker/config/load-config.ts';
import { extraModels } from '../../../worker/extra-models.ts';
import { reportTo } from '../../../worker/report.ts';
import { connectCluster } from '../../../worker/temporal.ts';
import { createActivities } from '../../../worker/wiring.ts';

const [, , codePath = ''] = process.argv;
const report = reportTo(process.stderr);
Runtime.install({ logger: new DefaultLogger('ERROR') });
const config = loadConfig(path.resolve('adjourn.config.json'), process.env);
const { connection, namespace } = await connectCluster(undefined);
const pool = new ServerPool(config.mcpServers, { log: report, childrenDir: null });
const worker = await Worker.create({
  connection,
  namespace,
  taskQueue: config.taskQueue,
  workflowBundle: { codePath },
  activities: createActivities(config, pool, report, extraModels),
  // As in worker/main.ts.
  stickyQueueScheduleToStartTimeout: '2s',
  maxHeartbeatThrottleInterval: '2s',
});
report('info', 'worker ready');
await worker.run();
