// The commands and options of adjourn; what each does is in a file of its own.
import { Argument, Command, Option } from 'commander';
import type { JobState } from '../../workflows/contract/job.ts';
import { answer, type AnswerOptions } from './answering.ts';
import { jobIdOf } from './handle.ts';
import type { Io } from './io.ts';
import { cancel, start, type StartOptions } from './jobs.ts';
import { list, pending } from './lists.ts';
import { collected, countOption, portOption, spanOption, stateOption, type Globals } from './options.ts';
import { policyCommands, type PolicyHost } from './policy-commands.ts';
import { sessionOf, withAgent, type Session } from './session.ts';
import { show } from './show.ts';
import { follow } from './watching.ts';

export type WorkerOptions = { config?: string; profile?: string };
export type UpOptions = { config?: string; port?: number; uiPort?: number; example: boolean };

/** What runs long and needs more than Temporal's client: it is loaded only when it is asked for. */
export type Hosts = {
  /** Of this package. */
  version: string;
  worker(options: WorkerOptions): Promise<number>;
  up(options: UpOptions): Promise<number>;
  policy: PolicyHost;
};

/** `ended` gets the exit code of the command that ran. */
export function programOf(io: Io, hosts: Hosts, ended: (code: number) => void): Command {
  const program = new Command('adjourn')
    .description('A durable agent host: jobs that wait for a person, and then act exactly once.')
    .version(hosts.version, '-V, --version', 'print the version')
    .option('--json', 'print JSON')
    .option('--profile <name>', 'profile of the Temporal CLI to connect with')
    .addOption(new Option('--color <when>', 'colours').choices(['auto', 'always', 'never']).default('auto'))
    .helpCommand(false)
    .exitOverride()
    .configureOutput({
      writeOut: (text) => io.out(text.trimEnd()),
      writeErr: (text) => io.err(text.trimEnd()),
      // The text is printed where every error is.
      outputError: () => undefined,
    })
    .addHelpText('after', exitHelp);
  const session = () => sessionOf(io, program.opts<Globals>());
  hostCommands(program, hosts, ended);
  policyCommands(program, hosts.policy, session, ended);
  jobCommands(program, session, ended);
  questionCommands(program, session, ended);
  return program;
}

const exitHelp = `
Exit codes: 0 done, 1 failed, 2 usage, 3 no such job or question, 4 answer refused, 5 closed meanwhile,
6 not confirmed yet; with --exit-status: 10 declined, 11 undecided, 12 limit, 13 failed, 14 cancelled.
Temporal: the profiles and TEMPORAL_* variables of its own CLI; else 127.0.0.1:7233.`;

function hostCommands(program: Command, hosts: Hosts, ended: (code: number) => void): void {
  program
    .command('up')
    .description('run everything on this machine: Temporal, a worker, the example server')
    .option('--config <file>', "the worker's config")
    .option('--port <n>', 'port of Temporal', portOption)
    .option('--ui-port <n>', 'port of the Temporal UI', portOption)
    .option('--no-example', 'without the example server')
    .action(async (options: UpOptions) => ended(await hosts.up(options)));
  program
    .command('worker')
    .description('run a worker')
    .option('--config <file>', 'its config (or ADJOURN_CONFIG)')
    .action(async (options: { config?: string }) => {
      const { profile } = program.opts<Globals>();
      ended(await hosts.worker({ ...options, ...(profile === undefined ? {} : { profile }) }));
    });
}

function jobCommands(program: Command, session: () => Session, ended: (code: number) => void): void {
  program
    .command('start')
    .description('start a job')
    .argument('<goal>', 'what is to be done, in words')
    .option('--watch', 'follow it to its end')
    .option('--exit-status', 'with --watch: end with how the job ended')
    .option('--id <job>', 'its id; used once and never encrypted')
    .option('--model <name>', "one of the worker's models")
    .option('--server <name>', 'only these servers; repeat it', collected)
    .option('--requested-by <name>', 'who asks for it; never encrypted')
    .addOption(new Option('--on-decline <what>', 'what a decline does').choices(['finish', 'continue']))
    .option('--ask-again <span>', 'how long after "later" it asks again', spanOption)
    .option('--attempts <n>', 'how often it asks', countOption)
    .option('--expires <span>', 'how long a question lives', spanOption)
    .option('--remind <span>', 'how long until it reminds of a question that nobody answered', spanOption)
    .action(async (goal: string, options: StartOptions) => ended(await start(session(), goal, options)));
  program
    .command('list')
    .description('list jobs')
    .option('--state <state>', 'only jobs that stand so', stateOption)
    .action(async ({ state }: { state?: JobState }) => ended(await list(session(), state)));
  program
    .command('watch')
    .description('follow a job to its end')
    .argument('<job>')
    .option('--exit-status', 'end with how the job ended')
    .action(async (text: string, options: { exitStatus?: boolean }) => {
      const job = jobIdOf(text);
      const now = session();
      ended(await withAgent(now, (agent) => follow(now, agent, job, null, options)));
    });
  program
    .command('cancel')
    .description('stop a job')
    .argument('<job>')
    .action(async (job: string) => ended(await cancel(session(), job)));
}

function questionCommands(program: Command, session: () => Session, ended: (code: number) => void): void {
  program
    .command('pending')
    .description('list the questions that wait for a person')
    .action(async () => ended(await pending(session())));
  program
    .command('show')
    .description('show a job, or one question')
    .argument('<job[/question]>')
    .option('--full', 'every value to its end')
    .action(async (handle: string, options: { full?: boolean }) =>
      ended(await show(session(), handle, options)),
    );
  program
    .command('answer')
    .description('answer a question')
    .argument('<job/question>')
    .addArgument(new Argument('[answer]', 'approve, decline or later; without it a person is asked'))
    .argument('[name=value...]', 'values of the form')
    .option('--set-json <name=json>', 'a value as JSON; repeat it', collected)
    .option('--content-file <file>', 'all values as one JSON object; - is stdin')
    .option('--edit <name=value>', 'an argument of an approval as it shall be sent; repeat it', collected)
    .option('--comment <text>', 'a note that the model and the log see')
    .option('--by <name>', 'who answers (ADJOURN_BY, or the user of this machine)')
    .action(
      async (
        handle: string,
        verb: string | undefined,
        words: string[],
        options: Omit<AnswerOptions, 'words'>,
      ) => ended(await answer(session(), handle, verb, { ...options, words })),
    );
}
