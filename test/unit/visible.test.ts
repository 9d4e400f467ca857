// C34: what cannot be seen, or changes how other text is seen, is shown as an escape; ordinary text stays as it is.
import { describe, expect, test } from '@jest/globals';
import * as fc from 'fast-check';
import { folded, visible, visibleJson, visibleLines } from '../../workflows/contract/visible.ts';

/** Emoji and joiners inside of words as the rule keeps them, written down once more and in another way. */
const picture = String.raw`\p{ExtPict}[\uFE0E\uFE0F]?\p{EMod}?`;
const keptEmoji = new RegExp(
  String.raw`\u{1F3F4}[\u{E0061}-\u{E007A}]{5}\u{E007F}|\p{RI}\p{RI}|[0-9#*]\uFE0F?\u20E3|${picture}(?:\u200D${picture})*`,
  'gu',
);
const keptJoiner = /(?<=[\p{L}\p{M}])[\u200C\u200D](?=[\p{L}\p{M}])/gu;
const raw = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\p{DI}\u00A0\u2000-\u200A\u2800\uFFFC]/u;
const rawIn = (text: string) => raw.exec(text.replace(keptEmoji, '').replace(keptJoiner, ''))?.[0];

const suspects = [
  ...Array.from(
    '\u0000\u0007\b\t\r\u001b\u007f\u009b\u00a0\u00ad\u034f\u061c\u115f\u1160\u17b4\u180e\u180b\u2000\u2007\u200b\u200c\u200d\u200e\u202a\u202e',
  ),
  ...Array.from(
    '\u202f\u2028\u2029\u205f\u2060\u2065\u2066\u2069\u206f\u2800\u3164\ufe00\ufe0e\ufe0f\ufeff\uffa0\ufff0\ufff9\ufffa\ufffb\ufffc\u{1d173}\u{e0001}',
  ),
  ...Array.from(
    '\u{e0020}\u{e0067}\u{e007f}\u{e0100}\u{e01ef}\u{e0fff}\u{f0000}\u{10ffff}\u{13441}\u{1d159}\u0301\u0338\u20e3\u0e31\u094d\u05b0',
  ),
];
const ordinary = [
  ...Array.from('ab "\\{}19#*한글あ漢طلبیمकष्ไทย'),
  ...Array.from('👩🔧❤☺🏴🇰🇷🏽👨👧'),
  '👩‍🔧',
  '1️⃣',
  '\u{1f3f4}\u{e0067}\u{e0062}',
];
const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.array(fc.constantFrom(...suspects, ...ordinary), { maxLength: 40 }).map((parts) => parts.join('')),
);
const many = { numRuns: 2_000 };

describe('C34: visible text', () => {
  test('holds nothing that is unseen, whatever comes in, outside of an emoji or a joined word', () => {
    fc.assert(
      fc.property(text, (input) => {
        expect(rawIn(visible(input))).toBeUndefined();
        for (const line of visibleLines(input)) expect(rawIn(line)).toBeUndefined();
      }),
      many,
    );
  });

  test('stays as it is when it is made visible once more', () => {
    fc.assert(
      fc.property(text, (input) => expect(visible(visible(input))).toBe(visible(input))),
      many,
    );
  });

  test('holds nothing unseen after it was cut either, and says how much was left out', () => {
    fc.assert(
      fc.property(text, fc.nat({ max: 30 }), (input, most) => {
        const shown = visible(input);
        const cut = folded(shown, most);
        expect(rawIn(cut)).toBeUndefined();
        if (cut === shown) return;
        const [, kept = '', left] = /^([^]*)\.\.\. \((\d+) more characters\)$/u.exec(cut) ?? [];
        expect(shown.startsWith(kept)).toBe(true);
        expect(Array.from(kept).length).toBeLessThanOrEqual(most);
        expect(Array.from(kept).length + Number(left)).toBe(Array.from(shown).length);
      }),
      many,
    );
  });

  test('stands on its own: no mark of it ends up on what stands before, and none carries more than four', () => {
    fc.assert(
      fc.property(text, (input) => {
        const shown = visible(input);
        expect(shown).not.toMatch(/^\p{M}|[\p{Z}"]\p{M}/u);
        expect(shown.replace(keptEmoji, '')).not.toMatch(/[\p{Mn}\p{Me}]{5}/u);
      }),
      many,
    );
  });

  test('as JSON is the JSON of the same value, and ASCII wherever it could be unseen', () => {
    fc.assert(
      fc.property(fc.oneof(text, fc.dictionary(text, text, { noNullPrototype: true })), (value) => {
        const json = visibleJson(JSON.stringify(value));
        expect(JSON.parse(json)).toEqual(JSON.parse(JSON.stringify(value)));
        expect(json).not.toMatch(raw);
      }),
      many,
    );
  });
});

describe('C34: ordinary text stays as it is', () => {
  test.each([
    ['Korean', '재고 40개를 주문할까요? 예/아니요'],
    ['Arabic with its vowels', 'هَلْ تُوَافِقُ عَلَى الطَّلَبِ؟'],
    ['Persian with its joiner', 'می‌خواهم کتاب‌ها را بخرم'],
    ['Hindi', 'क्या आप ऑर्डर करना चाहते हैं?'],
    ['Hindi with a joiner', 'क्‍ष र्‍य'],
    ['Bengali with a joiner', 'র‍্যাব'],
    ['Sinhala with a joiner', 'ශ්‍රී ලංකා'],
    ['Thai', 'คุณต้องการสั่งซื้อหรือไม่'],
    ['Burmese with five signs on a letter', 'မျှော်လင့်ပါသည်'],
    ['Hebrew with its points', 'הַאִם לְהַזְמִין'],
    ['Vietnamese, decomposed', 'Bạn có muốn đặt hàng không?'.normalize('NFD')],
    ['Japanese with its wide space', '注文　しますか？'],
    ['Greek and Russian', 'Να γίνει η παραγγελία; Заказать?'],
    ['emoji', '👍🏽 ❤️ ☺︎ 1️⃣ 🇰🇷 👩‍🔧 👨‍👩‍👧‍👦 👩🏽‍❤️‍💋‍👨🏾 🏴‍☠️'],
    ['the flags of England, Scotland and Wales', '🏴󠁧󠁢󠁥󠁮󠁧󠁿 🏴󠁧󠁢󠁳󠁣󠁴󠁿 🏴󠁧󠁢󠁷󠁬󠁳󠁿'],
  ])('%s', (_language, input) => {
    expect(visible(input)).toBe(input);
    expect(visibleLines(`${input}\n${input}`)).toEqual([input, input]);
  });
});

describe('C34: what is shown as an escape', () => {
  test.each([
    [
      'tag characters that make no flag',
      '🏴\u{e0075}\u{e0073}\u{e007f}',
      String.raw`🏴\u{e0075}\u{e0073}\u{e007f}`,
    ],
    ['a joiner between Latin letters', 'pass\u200dword', String.raw`pass\u{200d}word`],
    ['a joiner at the end of a word', 'می\u200c', String.raw`می\u{200c}`],
    ['two joiners', 'ب\u200c\u200cب', String.raw`ب\u{200c}\u{200c}ب`],
    ['a joiner between digits', '٣\u200c٤', String.raw`٣\u{200c}٤`],
    ['a joiner between two scripts', 'क\u200dب', String.raw`क\u{200d}ب`],
    ['a fifth picture in one emoji', '👩‍👩‍👩‍👩‍👩', String.raw`👩‍👩‍👩‍👩\u{200d}👩`],
    ['a variation selector on a letter', 'a\ufe0f', String.raw`a\u{fe0f}`],
    ['the fifth mark on a letter, and all after it', `e${'\u0301'.repeat(6)}`, String.raw`é́́́\u{301}\u{301}`],
    ['a mark at the start of a text', '\u0338ok', String.raw`\u{338}ok`],
    ['a mark on a space', 'a \u0489b', String.raw`a \u{489}b`],
    ['notes between the lines', '\ufff9a\ufffab\ufffb', String.raw`\u{fff9}a\u{fffa}b\u{fffb}`],
    ['fillers of Korean letters', '\u3164\uffa0\u115f', String.raw`\u{3164}\u{ffa0}\u{115f}`],
    ['half of a character', '\ud83d', String.raw`\u{d83d}`],
    ['what is no character yet', '\u2065\uffff', String.raw`\u{2065}\u{ffff}`],
  ])('%s', (_what, input, shown) => expect(visible(input)).toBe(shown));

  test('a cut never goes through an escape or an emoji', () => {
    expect(folded(visible('ab\u202ecd'), 4)).toBe('ab... (10 more characters)');
    expect(folded('ab👩‍🔧c', 4)).toBe('ab... (4 more characters)');
    expect(folded('ab👩‍🔧c', 5)).toBe('ab👩‍🔧... (1 more characters)');
  });
});
