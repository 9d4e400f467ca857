// A workflow that runs one activity, for test/e2e/pending.test.ts.
import { ActivityCancellationType, proxyActivities } from '@temporalio/workflow';

const { look } = proxyActivities<{ look(): Promise<string> }>({
  startToCloseTimeout: '1 minute',
  heartbeatTimeout: '2 seconds',
  cancellationType: ActivityCancellationType.WAIT_CANCELLATION_COMPLETED,
  retry: { maximumAttempts: 2, initialInterval: '100 milliseconds' },
});

export async function asksPending(): Promise<string> {
  return look();
}
