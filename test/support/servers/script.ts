// What a scripted MCP server does; handed over as JSON in argv[2]. Its deeds are lines of JSON in `log`.
import { appendFileSync, existsSync, readFileSync, watch } from 'node:fs';
import { dirname } from 'node:path';
import { z } from 'zod';

const Json = z.json();
const Params = z.record(z.string(), Json);

/** Steps of a tool of a legacy server, in order; a modern server runs those of the round that the state names. */
const Step = z.discriminatedUnion('do', [
  /** Asks in the middle of the call; anything but an acceptance ends it with a text. `$RANDOM` in the message differs each time. */
  z.object({
    do: z.literal('ask'),
    params: Params,
    onRefusal: z.literal('go on').optional(),
    /** Asks even when the call was cancelled in the meantime. */
    heedless: z.boolean().optional(),
    /** How long the server itself waits for the answer. */
    waitMs: z.int().optional(),
  }),
  /** Asks all at once, whatever is answered. */
  z.object({ do: z.literal('ask-together'), params: z.array(Params) }),
  /** Asks after the call's end, when the file is there. */
  z.object({ do: z.literal('ask-later'), params: Params, file: z.string() }),
  z.object({ do: z.literal('sample') }),
  /** Any request to the host; `$TASK` stands for the task that the host made of the last question. */
  z.object({ do: z.literal('request'), method: z.string(), params: Params }),
  /** Says that a link is done: at once, or after the call's end when the file is there. */
  z.object({ do: z.literal('complete'), elicitationId: Json, file: z.string().optional() }),
  /** A reply to a request that was never made. */
  z.object({ do: z.literal('stray'), result: Params }),
  /** Drops the server's own tasks, as when their time is over. */
  z.object({ do: z.literal('forget-tasks') }),
  z.object({ do: z.literal('effect'), name: z.string() }),
  /** Goes on when the file is there. */
  z.object({ do: z.literal('wait'), file: z.string() }),
  z.object({
    do: z.literal('progress'),
    progress: z.number(),
    message: z.string(),
    endless: z.boolean().optional(),
  }),
  z.object({ do: z.literal('die') }),
  z.object({ do: z.literal('error'), code: z.int(), message: z.string(), data: z.unknown().optional() }),
  z.object({ do: z.literal('result'), result: Params }),
]);
export type Step = z.infer<typeof Step>;

const Tool = z.object({
  definition: Params,
  steps: z.array(Step),
  rounds: z.record(z.string(), z.array(Step)).optional(),
  /** Legacy: listed only for a host that takes questions. */
  needs: z.literal('elicitation').optional(),
});

export const Script = z.object({
  era: z.enum(['modern', 'legacy']),
  log: z.string(),
  /** Serves HTTP on this port of 127.0.0.1; absent: stdio. */
  port: z.int().optional(),
  /** JSON file of `Tool`s by name, read anew at each list and call. */
  tools: z.string(),
  /** Does not end when its input does. */
  stubborn: z.boolean().optional(),
  stderr: z.string().optional(),
  /** Legacy: tools a page; `endless`: the last page names itself as the next. */
  pageSize: z.int().optional(),
  endless: z.boolean().optional(),
  /** Legacy: asks without a call. */
  asksAt: z.object({ moment: z.enum(['initialized', 'list']), params: Params }).optional(),
  /** Legacy: takes calls as tasks. */
  tasks: z.boolean().optional(),
  /** HTTP: requests of a method get this status instead, `after` or before the tool ran. */
  fail: z
    .object({ method: z.string(), status: z.int(), times: z.int(), location: z.string().optional() })
    .optional(),
});
export type Script = z.infer<typeof Script>;
export type ScriptedTool = z.infer<typeof Tool>;

export function readTools(script: Script): Record<string, ScriptedTool> {
  return z.record(z.string(), Tool).parse(JSON.parse(readFileSync(script.tools, 'utf8')));
}

/** What `tools/list` shows. */
export function definitions(script: Script, takesQuestions = true): never[] {
  const tools = Object.entries(readTools(script));
  const shown = tools.filter(([, { needs }]) => needs === undefined || takesQuestions);
  return shown.map(([name, { definition }]) => Object.assign({ name }, definition) as never);
}

type Page = { tools: never[]; nextCursor?: string };

/** One page of `tools/list`. */
export function page(script: Script, cursor: string | undefined, takesQuestions: boolean): Page {
  const all = definitions(script, takesQuestions);
  const { pageSize = all.length, endless } = script;
  const start = Number(cursor ?? 0);
  const next = start + pageSize;
  const tools = all.slice(start, next);
  if (next < all.length) return { tools, nextCursor: String(next) };
  return endless ? { tools, nextCursor: String(start) } : { tools };
}

export function note(script: Script, deed: Record<string, unknown>): void {
  appendFileSync(script.log, `${JSON.stringify({ ...deed, pid: process.pid })}\n`);
}

/** The steps that need no connection; true: handled. */
export async function plainStep(script: Script, step: Step): Promise<void> {
  switch (step.do) {
    case 'effect':
      note(script, { effect: step.name });
      return;
    case 'wait':
      note(script, { waiting: step.file });
      await fileThere(step.file);
      return;
    case 'die':
      process.kill(process.pid, 'SIGKILL');
      return new Promise(() => undefined);
    case 'error':
      throw Object.assign(new Error(step.message), { code: step.code, data: step.data });
    default:
      return;
  }
}

/** Endless: until the process ends. */
export async function tellProgress(
  { endless }: Extract<Step, { do: 'progress' }>,
  tell: () => Promise<void>,
): Promise<void> {
  for (let more = true; more; more = endless === true) {
    await tell();
    if (endless) await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

export function fileThere(file: string): Promise<void> {
  return new Promise((resolve) => {
    const watcher = watch(dirname(file), () => look());
    const look = () => {
      if (!existsSync(file)) return;
      watcher.close();
      resolve();
    };
    look();
  });
}
