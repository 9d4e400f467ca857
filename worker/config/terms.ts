// The `begin` activity: what this worker grants a job. A starter chooses and tightens; it never loosens. No secrets.
import { ApplicationFailure } from '@temporalio/activity';
import { z } from 'zod';
import { isAllowedModel, whyUnserved } from '../../activities/model/model-config.ts';
import { digestOf } from '../../workflows/contract/digest.ts';
import { failureTypes } from '../../workflows/contract/failures.ts';
import { JobInput } from '../../workflows/contract/job.ts';
import type { Activities } from '../../workflows/contract/port.ts';
import type { ServerTerms } from '../../workflows/contract/terms.ts';
import type { AdjournConfig } from './schema.ts';

export function createBegin(config: AdjournConfig): Activities['begin'] {
  const { policy, limits } = config;
  const policyDigest = digestOf(policy);
  // Rejects instead of throwing, as an activity must.
  return async (given) => {
    const input = readInput(given);
    return {
      model: chooseModel(input, config),
      servers: chooseServers(input, config),
      policy,
      policyDigest,
      onDecline: input.onDecline ?? config.onDecline,
      prompts: config.prompts,
      limits,
    };
  };
}

/** A job may have been started by hand, with anything as its input. */
function readInput(given: JobInput): JobInput {
  const parsed = JobInput.safeParse(given);
  if (parsed.success) return parsed.data;
  throw badTerms(`the job's input does not fit: ${z.prettifyError(parsed.error).slice(0, 1_000)}`);
}

function chooseModel(input: JobInput, config: AdjournConfig): string {
  const model = input.model ?? config.model;
  const choices = [config.model, ...config.allowedModels].join(', ');
  if (!isAllowedModel(model, config)) {
    throw badTerms(`this worker does not offer the model ${JSON.stringify(model)}; it offers: ${choices}`);
  }
  const unserved = whyUnserved(model, config.models);
  if (unserved !== null) throw badTerms(unserved);
  return model;
}

function chooseServers(input: JobInput, config: AdjournConfig): ServerTerms[] {
  const names = Object.keys(config.mcpServers);
  const unknown = (input.servers ?? []).filter((name) => !names.includes(name));
  if (unknown.length > 0) {
    const asked = unknown.map((name) => JSON.stringify(name)).join(', ');
    throw badTerms(`this worker has no server ${asked}; it has: ${names.join(', ') || 'none'}`);
  }
  return Object.entries(config.mcpServers)
    .filter(([name]) => input.servers === null || input.servers.includes(name))
    .map(([name, { timeout, idempotent }]) => ({ name, timeoutMs: timeout, idempotent }));
}

function badTerms(message: string): ApplicationFailure {
  return ApplicationFailure.create({ message, type: failureTypes.badTerms, nonRetryable: true });
}
