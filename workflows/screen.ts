// What people see of a running job: the memo (needs no worker), the search attribute, the current details in the UI.
import {
  CancellationScope,
  condition,
  inWorkflowContext,
  setCurrentDetails,
  upsertMemo,
  upsertSearchAttributes,
} from '@temporalio/workflow';
import { defineSearchAttributeKey, SearchAttributeType } from '@temporalio/common';
import { memoKey, type JobState } from './contract/index.ts';
import { detailsOf } from './details.ts';
import type { Job, Running } from './job.ts';
import { memoOf } from './status.ts';

const stateKey = defineSearchAttributeKey('AdjournState', SearchAttributeType.KEYWORD);

/** Publishes each change once per activation, until the run ends. Its own flow: no handler gives a command. */
export function keepCurrent(running: Running): void {
  void CancellationScope.nonCancellable(async () => {
    for (;;) {
      await condition(() => running.live.dirty);
      // A task that was broken off leaves this flow behind, to go on when the run is put away: an error there ends the worker.
      if (!inWorkflowContext()) return;
      publish(running);
    }
  });
}

export function publish({ job, live }: Running): void {
  live.dirty = false;
  const state = stateOf(job);
  job.state = state;
  if (live.shown !== state) upsertSearchAttributes([{ key: stateKey, value: state }]);
  live.shown = state;
  upsertMemo({ [memoKey]: memoOf(job) });
  setCurrentDetails(detailsOf(job));
}

function stateOf(job: Job): JobState {
  if (job.state !== 'running' && job.state !== 'waiting') return job.state;
  return job.questions.some(({ state }) => state === 'open') ? 'waiting' : 'running';
}
