// Sets a stage for one test of the MCP activities: scripted servers, a pool, an activity environment. `close` leaves nothing.
import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { MockActivityEnvironment } from '@temporalio/testing';
import { DefaultLogger } from '@temporalio/worker';
import getPort from 'get-port';
import {
  createCallTool,
  listTools,
  ServerConfig,
  ServerPool,
  type CallToolDeps,
} from '../../activities/mcp/index.ts';
import type {
  AskedRequest,
  ElicitationReply,
  LegOutcome,
  LegStart,
  ToolLeg,
} from '../../workflows/contract/call.ts';
import { requestDigest } from '../../workflows/contract/digest.ts';
import type { JsonObject } from '../../workflows/contract/json.ts';
import type { Script, ScriptedTool } from './servers/script.ts';

const entry = fileURLToPath(new URL('./servers/scripted.ts', import.meta.url));

export type Tools = Record<string, Omit<ScriptedTool, 'definition'> & { definition?: JsonObject }>;
export type Setting = Omit<Partial<Script>, 'tools' | 'log' | 'port'> & {
  tools: Tools;
  http?: boolean;
  config?: Partial<ServerConfig>;
};
export type Deed = {
  pid: number;
  call?: { name: string };
  reply?: JsonObject;
  effect?: string;
  [other: string]: unknown;
};

export type Stage = Awaited<ReturnType<typeof setStage>>;

export async function setStage(setting: Setting) {
  const dir = mkdtempSync(join(tmpdir(), 'adjourn-mcp-'));
  const { tools, http, config, ...rest } = setting;
  const script: Script = { era: 'modern', ...rest, log: join(dir, 'log'), tools: join(dir, 'tools.json') };
  if (http) script.port = await getPort();
  const setTools = (next: Tools) => writeFileSync(script.tools, JSON.stringify(withDefinitions(next)));
  setTools(tools);
  const deeds = (): Deed[] =>
    existsSync(script.log)
      ? readFileSync(script.log, 'utf8')
          .split('\n')
          .filter(Boolean)
          .map((line) => JSON.parse(line))
      : [];

  let child: ChildProcess | null = null;
  const stopHttp = async (signal: NodeJS.Signals = 'SIGKILL') => {
    const ending = child;
    if (!ending || ending.exitCode !== null || ending.signalCode !== null) return;
    const gone = new Promise((resolve) => ending.once('exit', resolve));
    ending.kill(signal);
    await gone;
  };
  const startHttp = async () => {
    const before = deeds().length;
    child = spawn(process.execPath, [entry, JSON.stringify(script)], { stdio: 'ignore' });
    await until(() =>
      deeds()
        .slice(before)
        .some((deed) => deed['listening'] !== undefined),
    );
  };
  if (http) await startHttp();

  const childrenDir = join(dir, 'children');
  const server = ServerConfig.parse({
    ...(http
      ? { url: `http://127.0.0.1:${script.port}/mcp` }
      : { command: process.execPath, args: [entry, JSON.stringify(script)] }),
    ...config,
  });
  const host = hostOf(server, childrenDir);

  return {
    ...host,
    dir,
    /** The server as an entry of `mcpServers`. */
    entry: server,
    deeds,
    setTools,
    stopHttp,
    startHttp,
    childrenDir,
    effects: () => deeds().flatMap((deed) => deed.effect ?? []),
    calls: () => deeds().flatMap((deed) => deed.call ?? []),
    replies: () =>
      deeds()
        .map(({ reply }) => reply)
        .filter((reply) => reply !== undefined),
    close: async () => {
      await host.pool.close();
      await stopHttp();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

export type Host = ReturnType<typeof hostOf>;

/** The worker's side: a pool with one server, `ops`. */
export function hostOf(server: ServerConfig, childrenDir: string | null) {
  const logged: string[] = [];
  const log = (level: string, text: string) => void logged.push(`${level} ${text}`);
  const pool = new ServerPool({ ops: server }, { log, childrenDir });
  return {
    pool,
    log,
    logged,
    digestOf: async (tool: string) => {
      const listing = await listTools(pool, 'ops', log);
      if ('problem' in listing) throw new Error(listing.problem);
      const found = listing.tools.find((each) => each.name === tool);
      if (!found) throw new Error(`no tool ${tool}`);
      return found.definitionDigest;
    },
  };
}

/** One run of the activity; `environment` can be watched and cancelled while `outcome` is pending. */
export function callTool(
  stage: Host,
  leg: Partial<ToolLeg>,
  deps: Partial<CallToolDeps> = {},
  info: { heartbeatTimeoutMs?: number } = {},
) {
  const environment = new MockActivityEnvironment(
    { heartbeatTimeoutMs: 30_000, activityType: 'callTool', ...info },
    { logger: new DefaultLogger('ERROR') },
  );
  const callToolNow = createCallTool({
    pool: stage.pool,
    log: stage.log,
    pending: async () => true,
    teller: () => async () => undefined,
    ...deps,
  });
  const outcome: Promise<LegOutcome> = (async () => {
    const definitionDigest = leg.definitionDigest ?? (await stage.digestOf(leg.tool ?? 'order'));
    return environment.run(callToolNow, {
      job: 'job-1',
      call: 'c1.1',
      leg: 1,
      server: 'ops',
      tool: 'order',
      arguments: { sku: 'SKU-300' },
      start: fresh,
      approval: null,
      idempotent: false,
      timeoutMs: 30_000,
      ...leg,
      definitionDigest,
    });
  })();
  outcome.catch(() => undefined);
  return { environment, outcome };
}

const fresh: LegStart = { kind: 'fresh' };

/** For tests of what happens to the host, when nothing but the outcome counts. */
export function run(
  stage: Host,
  leg: Partial<ToolLeg> = {},
  deps: Partial<CallToolDeps> = {},
): Promise<LegOutcome> {
  return callTool(stage, leg, deps).outcome;
}

type Call = { tool?: string; arguments?: JsonObject };
type Recorded = Extract<LegStart, { kind: 'replay' }>['answers'][number];

/** What the job does between two legs of a legacy call: it records the answer under the digest of what was asked. */
export async function recorded(
  stage: Host,
  request: AskedRequest,
  reply: ElicitationReply,
  call: Call = {},
): Promise<Recorded> {
  const { tool = 'order', arguments: args = { sku: 'SKU-300' } } = call;
  const definitionDigest = await stage.digestOf(tool);
  const digest = requestDigest({ server: 'ops', tool, definitionDigest, arguments: args }, request);
  return { digest, reply };
}

export function askedIn(outcome: LegOutcome): Extract<LegOutcome, { kind: 'asked-legacy' }> {
  if (outcome.kind !== 'asked-legacy') throw new Error(`${outcome.kind}: ${JSON.stringify(outcome)}`);
  return outcome;
}

export async function until(holds: () => boolean, longestMs = 30_000): Promise<void> {
  const deadline = Date.now() + longestMs;
  while (!holds()) {
    if (Date.now() > deadline) throw new Error(`waited ${longestMs} ms in vain for ${holds.toString()}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

function withDefinitions(tools: Tools): Record<string, ScriptedTool> {
  return Object.fromEntries(
    Object.entries(tools).map(([name, tool]) => [
      name,
      { ...tool, definition: { inputSchema: { type: 'object' }, ...tool.definition } },
    ]),
  );
}
