// Makes untrusted text safe to show: what cannot be seen, or changes how other text is seen, is shown as \u{...}.
// Every script stays as it is, and so do emoji. Joiners stay only inside emoji and inside words that need them.

const picture = String.raw`\p{Extended_Pictographic}[\uFE0E\uFE0F]?\p{Emoji_Modifier}?`;
/** Of the flags made of tag characters only those that exist: the same characters can carry any hidden text. */
const regions = ['gbeng', 'gbsct', 'gbwls'].map((region) =>
  Array.from(region, (letter) => `\\u{${(0xe0000 + letter.charCodeAt(0)).toString(16)}}`).join(''),
);
const emoji = [
  String.raw`\u{1F3F4}(?:${regions.join('|')})\u{E007F}`,
  String.raw`\p{Regional_Indicator}{2}`,
  String.raw`[0-9#*]\uFE0F?\u20E3`,
  String.raw`${picture}(?:\u200D${picture}){0,3}`,
].join('|');

/** Persian and the scripts of India spell with joiners: one stands between two letters or marks of the same script. */
const joining = 'Arab Syrc Deva Beng Guru Gujr Orya Taml Telu Knda Mlym Sinh'.split(' ').map((script) => {
  const letter = String.raw`[\p{scx=${script}}&&[\p{L}\p{M}]]`;
  return String.raw`(?<=${letter}[\u200C\u200D])(?=${letter})`;
});
const joiner = String.raw`[\u200C\u200D](?:${joining.join('|')})`;

/** Marks with nothing to stand on would stand on the host's own text; a fifth one on a letter is no spelling. */
const strayMarks = String.raw`(?<=^|[\p{Z}\p{Cc}"])\p{M}+|(?<=[\p{Mn}\p{Me}]{4})[\p{Mn}\p{Me}]+`;
/** Blanks that are neither white space nor ignorable by their properties. U+3000 is the space of Chinese and Japanese. */
const blanks = String.raw`\u2800\uFFFC\u{13441}\u{13442}\u{16FE4}\u{1D159}`;
const unseen = String.raw`[\p{C}\p{Default_Ignorable_Code_Point}\p{Zl}\p{Zp}[\p{Zs}--[\u0020\u3000]]${blanks}]`;

const scan = new RegExp(`(${emoji}|${joiner})|${strayMarks}|${unseen}`, 'gv');
const scanJson = new RegExp(`${strayMarks}|[${unseen}--[\\u0000-\\u001F]]`, 'gv');
const units = new RegExp(String.raw`\\u\{[0-9a-f]{1,6}\}|${emoji}|[\s\S]`, 'gv');

/** One line: line breaks are escaped too. */
export function visible(text: string): string {
  return text.replace(scan, (whole, kept: string | undefined) => kept ?? escaped(whole));
}

/** Several lines: line feeds stay, so that the caller can put each line behind its own mark. */
export function visibleLines(text: string): string[] {
  return text.replaceAll('\r\n', '\n').split('\n').map(visible);
}

/** JSON stays the JSON of the same value, with its own escapes; also what is only part of an emoji becomes one. */
export function visibleJson(json: string): string {
  return json.replace(scanJson, (whole) =>
    Array.from({ length: whole.length }, (_, index) => {
      const unit = whole.charCodeAt(index);
      return `\\u${unit.toString(16).padStart(4, '0')}`;
    }).join(''),
  );
}

function escaped(characters: string): string {
  return Array.from(characters, (one) => `\\u{${(one.codePointAt(0) ?? 0).toString(16)}}`).join('');
}

/** Cut to at most `most` characters, never through an escape or an emoji, with the count of what is left out. */
export function folded(text: string, most: number): string {
  const total = text.length > most ? Array.from(text).length : 0;
  if (total <= most) return text;
  let kept = '';
  let room = most;
  for (const [unit] of text.matchAll(units)) {
    room -= Array.from(unit).length;
    if (room < 0) break;
    kept += unit;
  }
  // A joiner with nothing left to join would be unseen.
  kept = kept.replace(/[\u200C\u200D]+$/, '');
  return `${kept}... (${total - Array.from(kept).length} more characters)`;
}
