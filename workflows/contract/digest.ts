// Digests bind an answer to exactly what was shown, and a call to exactly the tool it was made for.
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import type { AskedRequest } from './call.ts';
import { canonicalJson, type Json, type JsonObject } from './json.ts';

/** SHA-256 of the canonical JSON of a value, 64 hex digits. */
export function digestOf(value: unknown): string {
  return bytesToHex(sha256(utf8ToBytes(canonicalJson(value).toWellFormed())));
}

/** What a question shows; every field of it is bound by the digest, absent ones as null. */
export type Asked = {
  kind: string;
  server: string;
  tool: string;
  definitionDigest: string;
  arguments: JsonObject;
  message: string | null;
  schema: Json | null;
  url: string | null;
  /** Of an approval: the rules that it was given under. */
  policyDigest?: string | null;
};

export function questionDigest(asked: Asked): string {
  const { kind, server, tool, definitionDigest, message, schema, url, policyDigest = null } = asked;
  const shown = { kind, server, tool, definitionDigest, arguments: asked.arguments, message, schema, url };
  return digestOf(policyDigest === null ? shown : { ...shown, policyDigest });
}

/** Of a server's request to a person, wherever it is met: the same again has the same digest, whatever its key or id. */
export function requestDigest(
  call: { server: string; tool: string; definitionDigest: string; arguments: JsonObject },
  request: AskedRequest,
): string {
  const { server, tool, definitionDigest } = call;
  return questionDigest({
    kind: request.mode,
    server,
    tool,
    definitionDigest,
    arguments: call.arguments,
    message: request.message,
    schema: request.mode === 'form' ? request.schema : null,
    url: request.mode === 'url' ? request.url : null,
  });
}

/** Names a call by what it would do, whatever the order of its argument keys: how a refused call is recognised. */
export function callDigest(call: { server: string; tool: string; arguments: JsonObject }): string {
  return digestOf({ server: call.server, tool: call.tool, arguments: call.arguments });
}
