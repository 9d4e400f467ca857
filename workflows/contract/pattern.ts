// Whether a text matches a server's `pattern`, decided by a linear engine and by nothing else: the engine's RegExp can be
// made to take for ever. What is not sure is not judged here. A replay must decide the same: every limit is arithmetic.
import { RE2JS } from 're2js';
import { translatePattern } from './pattern-syntax.ts';

/** Steps of a program times characters of a text; the worst known take 60 ns each. */
const mostWork = 2_000_000;
/** Compiling a step costs as much as running it on so many characters. */
const compiling = 100;

/**
 * Unanchored, as JSON Schema says. null: the host cannot judge this, the server does. `share`: how many patterns are
 * judged in one go, which take as long together as one may alone.
 */
export function matchesPattern(pattern: string, text: string, share = 1): boolean | null {
  const translation = translatePattern(pattern);
  if (translation === null || translation.size * (text.length + compiling) > mostWork / share) return null;
  if (translation.loose && /[\ud800-\udfff]/.test(text)) return null;
  return compiled(translation.re2)?.test(text) ?? null;
}

/** What people write into a field; a much longer text may be left to the server all the same. */
const usualText = 200;

/** Who checks an answer against this pattern, one of `share` in a form. */
export function patternJudge(pattern: string, share = 1): 'host' | 'server' {
  const translation = translatePattern(pattern);
  if (translation === null || translation.size * (usualText + compiling) > mostWork / share) return 'server';
  return compiled(translation.re2) === null ? 'server' : 'host';
}

function compiled(re2: string): RE2JS | null {
  try {
    return RE2JS.compile(re2);
  } catch {
    return null;
  }
}

/** A regular expression of ECMAScript, with flag u or without. It is compiled and never run. */
export function isPattern(pattern: string): boolean {
  return compiles(withoutProperties(pattern), 'u') || compiles(pattern, '');
}

function compiles(pattern: string, flags: string): boolean {
  try {
    return new RegExp(pattern, flags).flags === flags;
  } catch {
    return false;
  }
}

/** The engine looks each property's table up while it compiles, which takes a second when there are thousands. */
function withoutProperties(pattern: string): string {
  return pattern.replace(/\\(?:[pP]\{[^{}]*\}|[^])/gu, (escape) =>
    /^\\[pP]\{/.test(escape) ? String.raw`\d` : escape,
  );
}
