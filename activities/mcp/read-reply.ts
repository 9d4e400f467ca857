// What a server's reply to `tools/call` comes to.
import { bounds } from '../../workflows/contract/bounds.ts';
import type { AskedRequest, LegOutcome, LegStart } from '../../workflows/contract/call.ts';
import { isJsonObject, jsonBytes, utf8Bytes, type JsonObject } from '../../workflows/contract/json.ts';
import { folded, visible } from '../../workflows/contract/visible.ts';
import { readRequest, undrawable } from './read-request.ts';
import { errorText, resultText } from './result-text.ts';
import type { Redact } from './secrets.ts';
import type { Reply } from './wire.ts';

/** Under Temporal's 2 MiB for one activity result, whatever the parts add up to. */
const askedBytes = 1_500_000;
const invalidParams = -32602;

export function readReply(
  reply: Reply,
  era: 'modern' | 'legacy',
  start: LegStart,
  redact?: Redact,
): LegOutcome {
  if (reply.kind === 'error') {
    const carriedState = start.kind === 'resume' && start.requestState !== undefined;
    return reply.code === invalidParams && carriedState && era === 'modern'
      ? { kind: 'state-refused', reason: visible(folded(reply.message, 500)) }
      : { kind: 'result', result: errorText(reply.code, reply.message, redact) };
  }
  const { result } = reply;
  const type = era === 'modern' && isJsonObject(result) ? (result['resultType'] ?? 'complete') : 'complete';
  if (type === 'input_required' && isJsonObject(result)) return readAsked(result);
  // Whatever it is, it is not the end of the call: nobody can say whether the tool acted.
  if (type !== 'complete') {
    return {
      kind: 'unknown',
      reason: `the server replied with a result of an unknown type: ${visible((JSON.stringify(type) ?? '').slice(0, 100))}`,
    };
  }
  return { kind: 'result', result: resultText(result, redact) };
}

function readAsked(result: JsonObject): LegOutcome {
  const { inputRequests = {}, requestState } = result;
  if (!isJsonObject(inputRequests)) return undrawable('inputRequests is not an object');
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
    const { method, params } = isJsonObject(entry) ? entry : {};
    if (method !== 'elicitation/create') {
      return undrawable(
        `it asks for ${visible((JSON.stringify(method) ?? 'nothing').slice(0, 100))}, which this host does not do`,
      );
    }
    const read = readRequest(key, params);
    if (read.kind === 'undrawable') return read;
    requests.push(read.request);
  }
  const asked: LegOutcome = { kind: 'asked', requests, ...(requestState !== undefined && { requestState }) };
  return jsonBytes(asked) > askedBytes
    ? undrawable(`the questions are over ${askedBytes} bytes together`)
    : asked;
}
