// `policy check`, `explain` and `test`: what the policy does, seen before it does it. The worker's side finds out, this one prints.
import type { Command } from 'commander';
import { isJsonObject, oddityOf, type JsonObject } from '../../workflows/contract/json.ts';
import { bounds } from '../../workflows/contract/bounds.ts';
import type {
  PolicyCheck,
  PolicyExplanation,
  PolicyTestRun,
} from '../../workflows/contract/policy-report.ts';
import { exitCodes } from './errors.ts';
import { printed } from './json.ts';
import { checkLines, explanationLines, testLines } from './policy-lines.ts';
import { printLines, type Session } from './session.ts';
import { UsageError } from './usage-error.ts';

type ConfigOption = { config?: string };

/** Done where the config and the servers are. */
export type PolicyHost = {
  check(options: ConfigOption): Promise<PolicyCheck>;
  explain(
    options: ConfigOption & {
      server: string;
      tool: string;
      arguments: JsonObject | null;
      destructive?: boolean;
    },
  ): Promise<PolicyExplanation>;
  test(options: ConfigOption & { file: string }): Promise<PolicyTestRun>;
};

export function policyCommands(
  program: Command,
  host: PolicyHost,
  session: () => Session,
  ended: (code: number) => void,
): void {
  const policy = program
    .command('policy')
    .description('see what the policy does before it does it')
    .helpCommand(false);
  const withConfig = (name: string) =>
    policy.command(name).option('--config <file>', "the worker's config (or ADJOURN_CONFIG)");
  withConfig('check')
    .description('show what every tool of every server would meet, and what is wrong with the rules')
    .action(async (options: ConfigOption) => ended(await check(session(), host, options)));
  withConfig('explain')
    .description('show why one call would meet what it meets')
    .argument('<server>')
    .argument('<tool>')
    .argument('[arguments]', 'as JSON')
    .option('--destructive', 'as if the server called the tool destructive')
    .action(
      async (
        server: string,
        tool: string,
        text: string | undefined,
        options: ConfigOption & { destructive?: boolean },
      ) => ended(await explain(session(), host, { ...options, server, tool, arguments: argumentsOf(text) })),
    );
  withConfig('test')
    .description('try the policy on the calls in a file; no server is asked')
    .argument('<file>')
    .action(async (file: string, options: ConfigOption) =>
      ended(await test(session(), host, { ...options, file })),
    );
}

async function check({ io, json }: Session, host: PolicyHost, options: ConfigOption): Promise<number> {
  const found = await host.check(options);
  if (json) io.out(printed(found));
  else printLines(io, checkLines(found, io));
  return found.findings.some(({ severity }) => severity === 'mistake') ? exitCodes.failed : exitCodes.done;
}

async function explain(
  { io, json }: Session,
  host: PolicyHost,
  options: Parameters<PolicyHost['explain']>[0],
): Promise<number> {
  const explanation = await host.explain(options);
  if (json) io.out(printed(explanation));
  else printLines(io, explanationLines(explanation, io));
  return exitCodes.done;
}

async function test(
  { io, json }: Session,
  host: PolicyHost,
  options: ConfigOption & { file: string },
): Promise<number> {
  const run = await host.test(options);
  if (json) io.out(printed(run));
  else printLines(io, testLines(run));
  return run.failed.length > 0 ? exitCodes.failed : exitCodes.done;
}

function argumentsOf(text: string | undefined): JsonObject | null {
  if (text === undefined) return null;
  const value = parsed(text);
  if (!isJsonObject(value))
    throw new UsageError('the arguments are one JSON object, such as \'{"amount": 40}\'.');
  const oddity = oddityOf(value, bounds.levels);
  if (oddity !== null) throw new UsageError(`the arguments are not taken: ${oddity}.`);
  return value;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
