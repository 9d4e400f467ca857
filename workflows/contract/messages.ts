// Names on the wire: what a job is called by, and what it can be told and asked. The signal API.

export const workflowType = 'agentJob';
export const taskQueue = 'adjourn';

/** The one door for answers; payload: `Answer`. */
export const answerSignal = 'answer';
/** The worker's word that a server called what happens at a link done; payload: `LinkVisited`. It answers nothing. */
export const linkVisitedSignal = 'link-visited';
/** Returns the whole `JobStatus`; needs a worker. The memo of the same shape needs none. */
export const statusQuery = 'status';
/** Memo key: a `JobStatus`, cut to `bounds.memoBytes`. */
export const memoKey = 'adjourn';

export const searchAttributes = {
  /** A `JobState`; upserted by the job. */
  AdjournState: 'Keyword',
  /** Who started the job, as that client said; set at start. */
  AdjournRequestedBy: 'Keyword',
} as const;

/** Key of `_meta` in `tools/call`: `JOB/CALL`, the same for every send of one call. */
export const idempotencyKeyMeta = 'adjourn/idempotencyKey';
