// Types of ApplicationFailure that cross from activities to the workflow and to people. Compare `type`, never a class.

export const failureTypes = {
  /** The job asks for a server or a model that this worker does not have. */
  badTerms: 'adjourn.BadTerms',
  /** The provider refused the request itself (HTTP 400): the same request would be refused again. */
  modelRefused: 'adjourn.ModelRefused',
  /** The provider is away or refuses the key; retried. */
  modelUnavailable: 'adjourn.ModelUnavailable',
  /** The reply of a call to an idempotent tool was lost; retried. */
  replyLost: 'adjourn.ReplyLost',
  /** Something inside a job broke; the job ends failed and says so. */
  jobBroken: 'adjourn.JobBroken',
} as const;
