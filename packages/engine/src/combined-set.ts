import type { Provider } from './provider.ts';
import { chunkCount, indexAt, lowestBit, type ReadonlyProviderSet, wordsPerChunk } from './provider-set.ts';
import type { Roster } from './roster.ts';

type Sets = readonly Pick<ReadonlyProviderSet, 'words'>[];

/** Whoever is in any of the sets. */
export function unionOf(sets: Sets, roster: Roster): ReadonlyProviderSet {
  return new CombinedSet(roster, (chunk) => {
    const union = new Int32Array(wordsPerChunk);
    return addUnion(union, chunk, sets) ? union : undefined;
  });
}

/** Whoever is, of each list, in at least one set. */
export function oneOfEach(lists: readonly Sets[], roster: Roster): ReadonlyProviderSet {
  const union = new Int32Array(wordsPerChunk);
  return new CombinedSet(roster, (chunk) => {
    const common = new Int32Array(wordsPerChunk).fill(-1);
    for (const sets of lists) {
      union.fill(0);
      if (!addUnion(union, chunk, sets)) return undefined;
      for (let word = 0; word < wordsPerChunk; word++) common[word]! &= union[word] as number;
    }
    return common;
  });
}

/** False when none of the sets has anything there. */
function addUnion(union: Int32Array, chunk: number, sets: Sets): boolean {
  let isAny = false;
  for (const set of sets) {
    const words = set.words(chunk);
    if (words === undefined) continue;
    isAny = true;
    for (let word = 0; word < wordsPerChunk; word++) union[word]! |= words[word] as number;
  }
  return isAny;
}

/**
 * A set of the moment in which it is made. Where thousands of sets are asked for, it takes a step of each for 1,024 providers
 * to combine them, and to ask them one by one a step of each for every provider.
 */
class CombinedSet implements ReadonlyProviderSet {
  readonly size: number;
  readonly #roster: Roster;
  readonly #chunks: readonly (Int32Array | undefined)[];

  constructor(roster: Roster, wordsIn: (chunk: number) => Int32Array | undefined) {
    this.#roster = roster;
    this.#chunks = Array.from({ length: chunkCount(roster) }, (_, chunk) => wordsIn(chunk));
    let size = 0;
    for (const _ of this.#indexes()) size++;
    this.size = size;
  }

  has({ index }: Provider): boolean {
    return (((this.#chunks[index >>> 10]?.[(index >>> 5) & 31] ?? 0) >>> (index & 31)) & 1) === 1;
  }

  words(chunk: number): Int32Array | undefined {
    return this.#chunks[chunk];
  }

  *[Symbol.iterator](): Generator<Provider> {
    for (const index of this.#indexes()) yield this.#roster.at(index);
  }

  *#indexes(): Generator<number> {
    for (const [chunk, words] of this.#chunks.entries()) {
      if (words === undefined) continue;
      for (let word = 0; word < wordsPerChunk; word++) {
        for (let bits = words[word] as number; bits !== 0; bits &= bits - 1)
          yield indexAt(chunk, (word << 5) | lowestBit(bits));
      }
    }
  }
}
