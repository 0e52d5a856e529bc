import type { Effort } from './constraints/constraint.ts';

/**
 * Whether every taker can have a place at one of its options, of which each position has so many. A taker gets a place
 * that is free, or one whose taker can move to another (Kuhn's algorithm). With options [a b] [a] [b c] and one place
 * each: the first takes a; the second makes it move to b; the third takes c.
 *
 * True also when that cannot be found out with the effort that is left.
 */
export function canAllBePlaced<Place>(
  options: readonly (readonly Place[])[],
  placesOf: (place: Place) => number,
  effort: Effort,
): boolean {
  const choosy = withoutEasyOnes(options, placesOf, effort);
  if (choosy.length === 0) return true;
  const takers = new Map<Place, number[]>();
  for (let taker = 0; taker < choosy.length; taker++) {
    if (!place(taker, new Set())) return effort.left < 0;
  }
  return true;

  function place(taker: number, tried: Set<Place>): boolean {
    for (const position of choosy[taker] as readonly Place[]) {
      if (tried.has(position)) continue;
      if (--effort.left < 0) return false;
      tried.add(position);
      const others = takers.getOrInsertComputed(position, () => []);
      if (others.length < placesOf(position)) {
        others.push(taker);
        return true;
      }
      const moved = others.findIndex((other) => place(other, tried));
      if (moved < 0) continue;
      others[moved] = taker;
      return true;
    }
    return false;
  }
}

/**
 * Who has more options than there are takers gets a place in any case, last of all; so does then whoever has more than
 * there are others, and so on. What remains are those for whom it has to be found out: mostly nobody.
 */
function withoutEasyOnes<Place>(
  options: readonly (readonly Place[])[],
  placesOf: (place: Place) => number,
  effort: Effort,
): (readonly Place[])[] {
  const counts: number[] = [];
  let fewest = options.length;
  for (const positions of options) {
    let count = effort.left < 0 ? options.length : 0;
    for (let index = 0; index < positions.length && count < options.length; index++) {
      effort.left--;
      if (placesOf(positions[index] as Place) > 0) count++;
    }
    counts.push(count);
    fewest = Math.min(fewest, count);
  }
  if (fewest === options.length) return [];
  const counted = options.map((positions, taker) => ({ positions, count: counts[taker] as number }));
  counted.sort((one, other) => one.count - other.count);
  while (counted.length > 0 && (counted.at(-1)?.count ?? 0) >= counted.length) counted.pop();
  return counted.map(({ positions }) => positions);
}
