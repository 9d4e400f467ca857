// The CLI on a Temporal server of the test's own: as a process, within this one, and with a person at a terminal.
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { connect, readJob, startJob, type AgentClient } from '../../client/agent-client.ts';
import { run } from '../../client/cli/main.ts';
import type { Question } from '../../workflows/contract/question.ts';
import { sampleHosts, sampleIo, type SampleIo } from './cli-samples.ts';
import { adjourn, startStubWorker, type Ended, type StubWorker } from './stub-jobs.ts';
import { closeTestServers, startTestServer, type TestServer } from './temporal.ts';

export type CliStage = {
  server: TestServer;
  agent: AgentClient;
  env: Record<string, string>;
  startWorker(): Promise<StubWorker>;
  /** A process of its own, without a terminal. */
  spawned(argv: string[], stdin?: string): Promise<Ended>;
  /** The same within this process: much faster. */
  cli(argv: string[], stdin?: string): Promise<Omit<Ended, 'ms'>>;
  /** With a person at a terminal who types these answers. */
  person(argv: string[], typed: string[]): Promise<{ code: number; io: SampleIo; text: string }>;
  /** A job that asks; resolves once its questions can be read. */
  asking(...questions: Partial<Question>[]): Promise<{ job: string; handles: string[] }>;
  close(): Promise<void>;
};

export const orderForm: Partial<Question> = {
  kind: 'form',
  message: 'How many?',
  rule: null,
  because: null,
  schema: {
    type: 'object',
    required: ['quantity'],
    properties: {
      quantity: { type: 'integer', minimum: 1, maximum: 40 },
      urgent: { type: 'boolean', default: false },
      note: { type: 'string' },
    },
  },
};

export async function openCliStage(): Promise<CliStage> {
  const server = await startTestServer();
  const taskQueue = `cli-${randomUUID()}`;
  const env = { TEMPORAL_ADDRESS: server.address, ADJOURN_TASK_QUEUE: taskQueue };
  const agent = await connect({ env });
  return {
    server,
    agent,
    env,
    startWorker: () => startStubWorker(server.address, taskQueue),
    spawned: (argv, stdin) => adjourn(argv, env, stdin),
    cli: async (argv, stdin = '') => {
      const outside = {
        terminal: false,
        interactive: false,
        readStdin: () => Promise.resolve(Buffer.from(stdin)),
      };
      const io = sampleIo({ env, now: Date.now, ...outside });
      const code = await run(argv, sampleHosts, io);
      const text = (lines: string[]) => lines.map((line) => `${line}\n`).join('');
      return { code, stdout: text(io.stdout), stderr: text(io.stderr) };
    },
    person: async (argv, typed) => {
      const io = sampleIo({ env, now: Date.now, columns: 120 }, typed);
      const code = await run(argv, sampleHosts, io);
      return { code, io, text: [...io.stdout, ...io.stderr].join('\n') };
    },
    asking: async (...questions) => {
      const job = await startJob(agent, { goal: JSON.stringify({ questions }), requestedBy: 'kim' });
      const status = await until(async () => {
        const view = await readJob(agent, job);
        return view.kind === 'readable' && view.status.questions.length > 0 ? view.status : null;
      });
      return { job, handles: status.questions.map(({ id }) => `${job}/${id}`) };
    },
    close: async () => {
      await agent.close();
      await closeTestServers();
    },
  };
}

export async function until<T>(look: () => Promise<T | null>): Promise<T> {
  for (;;) {
    const found = await look();
    if (found !== null) return found;
    await delay(50);
  }
}
