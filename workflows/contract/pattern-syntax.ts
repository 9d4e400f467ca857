// A regular expression of ECMAScript (flag u, as JSON Schema says) in RE2's syntax, for the question whether it is
// found in a text: so groups need not capture, and lazy is as good as greedy. Only what is sure is translated.
import { anyButLineEnd, literal, readClass, readEscape } from './pattern-class.ts';
import { sourceOf, take, Untranslatable, untranslatable, type Source } from './pattern-source.ts';

/** `size`: about the number of steps of the program, counted before anything is compiled. */
type Part = { re2: string; size: number };
/** `loose`: valid without flag u only, where a text outside of the BMP has twice as many characters. */
export type Translation = Part & { loose: boolean };

const mostCharacters = 1_000;
const mostSize = 2_500;
const mostLevels = 50;
/** RE2 takes no larger count. */
const mostRepeats = 1_000;

export function translatePattern(pattern: string): Translation | null {
  if (pattern.length > mostCharacters) return null;
  const source = sourceOf(pattern);
  try {
    const whole = disjunction(source, 0);
    const otherwise = source.loose && /[\ud800-\udfff]|\\[upP]/.test(pattern);
    return source.at < source.points.length || otherwise ? null : { ...whole, loose: source.loose };
  } catch (error) {
    if (error instanceof Untranslatable) return null;
    throw error;
  }
}

function disjunction(source: Source, level: number): Part {
  if (level > mostLevels) throw untranslatable();
  const parts = [alternative(source, level)];
  while (take(source, '|')) parts.push(alternative(source, level));
  return {
    re2: parts.map(({ re2 }) => re2).join('|'),
    size: bounded(parts.reduce((sum, { size }) => sum + size + 1, -1)),
  };
}

function alternative(source: Source, level: number): Part {
  let re2 = '';
  let size = 1;
  for (;;) {
    const point = source.points[source.at];
    if (point === undefined || point === '|' || point === ')') return { re2, size: bounded(size) };
    const assertion = takeAssertion(source);
    const term = assertion === null ? quantified(source, atom(source, level)) : { re2: assertion, size: 1 };
    re2 += term.re2;
    size += term.size;
  }
}

function takeAssertion(source: Source): string | null {
  if (take(source, '^')) return String.raw`\A`;
  if (take(source, '$')) return String.raw`\z`;
  if (take(source, String.raw`\b`)) return String.raw`\b`;
  return take(source, String.raw`\B`) ? String.raw`\B` : null;
}

function atom(source: Source, level: number): Part {
  const point = source.points[source.at] ?? '';
  source.at += 1;
  switch (point) {
    case '(':
      return group(source, level);
    case '[':
      return readClass(source);
    case '.':
      return { re2: anyButLineEnd, size: 1 };
    case '\\': {
      const escaped = readEscape(source);
      if (typeof escaped === 'number') return { re2: literal(escaped), size: 1 };
      return { re2: `[${escaped.inner}]`, size: 1 + escaped.size };
    }
    default:
      if ('*+?{}]'.includes(point)) throw untranslatable();
      return { re2: literal(point.codePointAt(0) ?? 0), size: 1 };
  }
}

function group(source: Source, level: number): Part {
  if (take(source, '?') && !take(source, ':')) groupName(source);
  const inner = disjunction(source, level + 1);
  if (!take(source, ')')) throw untranslatable();
  return { re2: `(?:${inner.re2})`, size: inner.size };
}

/** Look-around and modifiers begin with the same question mark: they are no names. */
function groupName(source: Source): void {
  const end = source.points.indexOf('>', source.at);
  const name = source.points.slice(source.at + 1, Math.max(end, source.at)).join('');
  const fits = /^[A-Za-z_$][A-Za-z0-9_$]*$/.test(name) && !source.names.includes(name);
  if (!fits || !take(source, '<')) throw untranslatable();
  source.names.push(name);
  source.at = end + 1;
}

function quantified(source: Source, term: Part): Part {
  const count = takeCount(source);
  if (count === null) return term;
  take(source, '?');
  const [least, most] = count;
  const copies = Math.max(least, most ?? 0, 1);
  if (copies > mostRepeats) throw untranslatable();
  const size = bounded(term.size * copies + (most === null ? 1 : most - least) + 1);
  return { re2: `${term.re2}{${least},${most ?? ''}}`, size };
}

/** null as the upper bound: none. */
function takeCount(source: Source): [number, number | null] | null {
  if (take(source, '*')) return [0, null];
  if (take(source, '+')) return [1, null];
  if (take(source, '?')) return [0, 1];
  if (source.points[source.at] !== '{') return null;
  const end = source.points.indexOf('}', source.at);
  const found = /^\{(\d+)(,(\d*))?\}$/.exec(source.points.slice(source.at, end + 1).join(''));
  if (!found) throw untranslatable();
  const least = Number(found[1]);
  const most = found[2] === undefined ? least : found[3] === '' ? null : Number(found[3]);
  if (most !== null && most < least) throw untranslatable();
  source.at = end + 1;
  return [least, most];
}

function bounded(size: number): number {
  if (size > mostSize) throw untranslatable();
  return size;
}
