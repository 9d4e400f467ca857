// When a server that was just started can be used: not when its port opens, but when the namespace and the search
// attributes are there. The namespace is kept for longer than the CLI's one day, or closed jobs vanish overnight.
import { setTimeout as delay } from 'node:timers/promises';

import { Connection } from '@temporalio/client';
import proto from '@temporalio/proto';

import { connects } from './ports.ts';
import { ensureSearchAttributes, type SearchAttributes } from '../search-attributes.ts';

const RETENTION_SECONDS = 30 * 24 * 60 * 60;
const LOOK_EVERY_MS = 25;

export interface Expected {
  ip: string;
  port: number;
  address: string;
  namespace: string;
  searchAttributes: SearchAttributes;
}

/** Looks until all is there or `signal` aborts; rejects with what was missing last. */
export async function untilReady(expected: Expected, signal: AbortSignal): Promise<void> {
  // gRPC waits a second after a refused connection, so the first look is a plain one.
  await retry(signal, async () => {
    if (!(await connects(expected.ip, expected.port)))
      throw new Error(`nothing listens on ${expected.address}`);
  });
  const connection = await retry(signal, async () => Connection.connect({ address: expected.address }));
  try {
    await retry(signal, async () => keepLonger(connection, expected.namespace));
    await ensureSearchAttributes(connection, expected.namespace, expected.searchAttributes);
  } finally {
    await connection.close();
  }
}

async function keepLonger(connection: Connection, namespace: string): Promise<void> {
  const { config } = await connection.workflowService.describeNamespace({ namespace });
  if (Number(config?.workflowExecutionRetentionTtl?.seconds ?? 0) >= RETENTION_SECONDS) return;
  const workflowExecutionRetentionTtl = proto.google.protobuf.Duration.fromObject({
    seconds: RETENTION_SECONDS,
  });
  await connection.workflowService.updateNamespace({ namespace, config: { workflowExecutionRetentionTtl } });
}

async function retry<Value>(signal: AbortSignal, attempt: () => Promise<Value>): Promise<Value> {
  for (;;) {
    try {
      return await attempt();
    } catch (thrown) {
      if (signal.aborted) throw thrown;
      await delay(LOOK_EVERY_MS);
    }
  }
}
