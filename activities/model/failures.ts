// What a failed model request means for the job: ends it (HTTP 400 only), or is tried again, and after how long.
import { ApplicationFailure } from '@temporalio/activity';
import { APICallError, LoadAPIKeyError } from 'ai';
import { failureTypes } from '../../workflows/contract/failures.ts';

const credentialsDelayMs = 60_000;
const longestDelayMs = 3_600_000;
const messageCharacters = 500;

/** The failure carries no cause: a provider's error holds the request, its headers and so the key. */
export function toFailure(error: unknown, model: string, secrets: readonly string[]): ApplicationFailure {
  const provider = model.split('/')[0] ?? model;
  if (LoadAPIKeyError.isInstance(error)) {
    return unavailable(
      `needs credentials: no key for provider ${provider} in this worker`,
      credentialsDelayMs,
    );
  }
  if (!APICallError.isInstance(error)) {
    return unavailable(`the model ${model} could not be asked: ${said(error, secrets)}`);
  }
  switch (error.statusCode) {
    case 400:
      return ApplicationFailure.create({
        message:
          `the model ${model} refused the request (HTTP 400): ${said(error, secrets)}. ` +
          'The same request would be refused again: check the model and its settings in adjourn.config.json, ' +
          'the tools of the servers and the length of the job, then start a new job',
        type: failureTypes.modelRefused,
        nonRetryable: true,
      });
    case 401:
    case 403:
      return unavailable(
        `needs credentials: provider ${provider} refused the key (HTTP ${error.statusCode})`,
        credentialsDelayMs,
      );
    case 404:
      return unavailable(
        `provider ${provider} does not know this model or address: ${model} (HTTP 404)`,
        60_000,
      );
    default: {
      const status = error.statusCode === undefined ? '' : ` (HTTP ${error.statusCode})`;
      return unavailable(
        `the model ${model} is not available${status}: ${said(error, secrets)}`,
        retryAfterMs(error.responseHeaders ?? {}, Date.now()),
      );
    }
  }
}

function unavailable(message: string, nextRetryDelay?: number): ApplicationFailure {
  return ApplicationFailure.create({
    message,
    type: failureTypes.modelUnavailable,
    ...(nextRetryDelay === undefined ? {} : { nextRetryDelay }),
  });
}

/** Retry-After in seconds or as a date, or the finer retry-after-ms; between a second and an hour. */
function retryAfterMs(headers: Record<string, string>, now: number): number | undefined {
  const inMs = headers['retry-after-ms'];
  const after = headers['retry-after'];
  const wanted = inMs ? Number(inMs) : after ? asMs(after, now) : Number.NaN;
  return Number.isFinite(wanted) ? Math.min(Math.max(wanted, 1_000), longestDelayMs) : undefined;
}

function asMs(after: string, now: number): number {
  const seconds = Number(after);
  return Number.isNaN(seconds) ? Date.parse(after) - now : seconds * 1_000;
}

function said(error: unknown, secrets: readonly string[]): string {
  const message = messageOf(error);
  // A body in a shape that the provider's module does not know: its message is then the bare status text.
  const body = APICallError.isInstance(error) && error.data === undefined ? (error.responseBody ?? '') : '';
  const text = body ? `${message}: ${body}` : message;
  return redact(text, secrets).replace(/\s+/g, ' ').slice(0, messageCharacters);
}

/** By shape and not by class; fetch says only "fetch failed" and keeps the reason in its cause. */
function messageOf(error: unknown): string {
  if (typeof error !== 'object' || error === null) return 'no reason given';
  const { message, cause } = error as { message?: unknown; cause?: { code?: unknown } };
  const code = typeof cause?.code === 'string' ? ` (${cause.code})` : '';
  return `${typeof message === 'string' && message !== '' ? message : 'no reason given'}${code}`;
}

/** Takes out what the config holds as a secret, and what looks like a key although nobody said so. */
export function redact(text: string, secrets: readonly string[]): string {
  return secrets
    .filter((secret) => secret.length > 0)
    .reduce((safe, secret) => safe.replaceAll(secret, '***'), text)
    .replace(/\b(?:sk|pk|key|xai|gsk|AIza)[-_][\w*-]{8,}/g, '***')
    .replace(/\b(Bearer|Basic)\s+\S+/gi, '$1 ***')
    .replace(/:\/\/[^\s/@]+@/g, '://***@');
}
