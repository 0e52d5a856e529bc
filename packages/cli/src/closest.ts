/** " (did you mean 'port'?)" when one of the known words is near the one that was written, else nothing. */
export function suggestion(written: string, known: Iterable<string>): string {
  let best: { readonly word: string; readonly distance: number } | null = null;
  for (const word of known) {
    const distance = editDistance(written, word);
    if (best === null || distance < best.distance) best = { word, distance };
  }
  // A third of the letters may differ; beyond that a guess is more confusing than none.
  const isNear = best !== null && best.distance <= Math.max(1, Math.floor(written.length / 3));
  return best !== null && isNear ? ` (did you mean '${best.word}'?)` : '';
}

/** How many letters have to be put in, taken out or replaced to make one word from the other. */
function editDistance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let i = 1; i <= from.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= to.length; j += 1) {
      const replaced = (row[j - 1] ?? 0) + (from[i - 1] === to[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[to.length] ?? 0;
}
