// Whatever the host judges of a pattern is what the engine's own RegExp finds, over random patterns and texts. The patterns
// are small, and so are the texts: that engine takes its time with others.
import { describe, expect, test } from '@jest/globals';
import * as fc from 'fast-check';
import { matchesPattern } from '../../workflows/contract/pattern.ts';
import { re2Property } from '../../workflows/contract/pattern-properties.ts';

const raw = String.raw;
const seed = 20_261_130;

const words = (text: string) => text.split(' ');
const letters = words('a b c A Z 0 9 _ - . / é ſ K ² 한 글').concat(' ');
const oddities = [
  '\n',
  '\r',
  '\u2028',
  '\u00a0',
  '\u3000',
  '\ufeff',
  '\0',
  '\u007f',
  '😀',
  '👍',
  '\ud83d',
  '\ude00',
];
const text = fc
  .array(fc.constantFrom(...letters, ...oddities), { maxLength: 6 })
  .map((characters) => characters.join(''));

const plain = fc.constantFrom(...words('a b c A 0 _ é 한 😀'), ' ', '\n', '\u2028', '\0');
const escaped = fc.constantFrom(
  ...words(raw`\u0061 \x62 \u{63} \u{1f600} \ud83d\ude00 \0 \cJ \n \t \r \v \f \. \\ \* \/ \^ \u2028`),
);
const character = fc.oneof({ weight: 5, arbitrary: plain }, { weight: 2, arbitrary: escaped });
const set = fc.constantFrom(
  ...words(
    raw`\d \D \w \W \s \S \p{L} \P{Letter} \p{gc=Lu} \p{N} \P{Emoji} \p{ASCII} \p{Cs} \p{Any} \P{Any}`,
  ),
  raw`\p{Script=Hangul}`,
);
const range = fc.constantFrom(
  ...words(raw`a-b 0-9 A-Z \0-\uffff \ud800-\udfff \u{1f600}-\u{1f64f} é-\u{10ffff} \x41-Z 가-힣`),
  ' -z',
);
const member = fc.oneof(character, set, range, fc.constantFrom(raw`\b`, raw`\-`));
const classOf = fc
  .tuple(fc.constantFrom('', '^'), fc.array(member, { maxLength: 3 }))
  .map(([negated, parts]) => `[${negated}${parts.join('')}]`);
const count = fc.constantFrom(
  '',
  '',
  '',
  ...words('* + ? *? +? ?? {2} {0} {1,2} {0,3} {2,} {0,}? {1,3}? {0,0}'),
);
const single = fc
  .tuple(fc.oneof(character, classOf, set, fc.constant('.')), count)
  .map((parts) => parts.join(''));

const { whole } = fc.letrec<{ whole: string; row: string; term: string }>((tie) => ({
  whole: fc.array(tie('row'), { minLength: 1, maxLength: 2 }).map((rows) => rows.join('|')),
  row: fc.array(tie('term'), { maxLength: 3 }).map((terms) => terms.join('')),
  term: fc.oneof(
    { maxDepth: 2, depthSize: 'small' },
    single,
    fc.constantFrom('^', '$', raw`\b`, raw`\B`),
    fc
      .tuple(fc.constantFrom('(', '(?:'), tie('whole'), count)
      .map(([open, inner, times]) => `${open}${inner})${times}`),
  ),
}));
const anchored = fc
  .tuple(fc.constantFrom('', '^'), whole, fc.constantFrom('', '$'))
  .map((parts) => parts.join(''));

/** V8 finds \B between the halves of a surrogate pair, where ECMAScript with flag u has no place. */
const wrongInV8 = (pattern: string, given: string) =>
  pattern.includes(raw`\B`) && /[\ud800-\udbff][\udc00-\udfff]/.test(given);

/** How many pairs were judged by us, of those that the engine takes. */
function compare(patterns: fc.Arbitrary<string>, texts: fc.Arbitrary<string>, numRuns: number) {
  const counts = { pairs: 0, judged: 0, found: 0 };
  fc.assert(
    fc.property(patterns, fc.array(texts, { minLength: 4, maxLength: 4 }), (pattern, several) => {
      const engine = new RegExp(pattern, 'u');
      for (const given of several) {
        if (wrongInV8(pattern, given)) continue;
        const ours = matchesPattern(pattern, given);
        counts.pairs += 1;
        if (ours === null) continue;
        counts.judged += 1;
        counts.found += Number(ours);
        expect({ pattern, given, found: ours }).toEqual({ pattern, given, found: engine.test(given) });
      }
    }),
    { seed, numRuns },
  );
  return counts;
}

describe('what the host judges of a pattern is what V8 finds', () => {
  test('of nested patterns in short texts', () => {
    const { pairs, judged, found } = compare(anchored, text, 3_000);
    expect(pairs).toBeGreaterThan(10_000);
    expect(judged).toBe(pairs);
    expect(found / judged).toBeGreaterThan(0.2);
    expect(found / judged).toBeLessThan(0.8);
  });

  test('of flat patterns in longer texts', () => {
    const flat = fc.array(single, { minLength: 1, maxLength: 4 }).map((parts) => parts.join(''));
    const long = fc.array(text, { minLength: 10, maxLength: 40 }).map((parts) => parts.join(''));
    const { pairs, judged } = compare(flat, long, 1_500);
    expect(judged).toBe(pairs);
  });

  test('of rows of any syntax, also broken: then nothing is judged', () => {
    const piece = fc.constantFrom(
      ...words(
        raw`a ( ) (?: (?= (?<x> [ ] ^ $ | * + ? { } {2,1} {1,2} - , \ \d \- \u \u{ \x \c \0 \1 \k<x> \p{L} \A 😀`,
      ),
    );
    const pieces = fc.array(piece, { maxLength: 7 }).map((parts) => parts.join(''));
    const texts = fc.constantFrom('', 'a', 'aa', '-', 'aa-,', 'u{');
    const agrees = fc.property(pieces, texts, (pattern, given) => {
      const ours = matchesPattern(pattern, given);
      const flags = ['u', ''].find((candidate) => compiles(pattern, candidate));
      return ours === null || (flags !== undefined && ours === new RegExp(pattern, flags).test(given));
    });
    expect(fc.check(agrees, { seed, numRuns: 20_000 }).counterexample).toBeNull();
  });
});

function compiles(pattern: string, flags: string): boolean {
  try {
    return new RegExp(pattern, flags) instanceof RegExp;
  } catch {
    return false;
  }
}

/** Every character but the surrogates, which would make others of their neighbours. */
const blocks = Array.from({ length: 34 }, (_block, block) =>
  Array.from({ length: 0x8000 }, (_code, code) => String.fromCodePoint(block * 0x8000 + code))
    .filter((point) => !/[\ud800-\udfff]/u.test(point))
    .join(''),
);

test.each(
  'C Cc Cf Cn Co L LC Ll Lm Lo Lt Lu M Mc Me Mn N Nd Nl No P Pc Pd Pe Pf Pi Po Ps S Sc Sk Sm So Z Zl Zp Zs Any ASCII Alphabetic Emoji Lowercase Uppercase White_Space sc=Latin sc=Greek sc=Cyrillic sc=Han sc=Hangul sc=Hiragana sc=Katakana sc=Arabic sc=Hebrew sc=Thai sc=Devanagari sc=Common sc=Inherited'.split(
    ' ',
  ),
)('%s is the same set of characters here and in V8', (name) => {
  expect(re2Property(name)).not.toBeNull();
  const property = new RegExp(raw`\p{${name}}`, 'gu');
  for (const block of blocks) {
    const inside = (block.match(property) ?? []).join('');
    expect([name, matchesPattern(raw`\P{${name}}`, inside)]).toEqual([name, false]);
    expect([name, matchesPattern(raw`\p{${name}}`, block.replaceAll(property, ''))]).toEqual([name, false]);
  }
});
