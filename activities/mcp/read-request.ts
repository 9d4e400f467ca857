// Reads one elicitation as a server sent it: it can be shown whole, or it is not shown at all.
import { bounds } from '../../workflows/contract/bounds.ts';
import type { AskedRequest } from '../../workflows/contract/call.ts';
import { readForm } from '../../workflows/contract/form.ts';
import { isJsonObject, oddityOf, type Json, type JsonObject } from '../../workflows/contract/json.ts';

export type Undrawable = { kind: 'undrawable'; reason: string; pointer: string };
export type ReadRequest = { kind: 'request'; request: AskedRequest } | Undrawable;

/** `key` is the request's name in a modern server's `inputRequests`. */
export function readRequest(key: string | null, params: unknown): ReadRequest {
  if (!isJsonObject(params)) return undrawable('the request has no parameters');
  const oddity = oddityOf(params, bounds.levels);
  if (oddity !== null) return undrawable(`what it asks is not taken: ${oddity}`);
  const { mode = 'form', message } = params;
  if (typeof message !== 'string') return undrawable('the request has no message');
  if (message.length > bounds.messageCharacters) {
    return undrawable(`the message is over ${bounds.messageCharacters} characters`);
  }
  switch (mode) {
    case 'form':
      return readFormRequest(key, message, params['requestedSchema']);
    case 'url':
      return readUrlRequest(key, message, params);
    default:
      // Not named: it is the server's text, and may hold what must not be told.
      return undrawable('its mode is neither "form" nor "url"');
  }
}

function readFormRequest(key: string | null, message: string, given: Json | undefined): ReadRequest {
  const schema = given ?? { type: 'object', properties: {} };
  const form = readForm(schema);
  return form.kind === 'undrawable'
    ? form
    : { kind: 'request', request: { mode: 'form', key, message, schema } };
}

function readUrlRequest(key: string | null, message: string, params: JsonObject): ReadRequest {
  const { url, elicitationId } = params;
  if (typeof url !== 'string' || url.length > bounds.urlCharacters || !URL.canParse(url)) {
    return undrawable('the url to open is missing, broken or too long');
  }
  const { protocol } = new URL(url);
  if (protocol !== 'https:' && protocol !== 'http:')
    // As it is spelled there: in lower case a secret would not be found.
    return undrawable(`a ${url.slice(0, url.indexOf(':') + 1)} address is never opened`);
  const named =
    typeof elicitationId === 'string' &&
    elicitationId !== '' &&
    elicitationId.length <= bounds.elicitationIdCharacters;
  const request = { mode: 'url' as const, key, message, url, elicitationId: named ? elicitationId : null };
  return { kind: 'request', request };
}

export function undrawable(reason: string, pointer = ''): Undrawable {
  return { kind: 'undrawable', reason, pointer };
}
