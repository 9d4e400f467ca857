// The operations server of the purchase-order example: reads its flags, serves, and ends when told to.
import { readCommandLine, usage } from './flags.ts';
import type { Flags } from './flags.ts';
import { listen } from './http.ts';
import type { Endpoint } from './http.ts';
import { loadStateKey } from './state-key.ts';
import { openStore } from './store.ts';
import { languages } from './texts.ts';
import { createTools, reasonOf } from './tools.ts';

async function run(flags: Flags): Promise<void> {
  const endpoint = await endpointFor(flags);
  switch (flags.transport) {
    case 'http': {
      const server = await listen(endpoint, flags.port);
      endOnSignal(server.close);
      console.error(`operations server (${flags.era}) listening on ${server.url}`);
      return;
    }
    case 'stdio':
      endOnSignal(endpoint.close);
      endOnHangUp();
      await endpoint.serveStdio();
      console.error(`operations server (${flags.era}) listening on stdio`);
      return;
    default:
      flags.transport satisfies never;
  }
}

/** Each era has an SDK of its own: only the one that is used is loaded. */
async function endpointFor(flags: Flags): Promise<Endpoint> {
  const tools = createTools(openStore(flags.data), languages[flags.lang]);
  if (flags.era === 'legacy') return (await import('./legacy.ts')).legacyEndpoint(tools);
  const { modernEndpoint } = await import('./modern.ts');
  return modernEndpoint(tools, loadStateKey(flags.data), flags.stateTtl);
}

function leave(): never {
  process.exit(0);
}

// A second signal finds no handler left and kills.
function endOnSignal(close: () => Promise<void>): void {
  const end = () => void close().finally(leave);
  process.once('SIGTERM', end).once('SIGINT', end);
  // Started with a channel to its parent, it ends with it.
  process.once('disconnect', end);
}

// A closed pipe is how a stdio host says that it is gone. The v1 SDK does not listen for it.
function endOnHangUp(): void {
  process.stdin.once('end', leave).once('close', leave);
  process.stdout.once('error', leave);
}

function explain(error: unknown, flags: Flags): string {
  if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') {
    return `port ${flags.port} is taken: stop what listens there, or choose another with --port`;
  }
  return `cannot start: ${reasonOf(error)}. Another directory (--data) or port (--port) may do.`;
}

const commandLine = readCommandLine(process.argv.slice(2));
switch (commandLine.kind) {
  case 'help':
    console.log(usage);
    break;
  case 'refused':
    console.error(`error: ${commandLine.message}\nSee --help.`);
    process.exitCode = 2;
    break;
  case 'run':
    await run(commandLine.flags).catch((error: unknown) => {
      console.error(`error: ${explain(error, commandLine.flags)}`);
      process.exitCode = 1;
    });
    break;
  default:
    commandLine satisfies never;
}
