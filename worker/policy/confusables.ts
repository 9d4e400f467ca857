// What a name looks like to somebody who skims it: names that look alike come to the same text. Of other scripts the letters that
// people know as doubles of a Latin one, small and capital; Unicode's own list (UTS 39) is a hundred times as long.

/** By the letter that each looks like: Greek, Cyrillic, Armenian, Latin beyond ASCII, Cherokee. */
const doubles: Record<string, string> = {
  a: '\u03b1\u0430\u0251\u1d00\u13aa',
  b: '\u03b2\u0432\u044c\u0185\u0299\u13f4',
  c: '\u03f2\u0441\u1d04\u13df',
  d: '\u0501\u0111\u1d05\u13a0',
  e: '\u03b5\u0435\u04bd\u1d07\u13ac',
  f: '\u03dd\u0584',
  g: '\u050d\u0581\u0261\u0262\u13c0',
  h: '\u0397\u043d\u04bb\u0570\u0127\u029c\u13bb\u13c2',
  i: '\u03b9\u0456\u0131\u026a\u0269\u13a5',
  j: '\u03f3\u0458\u0237\u1d0a\u13ab',
  k: '\u03ba\u043a\u1d0b\u13e6',
  l: '\u04cf\u056c\u0142\u01c0\u029f\u13de',
  m: '\u039c\u043c\u1d0d\u13b7',
  n: '\u03b7\u039d\u043f\u0578\u057c\u0274',
  o: '\u03bf\u03c3\u043e\u0585\u00f8\u1d0f',
  p: '\u03c1\u0440\u1d18\u13e2',
  q: '\u051b\u0563\u0566',
  r: '\u0433\u0280\u13a1',
  s: '\u0455\u054f\u01bd\ua731\u13da',
  t: '\u03c4\u0442\u0167\u1d1b\u13a2',
  u: '\u03bc\u03c5\u057d\u028b\u1d1c',
  v: '\u03bd\u0475\u1d20\u13d9',
  w: '\u03c9\u0461\u051d\u0561\u026f\u1d21\u13d4',
  x: '\u03c7\u0445',
  y: '\u03b3\u03a5\u0443\u04af\u0263\u028f\u13a9',
  z: '\u03b6\u1d22\u13c3',
  3: '\u0437',
  6: '\u0431',
};

const letterOf = new Map(
  Object.entries(doubles).flatMap(([letter, alike]) => Array.from(alike, (one) => [one, letter] as const)),
);
/** Within ASCII, when all is small. */
const alike: Record<string, string> = { i: 'l', '1': 'l', '|': 'l', '0': 'o', m: 'rn' };

/** Accents of Latin, Greek and Cyrillic; marks of other scripts are part of the spelling. */
const unseen = /[\u0300-\u036f\u2800\p{Default_Ignorable_Code_Point}\p{Cc}]/gu;
const separators = /[\p{P}\p{Z}]/gu;

/** Small, without separators, accents and what cannot be seen; `*` stays, for globs. */
export function skeleton(name: string): string {
  return Array.from(name.normalize('NFKD').replace(unseen, ''), plain)
    .join('')
    .replace(separators, (mark) => (mark === '*' ? mark : ''))
    .normalize('NFC');
}

function plain(character: string): string {
  const small = character.toLowerCase();
  const letter =
    letterOf.get(character) ?? letterOf.get(small) ?? letterOf.get(character.toUpperCase()) ?? small;
  return alike[letter] ?? letter;
}

/** A quoted name with what is not what it looks like written as an escape. */
export function spelled(quoted: string): string {
  return Array.from(quoted, (character) => {
    const double = character > '\u007f' && skeleton(character) !== character.toLowerCase();
    return double ? `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}` : character;
  }).join('');
}
