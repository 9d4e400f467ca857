// A server's pattern: what the host judges, what it leaves to the server, and that no pattern can freeze a job.
import { describe, expect, test } from '@jest/globals';
import { isPattern, matchesPattern, patternJudge } from '../../workflows/contract/pattern.ts';

const raw = String.raw;

describe('a pattern is judged as JSON Schema says: anywhere in the text, by code point', () => {
  test.each<[string, string[], string[]]>([
    ['^OPS-[0-9]+$', ['OPS-1'], ['BUG-1', 'OPS-', 'OPS-1\n', 'xOPS-1']],
    ['b', ['abc'], ['ac', '']],
    ['^.$', ['a', '한', '😀', '\ud83d', '\0'], ['', 'ab', '\n', '\r', '\u2028', '\u2029']],
    ['^[^]$', ['\n', '😀'], ['']],
    ['[]', [], ['', 'a']],
    [raw`^\s$`, [' ', '\u00a0', '\u3000', '\ufeff', '\u2028'], ['\u200b', 'a']],
    [raw`^\S$`, ['\u200b', '한'], ['\u00a0']],
    [raw`^\w$`, ['a', '_'], ['é', '한', '-']],
    [raw`^[\W]$`, ['é', '한', '-'], ['a', '_']],
    [raw`\bop\b`, ['the op', 'op'], ['ops', 'oop']],
    [raw`^[\b]$`, ['\b'], ['b']],
    [raw`^\u{1f600}$`, ['😀'], ['\ud83d']],
    [raw`^\ud83d\ude00$`, ['😀'], ['\ud83d']],
    [raw`^[\u{1f600}-\u{1f64f}]+$`, ['😀😃'], ['a']],
    [raw`^[\ud800-\udfff]$`, ['\ud83d'], ['😀']],
    [raw`^\p{Script=Hangul}+$`, ['한글'], ['漢', 'a']],
    [raw`^[\p{Lu}\p{Decimal_Number}]+$`, ['É9'], ['é']],
    [raw`^\P{L}$`, ['1'], ['é']],
    [raw`^\cA\0\x41\u0042\t$`, ['\u0001\0AB\t'], ['A']],
    [raw`^(?<year>\d{4})-(?:0[1-9]|1[0-2])$`, ['2026-12'], ['2026-13']],
    ['^(?:a|b|)*?$', ['', 'abab'], ['c']],
    [raw`^[\w.-]+@[a-z]+\.[a-z]{2,}$`, ['kim.o-neil@example.com'], ['kim@x']],
    [raw`^[--9]$`, ['-', '.'], ['a']],
    [raw`^010\-\d{4}\-\d{4}$`, ['010-1234-5678'], ['01012345678']],
    ['^.{1,1000}$', ['한'.repeat(500)], ['']],
  ])('%s', (pattern, found, missed) => {
    expect(patternJudge(pattern)).toBe('host');
    expect(found.filter((text) => matchesPattern(pattern, text) !== true)).toEqual([]);
    expect(missed.filter((text) => matchesPattern(pattern, text) !== false)).toEqual([]);
  });
});

describe('what has no sure translation is left to the server', () => {
  test.each([
    ['look-ahead', '^(?=.*[A-Z]).{8,}$'],
    ['negative look-ahead', '^(?!x)'],
    ['look-behind', '(?<=a)b'],
    ['negative look-behind', '(?<!a)b'],
    ['a back-reference', raw`(a)\1`],
    ['a named back-reference', raw`(?<x>a)\k<x>`],
    ['a modifier', '(?i:a)'],
    ['a lone surrogate', raw`\ud83d`],
    ['a bracket that only other dialects know', '[[:alpha:]]'],
    ['an escape that only other dialects know', raw`\Aa\z`],
    ['a quotation', raw`\Qa\E`],
    ['script extensions', raw`\p{scx=Hangul}`],
    ['a property that is not in our list', raw`\p{Emoji_Component}`],
    ['a script given as a category', raw`\p{Script=Lu}`],
    ['two groups of one name', '(?<x>a)|(?<x>b)'],
    ['a count over the limit', 'a{1001}'],
    ['counts that add up', 'a{1000}b{1000}c{1000}'],
    ['counts of counts', '(?:(?:a{50}){50}){50}'],
    ['deep nesting', `${'(?:'.repeat(60)}a${')'.repeat(60)}`],
    ['a very long pattern', 'a'.repeat(1_001)],
    ['needless escapes together with what only flag u knows', raw`\-\u{61}`],
  ])('%s', (_name, pattern) => {
    expect(patternJudge(pattern)).toBe('server');
    expect(matchesPattern(pattern, 'a')).toBeNull();
  });

  test('so is a text of other than single UTF-16 units where only the reading without flag u is valid', () => {
    expect(matchesPattern(raw`^\-.$`, '-a')).toBe(true);
    expect(matchesPattern(raw`^\-.$`, '-😀')).toBeNull();
  });

  test.each([
    '(',
    ')',
    'a**',
    'a{2,1}',
    '[b-a]',
    '[',
    '\\',
    'a{',
    ']',
    '}',
    '*',
    '^*',
    raw`\x4`,
    raw`\u{110000}`,
    raw`[a-\d]`,
  ])('%s, which is none with flag u', (pattern) => expect(matchesPattern(pattern, 'a')).toBeNull());
});

describe('budgets are arithmetic', () => {
  test('one that would take another engine for ever takes a moment on 64 KiB', () => {
    const text = `${'a'.repeat(65_535)}!`;
    const before = performance.now();
    expect(matchesPattern('^(a+)+$', text)).toBe(false);
    expect(performance.now() - before).toBeLessThan(200);
  });

  test.each([
    ['a state for each place', '(?:a|b)*a(?:a|b){300}[cd]'],
    ['a thousand places', '.{1,1000}[!?]'],
    ['properties in a count', raw`[\p{L}\p{N}]{1,50}[!?]`],
    ['nested counts', '(?:a{1,30}){1,30}[xy]'],
  ])('%s: judged while it is cheap, then left to the server', (_name, pattern) => {
    const text = (length: number) => 'ab'.repeat(length / 2);
    expect(matchesPattern(pattern, text(500))).toBe(false);
    const before = performance.now();
    for (const length of [500, 1_000, 2_000, 4_000, 8_000]) matchesPattern(pattern, text(length));
    expect(matchesPattern(pattern, text(60_000))).toBeNull();
    expect(performance.now() - before).toBeLessThan(2_000);
  });

  test('many patterns in one form share the budget of one', () => {
    expect(matchesPattern('^.{1,500}$', 'a'.repeat(400))).toBe(true);
    expect(matchesPattern('^.{1,500}$', 'a'.repeat(400), 100)).toBeNull();
  });
});

describe('a pattern is one when ECMAScript takes it, with flag u or without', () => {
  test.each([
    '',
    '^a$',
    raw`\p{L}+`,
    raw`[\p{Lu}-]`,
    '(?=a)',
    raw`\-`,
    '[[:alpha:]]',
    'a{',
    raw`(a)\1`,
    '[😀-😎]',
  ])('%s is one', (pattern) => expect(isPattern(pattern)).toBe(true));
  test.each(['(', '[', '*a', 'a{2,1}', '(?P<x>a)', '(?i)a', '[b-a]', '\\', '(?<x>a)(?<x>b)'])(
    '%s is none',
    (pattern) => expect(isPattern(pattern)).toBe(false),
  );
  test('thousands of properties are no reason to wait', () => {
    const before = performance.now();
    expect(isPattern(`[${raw`\p{L}`.repeat(12_000)}]`)).toBe(true);
    expect(performance.now() - before).toBeLessThan(500);
  });
});
