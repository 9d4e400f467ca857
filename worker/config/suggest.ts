// "Did you mean": the known key nearest to an unknown one.

export function nearest(word: string, known: Iterable<string>): string | null {
  let best: { name: string; away: number } | null = null;
  for (const name of known) {
    // Fewest changes; of equals the one as long as the word, for letters are swapped more often than left out.
    const away = distance(word.toLowerCase(), name.toLowerCase()) + Math.abs(word.length - name.length) / 100;
    if (away < 1.5 + name.length / 6 && (!best || away < best.away)) best = { name, away };
  }
  return best?.name ?? null;
}

/** Levenshtein; the words are keys, so short. */
function distance(a: string, b: string): number {
  if (Math.abs(a.length - b.length) > 4) return Number.POSITIVE_INFINITY;
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (const [i, character] of Array.from(a).entries()) {
    const next = [i + 1];
    for (const [j, other] of Array.from(b).entries()) {
      next.push(
        Math.min((row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1, (row[j] ?? 0) + Number(character !== other)),
      );
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
