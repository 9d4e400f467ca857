// Times for people: how long ago, how long still, and what they may type for a span.
import ms, { type StringValue } from 'ms';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** 12 s, 4 min, 2 h, 3 d. */
export function span(milliseconds: number): string {
  const length = Math.max(0, milliseconds);
  if (length < minute) return `${Math.floor(length / 1_000)} s`;
  if (length < hour) return `${Math.floor(length / minute)} min`;
  return length < 2 * day ? `${Math.floor(length / hour)} h` : `${Math.floor(length / day)} d`;
}

export function ageOf(iso: string, now: number): string {
  const at = Date.parse(iso);
  return Number.isNaN(at) ? 'unknown' : span(now - at);
}

export function ago(iso: string, now: number): string {
  const at = Date.parse(iso);
  if (Number.isNaN(at)) return 'at an unknown time';
  return now - at < 5_000 ? 'just now' : `${span(now - at)} ago`;
}

/** `in 22 h`, `never`, or `now` when it is due. */
export function until(iso: string | null, now: number): string {
  if (iso === null) return 'never';
  const left = Date.parse(iso) - now;
  return left > 0 ? `in ${span(left)}` : 'now';
}

/** The wall clock of this machine, HH:MM:SS. */
export function clock(time: number): string {
  return new Date(time).toTimeString().slice(0, 8);
}

/** `90s`, `10 min`, `2h`, `3d`: a number with its unit; null for anything else. */
export function parseSpan(text: string): number | null {
  if (!/^\d+(\.\d+)? ?[a-zA-Z]+$/.test(text) || text.length > 50) return null;
  const value = ms(text as StringValue) as number | undefined;
  return value === undefined || !Number.isFinite(value) ? null : Math.round(value);
}
