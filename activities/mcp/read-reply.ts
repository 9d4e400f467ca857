// What a server's reply to `tools/call` comes to.
import { bounds } from '../../workflows/contract/bounds.ts';
import type { AskedRequest, LegOutcome, LegStart } from '../../workflows/contract/call.ts';
import {
  deeperThan,
  fitsIn,
  isJsonObject,
  oddityOf,
  utf8Bytes,
  type JsonObject,
} from '../../workflows/contract/json.ts';
import { eachStep } from '../../workflows/contract/undrawable.ts';
import { folded, visible } from '../../workflows/contract/visible.ts';
import { linksRequired, readLinks } from './read-links.ts';
import { readRequest, undrawable } from './read-request.ts';
import { errorText, resultText } from './result-text.ts';
import type { Redact } from './secrets.ts';
import type { ErrorReply, Reply } from './wire.ts';

const invalidParams = -32602;

/** `takesLinks`: whether people can be sent to addresses that the server wants visited first. */
export function readReply(
  reply: Reply,
  era: 'modern' | 'legacy',
  start: LegStart,
  redact: Redact,
  takesLinks = true,
): LegOutcome {
  if (reply.kind === 'error') {
    if (reply.code === linksRequired && takesLinks) return redacted(readLinks(reply, redact), redact);
    return refusesState(reply, era, start)
      ? { kind: 'state-refused', reason: visible(folded(redact(reply.message), 500)) }
      : { kind: 'result', result: errorText(reply.code, reply.message, redact) };
  }
  const { result } = reply;
  if (deeperThan(result, bounds.levels)) {
    return { kind: 'result', result: { text: '(the result nests too deep to be read)', isError: true } };
  }
  const type = era === 'modern' && isJsonObject(result) ? (result['resultType'] ?? 'complete') : 'complete';
  if (type === 'input_required' && isJsonObject(result)) return redacted(readAsked(result, redact), redact);
  // Whatever it is, it is not the end of the call: nobody can say whether the tool acted.
  if (type !== 'complete') {
    return {
      kind: 'unknown',
      reason: `the server replied with a result of an unknown type: ${visible(redact(JSON.stringify(type) ?? '').slice(0, 100))}`,
    };
  }
  return { kind: 'result', result: resultText(result, redact) };
}

/**
 * The server says that it does not take its own state back, and so did not begin. Any other -32602 may come from a tool
 * that acted: it is the call's result, and no reason to call anew.
 */
function refusesState(
  { code, message, data }: ErrorReply,
  era: 'modern' | 'legacy',
  start: LegStart,
): boolean {
  if (era !== 'modern' || code !== invalidParams) return false;
  if (start.kind !== 'resume' || start.requestState === undefined) return false;
  const reason = isJsonObject(data) ? data['reason'] : undefined;
  return reason === 'invalid_request_state' || /request[ _-]?state/i.test(message);
}

/** Questions are shown as they came; what the host says of one that it does not show is its own word. */
export function redacted(outcome: LegOutcome, redact: Redact): LegOutcome {
  if (outcome.kind !== 'undrawable') return outcome;
  const pointer = redact(eachStep(outcome.pointer, redact));
  return { ...outcome, reason: redact(outcome.reason), pointer };
}

function readAsked(result: JsonObject, redact: Redact): LegOutcome {
  const { inputRequests = {}, requestState } = result;
  if (!isJsonObject(inputRequests)) return undrawable('inputRequests is not an object');
  const oddity = oddityOf(inputRequests, bounds.levels);
  if (oddity !== null) return undrawable(`what it asks is not taken: ${oddity}`);
  if (requestState !== undefined && typeof requestState !== 'string')
    return undrawable('requestState is not a text');
  if (requestState !== undefined && utf8Bytes(requestState) > bounds.requestStateBytes) {
    return undrawable(`requestState is over ${bounds.requestStateBytes} bytes`);
  }
  const entries = Object.entries(inputRequests);
  if (entries.length === 0 && requestState === undefined)
    return undrawable('it asks for input and names none');
  if (entries.length > bounds.requestsInOneResult) {
    return undrawable(`more than ${bounds.requestsInOneResult} questions at once`);
  }
  const requests: AskedRequest[] = [];
  for (const [key, entry] of entries) {
    if (key.length > bounds.nameCharacters) return undrawable('the key of a question is too long');
    const { method, params } = isJsonObject(entry) ? entry : {};
    if (method !== 'elicitation/create') {
      return undrawable(
        // First struck out, then cut: a secret that is cut through would not be found.
        `it asks for ${visible(folded(redact(JSON.stringify(method) ?? 'nothing'), 100))}, which this host does not do`,
      );
    }
    const read = readRequest(key, params);
    if (read.kind === 'undrawable') return read;
    requests.push(read.request);
  }
  if (!fitsIn(requests, bounds.requestsBytes)) {
    return undrawable(`the questions are over ${bounds.requestsBytes} bytes together`);
  }
  return { kind: 'asked', requests, ...(requestState !== undefined && { requestState }) };
}
