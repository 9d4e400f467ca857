// A connection to Temporal as its own CLI would make it: the same TOML profile, the same TEMPORAL_* variables.
import { Client, Connection, isGrpcServiceError, ServiceError } from '@temporalio/client';
import { NamespaceNotFoundError } from '@temporalio/common';
import { loadClientConnectConfig } from '@temporalio/envconfig';
import { taskQueue } from '../workflows/contract/messages.ts';
import { ClientError } from './errors.ts';
import { lenientCodec } from './lenient.ts';

export type AgentClient = {
  temporal: Client;
  address: string;
  profile: string;
  namespace: string;
  taskQueue: string;
  close(): Promise<void>;
};

type Env = Record<string, string | undefined>;

/** A connect that failed says so after this long; nothing here may hang. */
const connectMs = 5_000;
const callMs = 5_000;

/** Codes of gRPC: DEADLINE_EXCEEDED and UNAVAILABLE. */
const unreachableCodes = new Set<number>([4, 14]);

export async function connect({
  profile: asked,
  env,
}: {
  profile?: string | undefined;
  env: Env;
}): Promise<AgentClient> {
  const profile = asked ?? env['TEMPORAL_PROFILE'] ?? 'default';
  const { connectionOptions, namespace = 'default' } = readProfile(profile, asked, env);
  const address = connectionOptions.address ?? '127.0.0.1:7233';
  try {
    const connection = await Connection.connect({ ...connectionOptions, address, connectTimeout: connectMs });
    const temporal = new Client({
      connection,
      namespace,
      dataConverter: { payloadCodecs: [lenientCodec] },
    });
    return {
      temporal,
      address,
      profile,
      namespace,
      taskQueue: env['ADJOURN_TASK_QUEUE'] || taskQueue,
      close: () => connection.close(),
    };
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error);
    throw new ClientError({ reason: 'unreachable', address, profile, detail }, { cause: error });
  }
}

function readProfile(profile: string, asked: string | undefined, env: Env) {
  const given = Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined);
  try {
    return loadClientConnectConfig({
      overrideEnvVars: Object.fromEntries(given),
      ...(asked === undefined ? {} : { profile: asked }),
    });
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error);
    throw new ClientError({ reason: 'bad-profile', profile, detail }, { cause: error });
  }
}

/** Every request goes through here: with a deadline, and with Temporal's faults told apart. */
export async function request<T>(agent: AgentClient, call: () => Promise<T>, ms = callMs): Promise<T> {
  try {
    return await agent.temporal.connection.withDeadline(Date.now() + ms, call);
  } catch (error) {
    throw asClientError(agent, error);
  }
}

function asClientError({ address, profile, namespace }: AgentClient, error: unknown): unknown {
  if (error instanceof NamespaceNotFoundError) {
    const detail = `there is no namespace ${JSON.stringify(namespace)}`;
    return new ClientError({ reason: 'temporal-refused', address, namespace, detail }, { cause: error });
  }
  const fault = error instanceof ServiceError ? error.cause : error;
  if (!isGrpcServiceError(fault)) return error;
  const detail = fault.details;
  if (unreachableCodes.has(fault.code)) {
    return new ClientError({ reason: 'unreachable', address, profile, detail }, { cause: error });
  }
  return new ClientError({ reason: 'temporal-refused', address, namespace, detail }, { cause: error });
}
