// The activities with their time-outs and retries: what may be repeated, how often, and how soon a loss is noticed.
import { ActivityCancellationType, proxyActivities } from '@temporalio/workflow';
import { failureTypes, type Activities } from './contract/index.ts';

export const { begin } = proxyActivities<Pick<Activities, 'begin'>>({
  startToCloseTimeout: '1 minute',
  retry: {
    initialInterval: '1s',
    maximumInterval: '1 minute',
    nonRetryableErrorTypes: [failureTypes.badTerms],
  },
});

/** A repeat is harmless: one reply is recorded. A job that waited for days must not die of an outage of an hour. */
export const { callModel } = proxyActivities<Pick<Activities, 'callModel'>>({
  startToCloseTimeout: '15 minutes',
  scheduleToCloseTimeout: '24 hours',
  heartbeatTimeout: '30 seconds',
  retry: {
    initialInterval: '1s',
    backoffCoefficient: 2,
    maximumInterval: '5 minutes',
    nonRetryableErrorTypes: [failureTypes.modelRefused],
  },
});

/**
 * The default for a call with effects: sent once. A call that no worker starts within a minute was surely not sent.
 * Cancelling waits for the call's real end, so that no effect goes unseen.
 */
export const { callTool } = proxyActivities<Pick<Activities, 'callTool'>>({
  scheduleToStartTimeout: '1 minute',
  startToCloseTimeout: '10 minutes',
  heartbeatTimeout: '10 seconds',
  cancellationType: ActivityCancellationType.WAIT_CANCELLATION_COMPLETED,
  retry: { maximumAttempts: 1 },
});

/** A courtesy: without it an approval is asked all the same, and its arguments cannot be changed. */
export const { describeTool } = proxyActivities<Pick<Activities, 'describeTool'>>({
  startToCloseTimeout: '20 seconds',
  scheduleToCloseTimeout: '1 minute',
  retry: { maximumAttempts: 2 },
});
