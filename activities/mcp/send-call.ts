// One `tools/call` on one connection: the send, the wait, and what came of it.
import { performance } from 'node:perf_hooks';
import type { Tool } from '@modelcontextprotocol/client';
import type { LegOutcome, ToolLeg } from '../../workflows/contract/call.ts';
import { idempotencyKeyMeta } from '../../workflows/contract/messages.ts';
import { isJsonObject } from '../../workflows/contract/json.ts';
import { folded, visible } from '../../workflows/contract/visible.ts';
import type { Watch } from './activity-watch.ts';
import { takesLegacyQuestions } from './capabilities.ts';
import type { ServerTool } from './catalogue.ts';
import type { Connection } from './connect.ts';
import { questionsOf, type CallQuestions } from './legacy-questions.ts';
import { rememberLinks, type TellJob } from './links.ts';
import { Halted, NotSent } from './not-sent.ts';
import { readReply, redacted } from './read-reply.ts';
import { resultText, errorText } from './result-text.ts';
import { strikingOutState, type Redact } from './secrets.ts';
import type { Fetched, Sent } from './sent.ts';
import { fetchOutcome, runsAsTask, taskIn, taskParams } from './server-task.ts';
import { endOrStop } from './stop.ts';
import { bodyOf, readTrouble, settleLost, statusOf } from './trouble.ts';
import type { Exchange, Gate, Reply } from './wire.ts';

/** What is to be sent, and for whom. */
export type Errand = { leg: ToolLeg; tool: ServerTool; gate: Gate; watch: Watch; tell: TellJob };

/** A longer timer fires at once. */
const longestTimerMs = 2 ** 31 - 1;

/** Throws `NotSent` or `Halted` when the gate was shut. */
export async function sendCall(connection: Connection, errand: Errand): Promise<Sent> {
  const { desk, era, config, links } = connection;
  const { leg, tell } = errand;
  const takesQuestions = era === 'modern' || takesLegacyQuestions(config);
  const questions = era === 'legacy' ? questionsOf(leg, takesQuestions) : null;
  desk.current = questions;
  try {
    const got = await replyTo(connection, errand);
    if ('lost' in got) return got.lost;
    const outcome = settle(connection, leg, got.reply, questions, takesQuestions);
    rememberLinks(links, outcome, leg, tell);
    return outcome;
  } finally {
    desk.current = null;
  }
}

/** The call's own reply, at once or as the outcome of the task that the server made of it. */
async function replyTo(connection: Connection, errand: Errand): Promise<Fetched> {
  const { leg, tool, gate, watch } = errand;
  const deadline = performance.now() + leg.timeoutMs;
  const asTask = runsAsTask(connection, tool);
  const underway = connection.wire.begin(gate, (signal) => request(connection, errand, asTask, signal));
  await endOrStop(underway, watch, () => tellCancelled(connection, underway.exchange));
  const got = replyIn(connection, underway.exchange);
  const taskId = asTask && 'reply' in got ? taskIn(got.reply) : null;
  return taskId === null ? got : fetchOutcome(connection, taskId, deadline, watch);
}

function request(connection: Connection, { leg, tool, watch }: Errand, asTask: boolean, signal: AbortSignal) {
  const { start } = leg;
  // With an outputSchema the SDK would refuse a question for lack of structured content; the reply is read raw here anyway.
  const { outputSchema: _outputSchema, ...definition } = tool.definition;
  const resume =
    start.kind === 'resume' && connection.era === 'modern'
      ? {
          inputResponses: start.responses,
          ...(start.requestState !== undefined && { requestState: start.requestState }),
        }
      : {};
  return connection.client.callTool(
    {
      name: leg.tool,
      arguments: leg.arguments,
      _meta: { [idempotencyKeyMeta]: `${leg.job}/${leg.call}` },
      ...resume,
      ...(asTask && taskParams(leg)),
    },
    {
      allowInputRequired: true,
      toolDefinition: definition as Tool,
      timeout: Math.min(leg.timeoutMs, longestTimerMs),
      signal,
      onprogress: ({ progress, total, message }) =>
        watch.progress({
          progress,
          total: total ?? null,
          message: message === undefined ? null : visible(folded(connection.redactSecrets(message), 200)),
        }),
    },
  );
}

/** False: not written yet, and then the gate shuts by itself. */
function tellCancelled({ client }: Connection, { id, written }: Exchange): boolean {
  if (!written || id === null) return false;
  const notice = { requestId: id, reason: 'the job was cancelled' };
  client.notification({ method: 'notifications/cancelled', params: notice }).catch(() => undefined);
  return true;
}

function replyIn(connection: Connection, exchange: Exchange): Fetched {
  const { failure, written } = exchange;
  if (failure instanceof NotSent || failure instanceof Halted) throw failure;
  const lostSession = statusOf(failure) === 404 && connection.hasSession();
  if (!exchange.reply && lostSession) return { lost: { kind: 'session-lost' } };
  const reply = exchange.reply ?? refusalIn(failure);
  return reply ? { reply } : { lost: settleLost(written, readTrouble(connection.server, failure)) };
}

function settle(
  { era, redactSecrets }: Connection,
  { start }: ToolLeg,
  reply: Reply,
  questions: CallQuestions | null,
  takesLinks: boolean,
): LegOutcome {
  const redact =
    start.kind === 'resume' ? strikingOutState(start.requestState, redactSecrets) : redactSecrets;
  if (questions?.undrawable) return redacted(questions.undrawable, redact);
  if (questions?.captured)
    return { kind: 'asked-legacy', ...questions.captured, closing: closingOf(reply, redact) };
  const outcome = readReply(reply, era, start, redact, takesLinks);
  return outcome.kind === 'result' && start.kind === 'replay'
    ? { ...outcome, answersUsed: questions?.used ?? 0 }
    : outcome;
}

/** A JSON-RPC error may come as the body of an HTTP refusal. */
function refusalIn(failure: unknown): Reply | null {
  const status = statusOf(failure);
  const body = bodyOf(failure);
  if (body === null || (status !== 400 && status !== 404)) return null;
  try {
    const parsed: unknown = JSON.parse(body);
    const error = isJsonObject(parsed) ? parsed['error'] : undefined;
    if (!isJsonObject(error)) return null;
    const { code, message, data } = error;
    return typeof code === 'number' && typeof message === 'string'
      ? { kind: 'error', code, message, data }
      : null;
  } catch {
    return null;
  }
}

function closingOf(reply: Reply, redact: Redact) {
  return reply.kind === 'error'
    ? errorText(reply.code, reply.message, redact)
    : resultText(reply.result, redact);
}
