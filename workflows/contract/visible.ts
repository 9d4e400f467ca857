// Makes untrusted text safe to show: what cannot be seen, or changes how other text is seen, is shown as \u{...}.
// Korean, Arabic and emoji stay as they are.

const emoji =
  '\\p{Regional_Indicator}{2}|[0-9#*]\\uFE0F?\\u20E3|\\p{Extended_Pictographic}\\uFE0F?\\p{Emoji_Modifier}?(?:\\u200D\\p{Extended_Pictographic}\\uFE0F?\\p{Emoji_Modifier}?)*';
const unseen =
  '[\\p{Cc}\\p{Cf}\\p{Cs}\\p{Co}\\p{Zl}\\p{Zp}\\u00A0\\u1680\\u2000-\\u200A\\u202F\\u205F\\u034F\\u115F\\u1160\\u17B4\\u17B5\\u180B-\\u180F\\u2800\\u3164\\uFFA0\\uFE00-\\uFE0F\\u{E0100}-\\u{E01EF}]';
const scan = new RegExp(`(${emoji})|(${unseen})`, 'gu');

/** One line: line breaks are escaped too. */
export function visible(text: string): string {
  return text.replace(scan, (whole, kept: string | undefined) => kept ?? escapeOf(whole));
}

/** Several lines: line feeds stay, so that the caller can put each line behind its own mark. */
export function visibleLines(text: string): string[] {
  return text.replaceAll('\r\n', '\n').split('\n').map(visible);
}

function escapeOf(character: string): string {
  return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
}

/** Cut to `most` characters, with the count of what is left out. */
export function folded(text: string, most: number): string {
  const characters = Array.from(text);
  return characters.length <= most
    ? text
    : `${characters.slice(0, most).join('')}... (${characters.length - most} more characters)`;
}
