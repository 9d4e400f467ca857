// A pattern as it is read from left to right.

/** The pattern's characters, a surrogate pair being one, and the place of the next. `loose`: not valid with flag u. */
export type Source = { points: string[]; at: number; names: string[]; loose: boolean };

export class Untranslatable extends Error {}

export function untranslatable(): Untranslatable {
  return new Untranslatable('this pattern has no sure translation');
}

export function sourceOf(pattern: string): Source {
  return { points: Array.from(pattern), at: 0, names: [], loose: false };
}

export function take(source: Source, text: string): boolean {
  const found = Array.from(text).every((point, index) => source.points[source.at + index] === point);
  if (found) source.at += text.length;
  return found;
}
