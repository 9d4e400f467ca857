// Error -32042: the tool did not begin, because its server wants people at some addresses first.
import { bounds } from '../../workflows/contract/bounds.ts';
import type { AskedRequest, LegOutcome } from '../../workflows/contract/call.ts';
import { fitsIn, isJsonObject, oddityOf, type Json } from '../../workflows/contract/json.ts';
import { readRequest, undrawable } from './read-request.ts';
import { errorText } from './result-text.ts';
import type { Redact } from './secrets.ts';
import type { ErrorReply } from './wire.ts';

export const linksRequired = -32042;

/** A list that cannot be used leaves an error like any other. */
export function readLinks(reply: ErrorReply, redact: Redact): LegOutcome {
  const listed = listIn(reply.data);
  if (typeof listed === 'string') {
    const note = `(The server wants addresses visited first, but ${listed}; nobody was asked.)`;
    return { kind: 'result', result: errorText(reply.code, `${note} ${reply.message}`, redact) };
  }
  if (listed.length > bounds.requestsInOneResult) {
    return undrawable(`more than ${bounds.requestsInOneResult} addresses at once`);
  }
  const requests: AskedRequest[] = [];
  for (const entry of listed) {
    const read = readRequest(null, entry);
    if (read.kind === 'undrawable') return read;
    if (!requests.some((known) => isSame(known, read.request))) requests.push(read.request);
  }
  if (!fitsIn(requests, bounds.requestsBytes)) {
    return undrawable(`the questions are over ${bounds.requestsBytes} bytes together`);
  }
  return { kind: 'asked-links', requests, closing: errorText(reply.code, reply.message, redact) };
}

/** The elicitations, or why they are of no use. */
function listIn(data: unknown): Json[] | string {
  const oddity = oddityOf(data, bounds.levels);
  if (oddity !== null) return `its list is not taken: ${oddity}`;
  const { elicitations } = isJsonObject(data) ? data : {};
  if (!Array.isArray(elicitations) || elicitations.length === 0) return 'it lists none';
  const links = elicitations.every((entry) => isJsonObject(entry) && entry['mode'] === 'url');
  return links ? elicitations : 'its list holds something else than addresses';
}

/** Twice the same to people, whatever the server calls it. */
function isSame(one: AskedRequest, other: AskedRequest): boolean {
  return one.mode === 'url' && other.mode === 'url' && one.url === other.url && one.message === other.message;
}
