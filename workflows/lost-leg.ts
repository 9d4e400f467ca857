// What is known of a send whose activity did not come back with a value.
import { ActivityFailure, ApplicationFailure, rootCause, TimeoutFailure } from '@temporalio/workflow';
import type { LegOutcome } from './contract/index.ts';

/**
 * A send that no worker began surely did not happen, unless Temporal was at a further attempt (`repeated`); of every
 * other lost one nothing is known.
 */
export function lostLeg(error: unknown, repeated: boolean): LegOutcome {
  if (!(error instanceof ActivityFailure)) throw error;
  const { cause } = error;
  if (cause instanceof TimeoutFailure && cause.timeoutType === 'SCHEDULE_TO_START') {
    return {
      kind: 'not-sent',
      reason: 'no worker took the call in time',
      final: false,
      sentBefore: repeated,
    };
  }
  if (cause instanceof TimeoutFailure) {
    return { kind: 'unknown', reason: `the worker stopped answering during the call (${cause.timeoutType})` };
  }
  const detail =
    cause instanceof ApplicationFailure ? cause.message : (rootCause(error) ?? 'no reason given');
  return { kind: 'unknown', reason: detail.slice(0, 500) };
}
