// Sizes that keep a job inside Temporal's limits whatever a server, a model or an answer supplies.
const KiB = 1024;

export const bounds = {
  goalBytes: 32 * KiB,
  answerBytes: 64 * KiB,
  commentCharacters: 2_000,
  nameCharacters: 200,
  /** Levels of a value: of an answer or a schema, and of what a server or a model says otherwise. */
  answerLevels: 16,
  levels: 64,
  /** An answer that is handled this long after a question's expiry came too late, unless it says that it was sent in time. */
  lateMs: 10_000,
  /** A form's schema, a message and a url as a server sent them. */
  schemaBytes: 64 * KiB,
  messageCharacters: 16_000,
  urlCharacters: 2_048,
  elicitationIdCharacters: 200,
  argumentBytes: 256 * KiB,
  requestStateBytes: 512 * KiB,
  /** Of all calls that wait at the same time. */
  requestStatesBytes: 768 * KiB,
  requestsInOneResult: 20,
  /** Of all requests of one result together; the requestState comes on top. */
  requestsBytes: 256 * KiB,
  /** What of a tool's result reaches the model and the history. */
  resultBytes: 32 * KiB,
  callsInOneRound: 64,
  /** Of the conversation as the model is sent it; above, the oldest tool results are shortened. */
  transcriptBytes: 384 * KiB,
  /** Of one signal as it comes, of one that is of a usual size, and of all that reach a job in one workflow task. */
  signalBytes: 128 * KiB,
  usualSignalBytes: 4 * KiB,
  activationBytes: 4 * 1024 * KiB,
  early: 100,
  earlyBytes: 128 * KiB,
  /** Of all questions that one job has open: the memo is made of them at each change. */
  openQuestionBytes: 384 * KiB,
  questionEvents: 200,
  questionHistoryBytes: 16 * KiB,
  rejected: 100,
  verdicts: 50,
  memoBytes: 32 * KiB,
  /** Temporal takes 2 MiB as one payload. */
  statusBytes: 1024 * KiB,
  legBytes: 1536 * KiB,
  carryBytes: 1792 * KiB,
  /** Rounds of questions that one call may ask. */
  questionRoundsPerCall: 5,
  replacementsPerCall: 3,
  freshCallsPerCall: 3,
} as const;
