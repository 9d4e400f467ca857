// A scene whose MCP servers are other people's programs; a model that makes the one call that a job's goal spells out; and a
// person who uses nothing but the CLI.
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { expect } from '@jest/globals';
import type { JobStatus, JsonObject, Question } from '../../workflows/contract/index.ts';
import { startFakeOpenAi, type ChatRequest, type FakeReply } from './fake-openai.ts';
import { openScene, type Process, type Ran, type Scene } from './scene.ts';
import { closeTestServers } from './temporal.ts';

const launcher = fileURLToPath(new URL('./servers/real-node.ts', import.meta.url));
const require = createRequire(import.meta.url);

export const everything = require.resolve('@modelcontextprotocol/server-everything/dist/index.js');
// Its ES modules: `require` would find the others.
const example =
  '../../node_modules/@modelcontextprotocol/sdk/dist/esm/examples/server/elicitationFormExample.js';
export const formExample = fileURLToPath(new URL(example, import.meta.url));

export type RealScene = Scene & {
  /** Writes the config with these servers and an open policy. */
  host(mcpServers: Record<string, unknown>, config?: Record<string, unknown>): void;
  /** A server of somebody else's over HTTP, when it says that it is ready; `args`: see servers/real-node.ts. */
  serve(ready: RegExp, ...args: string[]): Promise<Process>;
  /** A job that makes this one call. */
  start(job: string, server: string, tool: string, given?: JsonObject): Promise<void>;
  /** The one open question of a job that was not seen before. */
  asked(job: string): Promise<Question>;
  /** `adjourn answer`, by the whole name; `words`: approve, decline or later, and values. */
  answer(job: string, question: Question, ...words: string[]): Promise<Ran>;
  /** The same, and it must not be refused. */
  answered(job: string, question: Question, ...words: string[]): Promise<void>;
  ended(job: string): Promise<JobStatus>;
  /** What the model was told of the job's call. */
  told(job: string): string;
  /** `adjourn pending`: whole names. */
  pending(): Promise<string[]>;
  /** Ends all of it, and fails when a process was left behind. */
  close(): Promise<void>;
};

export async function openRealScene(): Promise<RealScene> {
  const scene = await openScene();
  const model = await startFakeOpenAi({ reply: callWhatIsSpelt });
  const seen = new Set<string>();
  const isNew = (job: string, { id, state }: Question) => state === 'open' && !seen.has(`${job}/${id}`);
  const answer: RealScene['answer'] = (job, { id }, ...words) =>
    scene.adjourn('answer', `${job}/${id}`, ...words);
  return {
    ...scene,
    host: (mcpServers, config) =>
      scene.configure({
        model: 'openai-compatible/scripted',
        models: { 'openai-compatible': { baseURL: model.baseURL } },
        mcpServers,
        ...config,
      }),
    serve: async (ready, ...args) => {
      const server = scene.spawn(launcher, ...args);
      await server.says(ready);
      return server;
    },
    start: async (job, server, tool, given = {}) => {
      const goal = `${job}: call ${server}__${tool} ${JSON.stringify(given)}`;
      expect(await scene.adjourn('start', goal, '--id', job)).toMatchObject({ code: 0 });
    },
    asked: async (job) => {
      const { questions, text } = await scene.until(
        job,
        (status) => status.questions.some((each) => isNew(job, each)) || hasEnded(status),
      );
      const question = questions.find((each) => isNew(job, each));
      if (!question)
        throw new Error(`job ${job} ended without asking: ${text}\n${told(model.requests, job)}`);
      seen.add(`${job}/${question.id}`);
      return question;
    },
    answer,
    answered: async (job, question, ...words) => {
      const { code, stderr } = await answer(job, question, ...words);
      // 6: sent, and no worker said within 5 s that it took it; the job's end will tell.
      if (code !== 0 && code !== 6) throw new Error(`${question.id} was not answered (${code}): ${stderr}`);
    },
    ended: (job) => scene.until(job, hasEnded),
    told: (job) => told(model.requests, job),
    pending: async () => {
      const { stdout } = await scene.adjourn('pending', '--json');
      return (JSON.parse(stdout) as { items: { question: string }[] }).items.map(({ question }) => question);
    },
    close: async () => {
      const left = await scene.stop();
      await scene.close();
      await model.stop();
      await closeTestServers();
      if (left.length > 0) throw new Error(`processes were left behind: ${left.join(', ')}`);
    },
  };
}

/** What reached the server, in the words of the reference server. */
export function rawResult(text: string): unknown {
  const mark = 'Raw result: ';
  return JSON.parse(text.slice(text.indexOf(mark) + mark.length)) as unknown;
}

const hasEnded = ({ state }: JobStatus) => state !== 'running' && state !== 'waiting';

function told(requests: ChatRequest[], job: string): string {
  const last = requests.findLast(({ body }) => goalOf(body).startsWith(`${job}: `));
  const results = last?.body.messages.filter(({ role }) => role === 'tool') ?? [];
  return results.map(({ content }) => textOf(content)).join('\n');
}

function goalOf({ messages }: ChatRequest['body']): string {
  return textOf(messages.find(({ role }) => role === 'user')?.content);
}

function textOf(content: unknown): string {
  return typeof content === 'string' ? content : JSON.stringify(content);
}

/** `JOB: call NAME {...}` becomes that call; its result ends the job. */
function callWhatIsSpelt({ body }: ChatRequest): FakeReply {
  const [, name, given] = /: call (\S+) (\{.*\})/.exec(goalOf(body)) ?? [];
  if (body.messages.some(({ role }) => role === 'tool') || name === undefined)
    return { text: 'That is all.' };
  return { calls: [{ name, arguments: given }] };
}
