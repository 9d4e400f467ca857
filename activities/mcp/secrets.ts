// Header and environment values may be secrets: they are struck out of what is logged, returned and told to the model.
import type { ServerConfig } from './server-config.ts';

export type Redact = (text: string) => string;

/** Shorter values (a port, a flag) are no secrets, and striking them out would hide what happened. */
const shortest = 4;
const shortestState = 8;
const secretName = /key|token|secret|pass|auth|cred/i;

/**
 * For logs and for what the host itself says of a server: every configured value. `secrets`: what the config takes from
 * the environment, wherever it stands.
 */
export function redactAll(config: ServerConfig, secrets: readonly string[]): Redact {
  return redact([
    ...secrets,
    ...Object.values(config.headers ?? {}),
    ...Object.values(config.env ?? {}),
    ...ofUrl(config.url),
  ]);
}

/** For what tools return: `secrets`, and what is called one. Other values (a folder) are what tools rightly speak of. */
export function redactSecrets(config: ServerConfig, secrets: readonly string[]): Redact {
  const env = Object.entries(config.env ?? {}).filter(([name]) => secretName.test(name));
  const headers = Object.entries(config.headers ?? {}).filter(([name]) => secretName.test(name));
  return redact([...secrets, ...[...headers, ...env].map(([, value]) => value)]);
}

/** A server's words may repeat the state that it was sent, which is for nobody's eyes. Short ones would hide other words. */
export function strikingOutState(state: string | undefined, others: Redact): Redact {
  if (state === undefined || state.length < shortestState) return others;
  const spellings = [state, JSON.stringify(state).slice(1, -1)];
  return (text) =>
    others(spellings.reduce((rest, spelling) => rest.replaceAll(spelling, '[request state]'), text));
}

function redact(values: string[]): Redact {
  const whole = [...values, ...values.flatMap((value) => value.split(/\s+/))];
  // Also as it stands inside JSON text.
  const parts = [...whole, ...whole.map((value) => JSON.stringify(value).slice(1, -1))];
  const secrets = [...new Set(parts)]
    .filter(
      (part) => part.length >= shortest && part.toLowerCase() !== 'bearer' && part.toLowerCase() !== 'basic',
    )
    .sort((a, b) => b.length - a.length);
  return (text) => secrets.reduce((rest, secret) => rest.replaceAll(secret, '[secret]'), text);
}

function ofUrl(url: string | undefined): string[] {
  if (url === undefined) return [];
  const { username, password, searchParams } = new URL(url);
  return [username, password, ...searchParams.values()];
}
