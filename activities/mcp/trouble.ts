// What a failed exchange means: did the call start, and what is to be said of it. Servers' own bodies are never quoted here,
// for they may echo a credential.
import { SdkError, SdkErrorCode } from '@modelcontextprotocol/client';
import type { LegOutcome } from '../../workflows/contract/call.ts';
import { notSentOf } from './not-sent.ts';

export type Trouble = {
  reason: string;
  /** Certain that the tool never started, although the request was written. */
  neverStarted: boolean;
  /** Trying again would not help. */
  final: boolean;
  status: number | null;
};

/** Refused by definition before the request was carried out; 429 by whoever counts requests in front of the tool. */
const refusedBefore = new Set([400, 404, 405, 406, 411, 413, 414, 415, 421, 426, 429, 431]);
/** The connection never came to be, so no byte of the request left. */
const neverConnected = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
  'ENOENT',
  'EACCES',
]);

export function readTrouble(server: string, error: unknown): Trouble {
  const status = statusOf(error);
  if (status !== null) return ofStatus(server, status);
  const code = codeOf(error);
  const trouble = { neverStarted: false, final: false, status: null };
  switch (code) {
    case SdkErrorCode.RequestTimeout:
      return { ...trouble, reason: `server ${server} did not reply in time` };
    case SdkErrorCode.ConnectionClosed:
      return { ...trouble, reason: `the connection to server ${server} closed before it replied` };
    case SdkErrorCode.NotConnected:
      return { ...trouble, reason: `server ${server} is not connected`, neverStarted: true };
    case SdkErrorCode.InvalidResult:
    case SdkErrorCode.UnsupportedResultType:
    case SdkErrorCode.ClientHttpUnexpectedContent:
      return { ...trouble, reason: `server ${server} replied with something that is not MCP` };
    case SdkErrorCode.EraNegotiationFailed:
      return {
        ...trouble,
        reason: `server ${server} ${whyUnreached(error) ?? 'did not say which protocol it speaks'}`,
      };
    default:
      return {
        ...trouble,
        reason: `server ${server} ${whyUnreached(error) ?? `failed (${code ?? nameOf(error)})`}`,
        neverStarted: code !== null && neverConnected.has(code),
      };
  }
}

function ofStatus(server: string, status: number): Trouble {
  if (status === 401 || status === 403) {
    return {
      reason: `needs credentials: server ${server} (HTTP ${status})`,
      neverStarted: true,
      final: true,
      status,
    };
  }
  // 303 says that the request was carried out; 307 and 308 that somebody else must be asked. None is followed elsewhere.
  if (status === 307 || status === 308) {
    const reason = `server ${server} has moved to another address (HTTP ${status}): correct its url`;
    return { reason, neverStarted: true, final: true, status };
  }
  // A 5xx may come from a proxy after the tool acted: it is never certain.
  const neverStarted = refusedBefore.has(status);
  return { reason: `server ${server} answered HTTP ${status}`, neverStarted, final: status === 413, status };
}

/** Settles a call that got no reply. */
export function settleLost(written: boolean, trouble: Trouble): LegOutcome {
  return written && !trouble.neverStarted
    ? { kind: 'unknown', reason: trouble.reason }
    : notSentOf(trouble.reason, trouble.final);
}

export function statusOf(error: unknown): number | null {
  if (!(error instanceof SdkError)) return null;
  const { data } = error;
  return isRecord(data) && typeof data['status'] === 'number' ? data['status'] : null;
}

/** The body of an HTTP refusal, for reading only. */
export function bodyOf(error: unknown): string | null {
  if (!(error instanceof SdkError) || !isRecord(error.data)) return null;
  const { text } = error.data;
  return typeof text === 'string' ? text : null;
}

/** An SDK's or the system's own code, of the error or of what caused it. */
function codeOf(error: unknown): string | null {
  for (let cause = error, depth = 0; isRecord(cause) && depth < 5; cause = cause['cause'], depth++) {
    if (typeof cause['code'] === 'string') return cause['code'];
  }
  return null;
}

const unreached: Record<string, string> = {
  ECONNREFUSED: 'cannot be reached: nothing listens at its url',
  ENOTFOUND: 'cannot be reached: the host of its url is unknown',
  EAI_AGAIN: 'cannot be reached: the host of its url is unknown',
  EHOSTUNREACH: 'cannot be reached: there is no way to the host of its url',
  ENETUNREACH: 'cannot be reached: there is no way to the host of its url',
  UND_ERR_CONNECT_TIMEOUT: 'cannot be reached: connecting took too long',
  ENOENT: 'cannot be started: there is no such command (or cwd)',
  EACCES: 'cannot be started: its command may not be run',
};

/** The system's own reason, however deep it is wrapped. */
function whyUnreached(error: unknown): string | null {
  for (let cause = error, depth = 0; isRecord(cause) && depth < 8; cause = cause['cause'], depth++) {
    const known = typeof cause['code'] === 'string' ? unreached[cause['code']] : undefined;
    if (known !== undefined) return known;
  }
  return null;
}

function nameOf(error: unknown): string {
  return isRecord(error) && typeof error['name'] === 'string' ? error['name'] : 'unknown error';
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
