import type { Provider } from '../provider.ts';

/**
 * Whether every taker can have a place at one of its options, of which each provider has so many. A taker gets a place
 * that is free, or one whose taker can move to another (Kuhn's algorithm). With options [a b] [a] [b c] and one place
 * each: the first takes a; the second makes it move to b; the third takes c.
 */
export function canAllBePlaced(
  options: readonly (readonly Provider[])[],
  placesOf: (provider: Provider) => number,
): boolean {
  if (haveMoreOptionsThanTakers(options, placesOf)) return true;
  const takers = new Map<Provider, number[]>();
  return options.every((_, taker) => place(taker, new Set()));

  function place(taker: number, tried: Set<Provider>): boolean {
    for (const provider of options[taker] as readonly Provider[]) {
      if (tried.has(provider)) continue;
      tried.add(provider);
      const others = takers.getOrInsertComputed(provider, () => []);
      if (others.length < placesOf(provider)) {
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

/** A quick yes: the taker with the fewest options has one, the next has two, and so on, so each has one left in the end. */
function haveMoreOptionsThanTakers(
  options: readonly (readonly Provider[])[],
  placesOf: (provider: Provider) => number,
): boolean {
  const counts = options.map((providers) => providers.filter((each) => placesOf(each) > 0).length);
  return counts.sort((one, other) => one - other).every((count, index) => count > index);
}
