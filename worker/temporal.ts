// The worker's way to Temporal: the same profile and variables as the CLI's, and the search attributes made sure of.
import { Connection } from '@temporalio/client';
import { loadClientConnectConfig } from '@temporalio/envconfig';
import { NativeConnection } from '@temporalio/worker';
import { searchAttributes } from '../workflows/contract/index.ts';
import { ensureSearchAttributes } from './search-attributes.ts';

/** Something that a person has to put right before a worker can run; shown without a stack trace. */
export class StartError extends Error {
  override readonly name = 'StartError';
}

export type Cluster = { connection: NativeConnection; address: string; namespace: string };

export async function connectCluster(profile: string | undefined): Promise<Cluster> {
  const { connectionOptions, namespace = 'default' } = readProfile(profile);
  const address = connectionOptions.address ?? '127.0.0.1:7233';
  const options = { ...connectionOptions, address };
  try {
    const plain = await Connection.connect({ ...options, connectTimeout: 10_000 });
    try {
      await ensureSearchAttributes(plain, namespace, searchAttributes);
    } finally {
      await plain.close();
    }
    return { connection: await NativeConnection.connect(options), address, namespace };
  } catch (error) {
    if (error instanceof Error && error.name === 'SearchAttributesError') throw error;
    const detail = error instanceof Error ? error.message : String(error);
    throw new StartError(
      `cannot reach Temporal at ${address} (profile ${profile ?? 'default'}): ${detail}. ` +
        'Start it, or set TEMPORAL_ADDRESS or --profile; "adjourn up" brings one for development.',
      { cause: error },
    );
  }
}

function readProfile(profile: string | undefined) {
  try {
    return loadClientConnectConfig(profile === undefined ? {} : { profile });
  } catch (error) {
    throw new StartError(
      `the Temporal profile cannot be read: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}
