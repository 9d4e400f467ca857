// A scene with a scripted MCP server `ops` over HTTP that outlives the workers, and a model that calls, in one reply, the
// tools that the job's goal names.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Client } from '@temporalio/client';
import { startJob } from '../../client/start.ts';
import type { AnswerAction, JobStatus, JsonObject, Question } from '../../workflows/contract/index.ts';
import { startFakeOpenAi, type ChatRequest, type FakeReply } from './fake-openai.ts';
import { setStage, type Setting, type Stage } from './mcp-stage.ts';
import { openScene, type Process, type Scene } from './scene.ts';

type Tools = Setting['tools'];
type History = Awaited<ReturnType<ReturnType<Client['workflow']['getHandle']>['fetchHistory']>>;

export type ScriptedScene = Scene & {
  stage: Stage;
  /** Path of a file that a tool can wait for. */
  file(name: string): string;
  touch(name: string): void;
  start(job: string, ...tools: string[]): Promise<string>;
  /** Waits until the job has an open question about this tool. */
  asked(job: string, tool: string): Promise<Question>;
  answer(job: string, question: Question, action: AnswerAction, content?: JsonObject): Promise<void>;
  ended(job: string): Promise<JobStatus>;
  history(job: string): Promise<History>;
  /** How often a tool was called. */
  calls(tool: string): number;
  /** How often an effect of this name happened. */
  effects(name: string): number;
};

export async function openScriptedScene(
  tools: (file: ScriptedScene['file']) => Tools,
): Promise<ScriptedScene> {
  const scene = await openScene();
  const stage = await setStage({ tools: {}, http: true });
  const model = await startFakeOpenAi({ reply: callWhatIsNamed });
  const file = (name: string) => path.join(stage.dir, name);
  stage.setTools(tools(file));
  const job = (id: string) => scene.env.client.workflow.getHandle(id);
  const agent = {
    temporal: scene.env.client,
    address: scene.temporal.address,
    profile: 'default',
    namespace: 'default',
    taskQueue: scene.taskQueue,
    close: async () => undefined,
  };
  return {
    ...scene,
    stage,
    file,
    touch: (name) => writeFileSync(file(name), ''),
    configure: (config) =>
      scene.configure({
        model: 'openai-compatible/scripted',
        models: { 'openai-compatible': { baseURL: model.baseURL } },
        mcpServers: { ops: stage.entry },
        ...config,
      }),
    start: (id, ...named) => startJob(agent, { id, goal: `use ${named.join(' ')}` }),
    asked: async (id, tool) => {
      const find = ({ questions }: JobStatus) =>
        questions.find((each) => each.tool === tool && each.state === 'open');
      const question = find(await scene.until(id, (status) => find(status) !== undefined));
      if (!question) throw new Error(`job ${id} was not asked about ${tool}`);
      return question;
    },
    answer: (id, question, action, content) =>
      job(id).signal('answer', { question: question.id, action, ...(content && { content }) }),
    ended: (id) => scene.until(id, ({ state }) => state !== 'running' && state !== 'waiting'),
    history: (id) => job(id).fetchHistory(),
    calls: (tool) => stage.calls().filter(({ name }) => name === tool).length,
    effects: (name) => stage.effects().filter((effect) => effect === name).length,
    close: async () => {
      await scene.close();
      await stage.close();
      await model.stop();
    },
  };
}

export async function crash(victim: Process): Promise<void> {
  victim.kill('SIGKILL');
  await victim.gone;
}

/** `use a b` becomes one reply with calls of a and b; their results end the job. */
function callWhatIsNamed({ body }: ChatRequest): FakeReply {
  const goal = body.messages.find(({ role }) => role === 'user')?.content;
  if (body.messages.some(({ role }) => role === 'tool') || !body.tools) return { text: 'That is all.' };
  const text = typeof goal === 'string' ? goal : JSON.stringify(goal);
  const names = /use ([\w -]+)/.exec(text)?.[1]?.split(' ') ?? [];
  return { calls: names.map((name) => ({ name: `ops__${name}`, arguments: {} })) };
}
