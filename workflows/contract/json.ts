// JSON values, and one canonical spelling of them.
import { z } from 'zod';

export const Json = z.json();
export type Json = z.infer<typeof Json>;

export const JsonObject = z.record(z.string(), Json);
export type JsonObject = z.infer<typeof JsonObject>;

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * The one text of a JSON value: keys sorted by UTF-16 code unit at every depth, no white space.
 * Never throws on JSON: a lone surrogate comes out as its escape, which JSON.stringify guarantees.
 */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    isJsonObject(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : Number(a > b))))
      : part,
  );
}

/** Whether a value nests deeper than `most`; stops there, so that no input can exhaust the stack. */
export function deeperThan(value: unknown, most: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return most === 0 || Object.values(value).some((part) => deeperThan(part, most - 1));
}

/** Why a value from outside is not taken at all, whatever it says; null when nothing is wrong with it. */
export function oddityOf(value: unknown, mostLevels: number): string | null {
  if (deeperThan(value, mostLevels)) return `it nests deeper than ${mostLevels} levels`;
  return hasProtoKey(value) ? 'it has a key named "__proto__"' : null;
}

/** Such a key is dropped by some readers and kept by others: what was shown would not be what is sent. */
function hasProtoKey(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return Object.hasOwn(value, '__proto__') || Object.values(value).some(hasProtoKey);
}

/** Size of a value on the wire, in bytes of UTF-8 JSON. */
export function jsonBytes(value: unknown): number {
  return utf8Bytes(JSON.stringify(value) ?? '');
}

/** Whether a value takes at most `bytes` on the wire; counts characters only where their number leaves it open. */
export function fitsIn(value: unknown, bytes: number): boolean {
  const text = JSON.stringify(value) ?? '';
  if (text.length > bytes) return false;
  return text.length * 3 <= bytes || utf8Bytes(text) <= bytes;
}

/** Length of a text in bytes of UTF-8; a lone surrogate counts as its replacement character. */
export function utf8Bytes(text: string): number {
  let bytes = 0;
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
  }
  return bytes;
}
