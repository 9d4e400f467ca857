// Tools of legacy servers (2025-11-25) that run only as a task: the call comes back at once with the task's name, and its
// outcome is fetched. Questions come in between, as in any other call.
import { performance } from 'node:perf_hooks';
import { z } from 'zod';
import type { ToolLeg } from '../../workflows/contract/call.ts';
import { isJsonObject, type JsonObject } from '../../workflows/contract/json.ts';
import type { Watch } from './activity-watch.ts';
import type { ServerTool } from './catalogue.ts';
import type { Connection } from './connect.ts';
import type { Fetched } from './sent.ts';
import { endOrStop } from './stop.ts';
import { readTrouble } from './trouble.ts';
import type { Reply } from './wire.ts';

const raw = z.looseObject({});
const longestId = 1_000;
const invalidParams = -32602;
const cancelMs = 2_000;
/** How long beyond the call's own limit the server is asked to keep the outcome. */
const keepMs = 60_000;

export function runsAsTask({ era, client }: Connection, { definition }: ServerTool): boolean {
  if (era !== 'legacy' || at(definition, 'execution', 'taskSupport') !== 'required') return false;
  return isJsonObject(at(client.getServerCapabilities(), 'tasks', 'requests', 'tools', 'call'));
}

/** To be added to the params of `tools/call`. */
export function taskParams({ timeoutMs }: ToolLeg): JsonObject {
  return { task: { ttl: timeoutMs + keepMs } };
}

/** Null: the server replied with the result itself, or with an error. */
export function taskIn(reply: Reply | null): string | null {
  const taskId = reply?.kind === 'result' ? at(reply.result, 'task', 'taskId') : undefined;
  return typeof taskId === 'string' && taskId !== '' && taskId.length <= longestId ? taskId : null;
}

/** What the call came to. Lost is never a reason to send again: the task exists, so the tool may have acted. */
export async function fetchOutcome(
  connection: Connection,
  taskId: string,
  deadline: number,
  watch: Watch,
): Promise<Fetched> {
  const timeout = Math.max(1, deadline - performance.now());
  const underway = connection.wire.begin(null, (signal) =>
    connection.client.request({ method: 'tasks/result', params: { taskId } }, raw, { timeout, signal }),
  );
  let cancelling: Promise<void> | null = null;
  const cancel = () => (cancelling ??= cancelTask(connection, taskId));
  await endOrStop(underway, watch, () => {
    void cancel();
    return true;
  });
  const { reply, failure } = underway.exchange;
  if (!reply) await cancel();
  if (!reply) return unknown(readTrouble(connection.server, failure).reason);
  // What a cancelled or forgotten task replies says nothing about the tool.
  return reply.kind === 'error' && (cancelling || reply.code === invalidParams)
    ? unknown(`server ${connection.server} no longer has the task that it made of this call`)
    : { reply };
}

function unknown(reason: string): Fetched {
  return { lost: { kind: 'unknown', reason } };
}

async function cancelTask({ client }: Connection, taskId: string): Promise<void> {
  const request = { method: 'tasks/cancel', params: { taskId } };
  await client.request(request, raw, { timeout: cancelMs }).catch(() => undefined);
}

function at(value: unknown, ...path: string[]): unknown {
  return path.reduce<unknown>((part, key) => (isJsonObject(part) ? part[key] : undefined), value);
}
