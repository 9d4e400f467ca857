// A legacy server may ask for an answer as a task of the host, to fetch it later. The answer is there at once (from the
// record, or `cancel`), so such a task is born completed, and is forgotten with the call.
import { randomUUID } from 'node:crypto';
import { ProtocolError, RELATED_TASK_META_KEY } from '@modelcontextprotocol/client';
import type { ElicitationReply } from '../../workflows/contract/call.ts';
import { isJsonObject, type JsonObject } from '../../workflows/contract/json.ts';

/** Result of a JSON-RPC request. */
export type Told = Record<string, unknown>;

export type HostTasks = {
  /** The reply as the server wants it: at once, or as a task when it asked with `task`. */
  deliver(asked: unknown, reply: ElicitationReply): Told;
  /** Serves `tasks/...`; throws a JSON-RPC error. */
  serve(method: string, params: unknown): Told;
};

const invalidParams = -32602;
const methodNotFound = -32601;

export function createHostTasks(): HostTasks {
  const tasks = new Map<string, { task: JsonObject; reply: ElicitationReply }>();

  const find = (params: unknown) => {
    const taskId = isJsonObject(params) ? params['taskId'] : undefined;
    const found = typeof taskId === 'string' ? tasks.get(taskId) : undefined;
    if (!found) throw new ProtocolError(invalidParams, 'Task not found');
    return found;
  };

  return {
    deliver: (asked, reply) => {
      const { task: wanted, _meta: meta } = isJsonObject(asked) ? asked : {};
      if (!isJsonObject(wanted)) return withRelated(reply, meta);
      const taskId = randomUUID();
      const now = new Date().toISOString();
      const ttl = typeof wanted['ttl'] === 'number' ? wanted['ttl'] : null;
      const task = {
        taskId,
        status: 'completed',
        ttl,
        createdAt: now,
        lastUpdatedAt: now,
        pollInterval: 1_000,
      };
      tasks.set(taskId, { task, reply });
      return { task };
    },
    serve: (method, params) => {
      switch (method) {
        case 'tasks/get':
          return find(params).task;
        case 'tasks/result': {
          const { task, reply } = find(params);
          return withRelated(reply, { [RELATED_TASK_META_KEY]: { taskId: task['taskId'] ?? null } });
        }
        case 'tasks/list':
          return { tasks: [...tasks.values()].map(({ task }) => task) };
        case 'tasks/cancel':
          find(params);
          throw new ProtocolError(invalidParams, 'Cannot cancel a task that is completed');
        default:
          throw new ProtocolError(methodNotFound, 'Method not found');
      }
    },
  };
}

/** What is said about a task names it, a server's own task too. */
function withRelated(reply: ElicitationReply, meta: unknown): Told {
  const related = isJsonObject(meta) ? meta[RELATED_TASK_META_KEY] : undefined;
  const taskId = isJsonObject(related) ? related['taskId'] : undefined;
  return typeof taskId === 'string' ? { ...reply, _meta: { [RELATED_TASK_META_KEY]: { taskId } } } : reply;
}
