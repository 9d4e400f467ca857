// What a run of the suite has to come to.
import { z } from 'zod';
import type { Run } from './scenarios.ts';

export const Checks = z.array(
  z.object({
    name: z.string(),
    status: z.string(),
    description: z.string(),
    errorMessage: z.string().optional(),
  }),
);
export type Checks = z.infer<typeof Checks>;

/** Scenarios may pass although the client broke off: the suite only knows what reached its server. */
export function clientProblems(run: Run, stdout: string, stderr: string): string[] {
  const end = /^played to the end, (\d+) legs in new processes$/m.exec(stdout);
  if (!end) return [`the client broke off: ${(stdout + stderr).slice(-1_000)}`];
  const apart = Number(end[1]) > 0;
  return apart === run.newProcesses ? [] : [`${end[1]} legs ran in processes of their own`];
}

export function checkProblems({ scenario }: Run, checks: Checks): string[] {
  const { fails = {}, skips = {} } = scenario;
  const failed = checks.filter(({ status }) => status === 'FAILURE' || status === 'WARNING');
  const skipped = checks.filter(({ status }) => status === 'SKIPPED');
  const missing = (expected: Record<string, string>, found: Checks) =>
    Object.keys(expected).filter((name) => !found.some((check) => check.name === name));
  return [
    ...failed
      .filter(({ name }) => !Object.hasOwn(fails, name))
      .map(
        ({ name, status, description, errorMessage }) => `${status} ${name}: ${errorMessage ?? description}`,
      ),
    ...skipped
      .filter(({ name }) => !Object.hasOwn(skips, name))
      .map(({ name, description, errorMessage }) => `SKIPPED ${name}: ${errorMessage ?? description}`),
    ...missing(fails, failed).map((name) => `${name} was expected to fail and did not`),
    ...missing(skips, skipped).map((name) => `${name} was expected to be skipped and was not`),
    ...(checks.some(({ status }) => status === 'SUCCESS') ? [] : ['nothing was checked']),
  ];
}
