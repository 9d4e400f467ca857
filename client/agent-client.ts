// The client library: everything a program can do with jobs, over Temporal alone. Functions over one connection:
//   const agent = await connect({ env: process.env });
//   const job = await startJob(agent, { goal: 'order 10 of SKU-300' });
export { connect, type AgentClient } from './connect.ts';
export { ClientError, type Problem } from './errors.ts';
export { startJob, type StartRequest } from './start.ts';
export { cancelJob } from './cancel.ts';
export {
  listJobs,
  pendingQuestions,
  readJob,
  result,
  workersOnline,
  type JobList,
  type PendingList,
  type PendingQuestion,
} from './read.ts';
export { stateOf, type JobView } from './view.ts';
export {
  answerQuestion,
  findQuestion,
  isForm,
  isWhole,
  whyClosed,
  type AnswerRequest,
  type AnswerResult,
} from './answer.ts';
export { watchJob, type WatchEvent } from './watch.ts';
export { changesBetween, type JobChange } from './changes.ts';
