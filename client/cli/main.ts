// The entry of the CLI: runs one command and returns its exit code. Every foreseeable fault ends here as text.
import { CommanderError } from 'commander';
import { explain } from './errors.ts';
import { processIo, type Io } from './io.ts';
import { programOf, type Hosts } from './program.ts';
import { complain } from './session.ts';

export type { Hosts, UpOptions, WorkerOptions } from './program.ts';

export function main(argv: string[], hosts: Hosts): Promise<number> {
  return run(argv, hosts, processIo());
}

export async function run(argv: string[], hosts: Hosts, io: Io): Promise<number> {
  let code = 0;
  try {
    await programOf(io, hosts, (ended) => {
      code = ended;
    }).parseAsync(argv, { from: 'user' });
    return code;
  } catch (error) {
    const fault = explain(error, io.now());
    // Help and version are no faults; help that was not asked for is printed already.
    const told = error instanceof CommanderError && (fault.code === 0 || error.code === 'commander.help');
    if (!told) complain(io, fault);
    return fault.code;
  }
}
