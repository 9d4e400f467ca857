// The bundle's entry: the workflows by name.
export { agentJob } from './agent-job.ts';
