/** The things above one another in a circle that this one is in; null where it is in none. */
export function cycleFrom<Key>(
  start: Key,
  above: (key: Key) => Key | null | undefined,
): readonly Key[] | null {
  const path: Key[] = [start];
  const seen = new Set(path);
  for (;;) {
    const next = above(path.at(-1) as Key); // There is always the first one.
    if (next === null || next === undefined) return null;
    if (next === start) return path;
    // A circle further up, which is told there.
    if (seen.has(next)) return null;
    seen.add(next);
    path.push(next);
  }
}
