// A worker whose jobs only ask (workflows/stub-job.ts), and the CLI as a process and as a person at a terminal.
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { bundleWorkflowCode, DefaultLogger, NativeConnection, Runtime, Worker } from '@temporalio/worker';

const launcher = fileURLToPath(new URL('../../bin/adjourn.js', import.meta.url));
const workflowsPath = fileURLToPath(new URL('./workflows/stub-job.ts', import.meta.url));

const logger = new DefaultLogger('ERROR');
Runtime.install({ logger });

/** Made once: bundling takes longer than all the rest of a start. */
let bundle: ReturnType<typeof bundleWorkflowCode> | null = null;

export type StubWorker = { stop(): Promise<void> };

export async function startStubWorker(address: string, taskQueue: string): Promise<StubWorker> {
  const connection = await NativeConnection.connect({ address });
  bundle ??= bundleWorkflowCode({ workflowsPath, logger });
  const worker = await Worker.create({ connection, taskQueue, workflowBundle: await bundle });
  const running = worker.run();
  return {
    async stop() {
      worker.shutdown();
      await running;
      await connection.close();
    },
  };
}

export type Ended = { code: number | null; stdout: string; stderr: string; ms: number };

/** `adjourn ARGUMENTS` without a terminal. */
export function adjourn(argv: string[], env: Record<string, string>, stdin = ''): Promise<Ended> {
  return adjournProcess(argv, env, stdin).ended;
}

export function adjournProcess(argv: string[], env: Record<string, string>, stdin = '') {
  const before = Date.now();
  const child = spawn(process.execPath, [launcher, ...argv], { env: { PATH: '', ...env } });
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  const ended = new Promise<Ended>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, stdout, stderr, ms: Date.now() - before }));
  });
  child.stdin.on('error', () => undefined).end(stdin);
  return { child, ended };
}
