// "Did you mean": the one name that is near enough to a misspelt one.

export function closest(name: string, names: string[]): string | null {
  const near = names
    .map((other) => ({ other, distance: editDistance(name, other) }))
    .filter(
      ({ other, distance }) => distance <= Math.max(1, Math.floor(Math.max(name.length, other.length) / 3)),
    )
    .sort((a, b) => a.distance - b.distance);
  return near[0]?.other ?? null;
}

/** Insertions, removals, changes and swaps of neighbours, each counted once. */
function editDistance(a: string, b: string): number {
  let older: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row += 1) {
    const next = [row];
    for (let column = 1; column <= b.length; column += 1) {
      const same = a[row - 1] === b[column - 1] ? 0 : 1;
      let best = Math.min(at(last, column) + 1, at(next, column - 1) + 1, at(last, column - 1) + same);
      if (a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]) {
        best = Math.min(best, at(older, column - 2) + 1);
      }
      next.push(best);
    }
    older = last;
    last = next;
  }
  return last[b.length] ?? Infinity;
}

function at(list: number[], index: number): number {
  return list[index] ?? Infinity;
}
