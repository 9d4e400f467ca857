// Character classes and escapes of ECMAScript (flag u) in RE2's syntax.
import { take, untranslatable, type Source } from './pattern-source.ts';
import { re2Property } from './pattern-properties.ts';

/** `inner` stands between RE2's brackets. `size`: what it adds to the program, a property's table being long. */
export type Class = { inner: string; size: number };

const tableSize = 20;
/** RE2's own \s and \S know ASCII only. */
const sets: Record<string, string> = {
  d: '0-9',
  D: String.raw`\x{0}-\x{2f}\x{3a}-\x{10ffff}`,
  w: '0-9A-Z_a-z',
  W: String.raw`\x{0}-\x{2f}\x{3a}-\x{40}\x{5b}-\x{5e}\x{60}\x{7b}-\x{10ffff}`,
  s: String.raw`\x{9}-\x{d}\x{20}\x{a0}\x{1680}\x{2000}-\x{200a}\x{2028}\x{2029}\x{202f}\x{205f}\x{3000}\x{feff}`,
  S: String.raw`\x{0}-\x{8}\x{e}-\x{1f}\x{21}-\x{9f}\x{a1}-\x{167f}\x{1681}-\x{1fff}\x{200b}-\x{2027}\x{202a}-\x{202e}\x{2030}-\x{205e}\x{2060}-\x{2fff}\x{3001}-\x{fefe}\x{ff00}-\x{10ffff}`,
};
const controls: Record<string, number> = { t: 9, n: 10, v: 11, f: 12, r: 13 };
const everything = String.raw`\x{0}-\x{10ffff}`;

export const anyButLineEnd = String.raw`[^\x{a}\x{d}\x{2028}\x{2029}]`;

/** After the opening bracket, to past the closing one. */
export function readClass(source: Source): { re2: string; size: number } {
  const negated = take(source, '^');
  let inner = '';
  let size = 1;
  while (!take(source, ']')) {
    const from = classAtom(source);
    const ranges = source.points[source.at] === '-' && source.points[source.at + 1] !== ']';
    if (!ranges) {
      inner += typeof from === 'number' ? literal(from) : from.inner;
      size += typeof from === 'number' ? 0 : from.size;
      continue;
    }
    source.at += 1;
    const to = classAtom(source);
    if (typeof from !== 'number' || typeof to !== 'number' || from > to) throw untranslatable();
    inner += from === to ? literal(from) : `${hex(from)}-${hex(to)}`;
  }
  if (inner === '') return { re2: negated ? `[${everything}]` : `[^${everything}]`, size };
  return { re2: `[${negated ? '^' : ''}${inner}]`, size };
}

function classAtom(source: Source): number | Class {
  const point = source.points[source.at];
  if (point === undefined) throw untranslatable();
  source.at += 1;
  if (point !== '\\') return point.codePointAt(0) ?? 0;
  if (take(source, 'b')) return 8;
  if (take(source, '-')) return 45;
  return readEscape(source);
}

/** After the backslash: a character by its number, or a set of them. */
export function readEscape(source: Source): number | Class {
  const letter = source.points[source.at];
  if (letter === undefined) throw untranslatable();
  source.at += 1;
  if (Object.hasOwn(sets, letter)) return { inner: sets[letter] ?? '', size: 0 };
  if (Object.hasOwn(controls, letter)) return controls[letter] ?? 0;
  switch (letter) {
    case 'p':
    case 'P':
      return property(source, letter);
    case 'c':
      return controlLetter(source);
    case 'x':
      return digits(source, 2);
    case 'u':
      return unicode(source);
    case '0':
      if (/[0-9]/.test(source.points[source.at] ?? '')) throw untranslatable();
      return 0;
    default:
      return itself(source, letter);
  }
}

/** With flag u only syntax characters may be escaped; without it other punctuation may be too, and means itself. */
function itself(source: Source, letter: string): number {
  if (!/^[!-/:-@[-`{-~]$/.test(letter)) throw untranslatable();
  source.loose ||= !/[\\^$.*+?()[\]{}|/]/.test(letter);
  return letter.codePointAt(0) ?? 0;
}

function property(source: Source, letter: 'p' | 'P'): Class {
  if (!take(source, '{')) throw untranslatable();
  const end = source.points.indexOf('}', source.at);
  if (end < 0) throw untranslatable();
  const name = re2Property(source.points.slice(source.at, end).join(''));
  if (name === null) throw untranslatable();
  source.at = end + 1;
  return { inner: `\\${letter}{${name}}`, size: tableSize };
}

function controlLetter(source: Source): number {
  const letter = source.points[source.at] ?? '';
  if (!/^[A-Za-z]$/.test(letter)) throw untranslatable();
  source.at += 1;
  return (letter.codePointAt(0) ?? 0) % 32;
}

function digits(source: Source, count: number): number {
  const text = source.points.slice(source.at, source.at + count).join('');
  if (!/^[0-9A-Fa-f]+$/.test(text) || text.length !== count) throw untranslatable();
  source.at += count;
  return Number.parseInt(text, 16);
}

function unicode(source: Source): number {
  if (!take(source, '{')) return pair(source, digits(source, 4));
  const end = source.points.indexOf('}', source.at);
  const text = source.points.slice(source.at, Math.max(end, source.at)).join('');
  const code = /^[0-9A-Fa-f]+$/.test(text) ? Number.parseInt(text, 16) : Number.NaN;
  if (!(code <= 0x10ffff)) throw untranslatable();
  source.at = end + 1;
  return code;
}

/** Two escapes of surrogates that belong together are one character. */
function pair(source: Source, lead: number): number {
  const next = source.points.slice(source.at, source.at + 6).join('');
  const trail = /^\\u([dD][c-fC-F][0-9A-Fa-f]{2})$/.exec(next)?.[1];
  if (lead < 0xd800 || lead > 0xdbff || trail === undefined) return lead;
  source.at += 6;
  return (lead - 0xd800) * 0x400 + Number.parseInt(trail, 16) - 0xdc00 + 0x10000;
}

/** A lone surrogate is none of RE2's characters: it would be found inside of pairs. */
export function literal(code: number): string {
  if (code >= 0xd800 && code <= 0xdfff) throw untranslatable();
  return hex(code);
}

function hex(code: number): string {
  return `\\x{${code.toString(16)}}`;
}
