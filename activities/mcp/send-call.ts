// One `tools/call` on one connection: the send, the wait, and what came of it.
import type { Tool } from '@modelcontextprotocol/client';
import type { LegOutcome, ToolLeg } from '../../workflows/contract/call.ts';
import { idempotencyKeyMeta } from '../../workflows/contract/messages.ts';
import { isJsonObject } from '../../workflows/contract/json.ts';
import { folded, visible } from '../../workflows/contract/visible.ts';
import type { Watch } from './activity-watch.ts';
import type { ServerTool } from './catalogue.ts';
import type { Connection } from './connect.ts';
import { questionsOf, type CallQuestions } from './legacy-questions.ts';
import { Halted, NotSent } from './not-sent.ts';
import { readReply } from './read-reply.ts';
import { resultText, errorText } from './result-text.ts';
import type { Redact } from './secrets.ts';
import { bodyOf, readTrouble, settleLost, statusOf } from './trouble.ts';
import type { Exchange, Gate, Reply } from './wire.ts';

/** session-lost: the server does not know the session any more; the call never started. */
export type Sent = LegOutcome | { kind: 'session-lost' };

/** How long a call that was told to stop may take to end by itself. */
const lastWordsMs = 5_000;
/** A longer timer fires at once. */
const longestTimerMs = 2 ** 31 - 1;

/** Throws `NotSent` or `Halted` when the gate was shut. */
export async function sendCall(
  connection: Connection,
  leg: ToolLeg,
  tool: ServerTool,
  gate: Gate,
  watch: Watch,
): Promise<Sent> {
  const { desk, era, config } = connection;
  const questions = era === 'legacy' ? questionsOf(leg, config.legacyQuestions) : null;
  desk.current = questions;
  try {
    const { exchange, ended } = connection.wire.begin(gate, (signal) =>
      request(connection, leg, tool, watch, signal),
    );
    await endOrStop(connection, exchange, ended, watch);
    return settle(connection, leg, exchange, questions);
  } finally {
    desk.current = null;
  }
}

function request(connection: Connection, leg: ToolLeg, tool: ServerTool, watch: Watch, signal: AbortSignal) {
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

/** A stop after the write is told to the server, which then has a little time for the call's real end. */
async function endOrStop(
  { client }: Connection,
  exchange: Exchange,
  ended: Promise<void>,
  watch: Watch,
): Promise<void> {
  const stopped = new Promise<'stopped'>((resolve) => {
    if (watch.stopped.aborted) resolve('stopped');
    watch.stopped.addEventListener('abort', () => resolve('stopped'), { once: true });
  });
  const first = await Promise.race([ended, stopped]);
  // Not written: the gate shuts by itself.
  if (first !== 'stopped' || !exchange.written || exchange.id === null) return ended;
  const notice = { requestId: exchange.id, reason: 'the job was cancelled' };
  client.notification({ method: 'notifications/cancelled', params: notice }).catch(() => undefined);
  const timer = setTimeout(() => exchange.giveUp(), lastWordsMs);
  await ended;
  clearTimeout(timer);
}

function settle(
  connection: Connection,
  leg: ToolLeg,
  exchange: Exchange,
  questions: CallQuestions | null,
): Sent {
  const { server, era } = connection;
  const { failure, written } = exchange;
  if (failure instanceof NotSent || failure instanceof Halted) throw failure;
  const lostSession = statusOf(failure) === 404 && connection.hasSession();
  if (!exchange.reply && lostSession) return { kind: 'session-lost' };
  const reply = exchange.reply ?? refusalIn(failure);
  if (!reply) return settleLost(written, readTrouble(server, failure));
  if (questions?.undrawable) return questions.undrawable;
  if (questions?.captured)
    return {
      kind: 'asked-legacy',
      ...questions.captured,
      closing: closingOf(reply, connection.redactSecrets),
    };
  return readReply(reply, era, leg.start, connection.redactSecrets);
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
