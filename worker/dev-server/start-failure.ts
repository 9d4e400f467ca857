// Why a server did not start, in words that say what to do.
import { SearchAttributesError } from '../search-attributes.ts';
import type { Exit } from './child.ts';
import { DevServerError, reasonOf } from './error.ts';
import { portTaken } from './ports.ts';

interface Context {
  cli: string;
  dbFile?: string | undefined;
}

export function exitedEarly(exit: Exit, tail: string, { cli, dbFile }: Context): DevServerError {
  const taken = /listen tcp (\S+):(\d+): bind: address already in use/.exec(tail);
  if (taken !== null) return portTaken(Number(taken[2]), taken[1]?.replace(/^\[|\]$/g, '') ?? '');
  const how = exit.signal === null ? `with code ${exit.code}` : `by ${exit.signal}`;
  return new DevServerError(
    'cannot-start',
    [
      `Temporal's dev server (${cli}) ended ${how} before it could be used. It said:`,
      tail === '' ? '(nothing)' : tail,
      adviceFor(tail, dbFile),
    ].join('\n'),
  );
}

export function notReady(thrown: unknown, tail: string, { cli }: Context): Error {
  if (thrown instanceof SearchAttributesError) return thrown;
  return new DevServerError(
    'not-ready',
    [
      `Temporal's dev server (${cli}) runs but cannot be used: ${reasonOf(thrown)}. It was stopped. It said:`,
      tail === '' ? '(nothing)' : tail,
      'Try again; on a machine that is busy it may need longer than it was given.',
    ].join('\n'),
    { cause: thrown },
  );
}

function adviceFor(tail: string, dbFile: string | undefined): string {
  if (tail.includes('unknown flag')) {
    return 'This Temporal CLI is too old. Update it, or take it off PATH: adjourn then fetches one that fits.';
  }
  if (dbFile !== undefined && /database|SQLite/i.test(tail)) {
    return `The jobs are kept in ${dbFile}. If it cannot be repaired, move it away; the server then starts without its jobs.`;
  }
  return 'Run the same Temporal CLI by hand (`temporal server start-dev`) to see whether it works at all.';
}
