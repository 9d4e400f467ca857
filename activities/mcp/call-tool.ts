// The `callTool` activity: one send of one tool call. Every foreseeable outcome is a value; it throws when it was cancelled
// before the send, and, for a tool that may be repeated, when a reply was lost.
import { ApplicationFailure, CancelledFailure, Context } from '@temporalio/activity';
import { whyInvalid } from '../../workflows/contract/arguments.ts';
import type { LegOutcome, ToolLeg } from '../../workflows/contract/call.ts';
import { questionDigest } from '../../workflows/contract/digest.ts';
import { failureTypes } from '../../workflows/contract/failures.ts';
import type { Activities } from '../../workflows/contract/port.ts';
import { watchActivity, type Watch } from './activity-watch.ts';
import { listFrom } from './catalogue.ts';
import type { Connection } from './connect.ts';
import type { TellJob } from './links.ts';
import type { Log } from './log.ts';
import { Halted, NotSent, notSentOf, unlessHalted } from './not-sent.ts';
import type { ServerPool } from './pool.ts';
import { sendCall, type Errand } from './send-call.ts';
import { clocks, createGate, type Clock, type Pending } from './send-gate.ts';
import type { Sent } from './sent.ts';
import { tellThisJob } from './tell-job.ts';
import { takeTurn } from './turn.ts';

export type CallToolDeps = {
  pool: ServerPool;
  pending: Pending;
  log: Log;
  clocks?: Clock[];
  /** Called inside the activity; what comes back tells its job that a link is done, whenever that is. */
  teller?: () => TellJob;
};

export function createCallTool(deps: CallToolDeps): Activities['callTool'] {
  return async (leg) => {
    const context = Context.current();
    const watch = watchActivity(context);
    // An earlier attempt of an idempotent call ended with its reply lost, or with its worker.
    const sentBefore = context.info.attempt > 1;
    try {
      const outcome = await runLeg(deps, leg, watch);
      if (outcome.kind === 'unknown' && leg.idempotent && !watch.stopped.aborted) {
        throw ApplicationFailure.retryable(outcome.reason, failureTypes.replyLost);
      }
      return outcome.kind === 'not-sent' ? notSentOf(outcome.reason, outcome.final, sentBefore) : outcome;
    } catch (error) {
      if (error instanceof NotSent) return notSentOf(error.message, error.final, sentBefore);
      if (!(error instanceof Halted)) throw error;
      if (watch.stopped.aborted) throw new CancelledFailure(error.message);
      return notSentOf('the worker is stopping or the activity was paused', false, sentBefore);
    } finally {
      watch.end();
    }
  };
}

async function runLeg(deps: CallToolDeps, leg: ToolLeg, watch: Watch): Promise<LegOutcome> {
  const tell = (deps.teller ?? tellThisJob)();
  const patience = Date.now() + leg.timeoutMs;
  for (let lostSessions = 0; ;) {
    const sent = await deps.pool.use(leg.server, watch.halted, (connection, reused) =>
      takeTurn(connection, watch.halted, patience - Date.now(), async () => {
        // Given up while this call queued: the call before may still be at it there, and its questions must not meet this one.
        if (!deps.pool.holds(connection)) return { kind: 'moved' } as const;
        const turn = await sendOnce(deps, { leg, watch, tell }, connection, reused);
        if (turn.kind === 'session-lost' || turn.kind === 'unknown') deps.pool.retire(connection);
        return turn;
      }),
    );
    if (sent.kind === 'moved') continue;
    if (sent.kind !== 'session-lost') return sent;
    if (++lostSessions === 2) return notSentOf(`server ${leg.server} forgets its sessions`, false);
  }
}

async function sendOnce(
  deps: CallToolDeps,
  errand: Pick<Errand, 'leg' | 'watch' | 'tell'>,
  connection: Connection,
  reused: boolean,
): Promise<Sent> {
  const { leg, watch } = errand;
  const tools = await unlessHalted(watch.halted, listFrom(connection, deps.log)).catch((error: unknown) => {
    // Nothing was sent, and a connection that was open before may have died unnoticed: once more on a new one.
    if (error instanceof NotSent) deps.pool.retire(connection);
    if (error instanceof NotSent && reused) return null;
    throw error;
  });
  if (tools === null) return { kind: 'session-lost' };
  const tool = tools.find((each) => each.name === leg.tool);
  if (!tool) return notSentOf(`server ${leg.server} no longer has this tool`, true);
  if (tool.definitionDigest !== leg.definitionDigest) {
    const valid = whyInvalid(tool.inputSchema, leg.arguments) === null;
    return { kind: 'changed', definitionDigest: tool.definitionDigest, valid };
  }
  if (!isApproved(leg)) return notSentOf('what would be sent is not what a person approved', true);
  if (leg.start.kind === 'resume' && connection.era === 'legacy') {
    return { kind: 'state-refused', reason: 'the server now speaks a protocol without such a state' };
  }
  const gate = createGate(watch, deps.pending, deps.clocks ?? clocks);
  return sendCall(connection, { ...errand, tool, gate });
}

/** Computed anew from what is about to be sent: nothing else than what a person agreed to leaves. */
function isApproved({ approval, server, tool, definitionDigest, arguments: args }: ToolLeg): boolean {
  if (approval === null) return true;
  const { digest, policyDigest } = approval;
  const asked = { kind: 'approval', server, tool, definitionDigest, arguments: args };
  return questionDigest({ ...asked, message: null, schema: null, url: null, policyDigest }) === digest;
}
