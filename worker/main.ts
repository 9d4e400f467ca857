// `adjourn worker`: runs jobs until it is told to stop. Lets calls in flight finish; leaves no process behind.
import path from 'node:path';
import { DefaultLogger, Runtime, Worker, type LogEntry, type NativeConnection } from '@temporalio/worker';
import { reapOrphans, ServerPool } from '../activities/mcp/index.ts';
import { ConfigError } from './config/config-error.ts';
import { findConfig, loadConfig, type LoadedConfig } from './config/load-config.ts';
import { extraModels } from './extra-models.ts';
import { reportRules, reportUnmatchedRules } from './policy/start-report.ts';
import { reportTo, type Report } from './report.ts';
import { SearchAttributesError } from './search-attributes.ts';
import { keepStatusLine } from './status-line.ts';
import { connectCluster, StartError } from './temporal.ts';
import { createActivities } from './wiring.ts';
import { workflowBundle } from './workflow-bundle.ts';

export type WorkerOptions = { config?: string | undefined; profile?: string | undefined };

/** Exit code: 0 after an orderly stop, 2 for a config that cannot be used, 1 for everything else. */
export async function runWorker(options: WorkerOptions): Promise<number> {
  const report = reportTo(process.stderr);
  // Started with a channel to its parent (`adjourn up`), it stops in order when the parent is gone.
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
  process.channel?.unref();
  try {
    const file = findConfig({ flag: options.config, env: process.env, cwd: process.cwd() });
    await serve(loadConfig(file, process.env), options.profile, report);
    return 0;
  } catch (error) {
    if (error instanceof ConfigError) {
      process.stderr.write(`error: ${error.message}\n`);
      return error.exitCode;
    }
    if (!(error instanceof StartError || error instanceof SearchAttributesError)) throw error;
    process.stderr.write(`error: ${error.message}\n`);
    return 1;
  }
}

async function serve(config: LoadedConfig, profile: string | undefined, report: Report): Promise<void> {
  Runtime.install({
    logger: new DefaultLogger('WARN', (entry) =>
      report(entry.level === 'ERROR' ? 'error' : 'warn', told(entry)),
    ),
    telemetryOptions: { logging: { filter: 'ERROR', forward: {} } },
    shutdownSignals: ['SIGINT', 'SIGTERM', 'SIGHUP'],
  });
  reportRules(config.policy, report);
  const stateDir = path.resolve(path.dirname(config.file), '.adjourn');
  const childrenDir = path.join(stateDir, 'children');
  await reapOrphans(childrenDir, report);
  const { connection, address, namespace } = await connectCluster(profile);
  const pool = new ServerPool(config.mcpServers, { log: report, childrenDir, secrets: config.secrets });
  const stopping = new AbortController();
  try {
    const worker = await createWorker(config, connection, namespace, pool, report);
    const servers = Object.keys(config.mcpServers).length;
    report(
      'info',
      `worker ready: queue ${config.taskQueue} at ${address} (namespace ${namespace}), ${servers} ${servers === 1 ? 'server' : 'servers'} configured, model ${config.model}`,
    );
    const stopStatusLine = keepStatusLine(worker, report);
    void reportUnmatchedRules(config.policy, pool, report, stopping.signal);
    await worker.run().finally(stopStatusLine);
    report('info', 'worker stopped');
  } finally {
    stopping.abort();
    await pool.close();
    await connection.close();
  }
}

/** The SDK's own words, with what they are about: a step that fails is tried again, and whoever runs this should know why. */
function told({ message, meta }: LogEntry): string {
  const { activityId, workflowId, attempt, error } = meta ?? {};
  const about = workflowId === undefined ? '' : ` (job ${String(workflowId)}`;
  const step = activityId === undefined ? '' : `, ${String(activityId)}, try ${String(attempt)}`;
  const why = error instanceof Error ? `: ${error.message}` : '';
  return `temporal: ${message}${about === '' ? '' : `${about}${step})`}${why}`;
}

async function createWorker(
  config: LoadedConfig,
  connection: NativeConnection,
  namespace: string,
  pool: ServerPool,
  report: Report,
): Promise<Worker> {
  return Worker.create({
    connection,
    namespace,
    taskQueue: config.taskQueue,
    workflowBundle: await workflowBundle(),
    activities: createActivities(config, pool, report, extraModels),
    // Without a grace time SIGTERM would abort calls in flight, and each would end unknown.
    shutdownGraceTime: '30s',
    // A task for a dead worker's own queue goes to its successor after this long.
    stickyQueueScheduleToStartTimeout: '2s',
    // Cancellation reaches a call with the answer to its next heartbeat.
    maxHeartbeatThrottleInterval: '2s',
    maxCachedWorkflows: config.maxCachedWorkflows ?? 500,
  });
}
