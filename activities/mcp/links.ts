// Which jobs wait for what happens at a link of one server. The server may say that it is done, also long after the call that
// asked; the jobs are told that, and nothing follows from it.
import type { AskedRequest, LegOutcome } from '../../workflows/contract/call.ts';
import type { LinkVisited } from '../../workflows/contract/question.ts';
import { isJsonObject } from '../../workflows/contract/json.ts';
import { folded, visible } from '../../workflows/contract/visible.ts';
import type { Log } from './log.ts';

/** Signals one job; rejects when there is no such job any more. */
export type TellJob = (visited: LinkVisited) => Promise<void>;

/** A call of a job. */
export type Caller = { job: string; call: string };

export type Links = {
  remember(elicitationId: string, caller: Caller, tell: TellJob): void;
  /** Takes the params of `notifications/elicitation/complete` as they came; never throws. */
  hear(params: unknown): void;
};

/** The oldest is forgotten: its question stays answerable, only without the server's word. */
const most = 1_000;

export function createLinks(server: string, log: Log): Links {
  const waiting = new Map<string, Caller & { elicitationId: string; tell: TellJob }>();
  return {
    remember: (elicitationId, { job, call }, tell) => {
      const key = JSON.stringify([elicitationId, job, call]);
      waiting.delete(key);
      waiting.set(key, { elicitationId, job, call, tell });
      const [oldest] = waiting.keys();
      if (waiting.size > most && oldest !== undefined) waiting.delete(oldest);
    },
    hear: (params) => {
      const named = isJsonObject(params) ? params['elicitationId'] : undefined;
      const known = [...waiting].filter(([, { elicitationId }]) => elicitationId === named);
      if (known.length === 0) log('debug', `server ${server}: a link is done that nobody waits for`);
      for (const [key, { elicitationId, job, call, tell }] of known) {
        waiting.delete(key);
        tell({ server, call, elicitationId }).catch((error: unknown) =>
          log('debug', `server ${server}: job ${job} could not be told that a link is done: ${why(error)}`),
        );
      }
    },
  };
}

/** The links that a call came back with, to be told of when they are done. */
export function rememberLinks(links: Links, outcome: LegOutcome, caller: Caller, tell: TellJob): void {
  for (const request of requestsOf(outcome)) {
    if (request.mode === 'url' && request.elicitationId !== null)
      links.remember(request.elicitationId, caller, tell);
  }
}

function requestsOf(outcome: LegOutcome): AskedRequest[] {
  if (outcome.kind === 'asked-links') return outcome.requests;
  return outcome.kind === 'asked-legacy' ? [outcome.request] : [];
}

function why(error: unknown): string {
  return visible(folded(error instanceof Error ? error.message : String(error), 200));
}
