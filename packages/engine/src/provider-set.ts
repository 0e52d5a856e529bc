import type { Provider } from './provider.ts';
import type { Roster } from './roster.ts';

/**
 * Providers as bits at their indexes, in chunks of 1,024: what all sets have in common is found 32 providers at a time,
 * and a set of few providers has few chunks.
 */
export interface ReadonlyProviderSet extends Iterable<Provider> {
  readonly size: number;
  has(provider: Provider): boolean;
  /** The bits of the providers from index 1,024 × chunk on, in 32 words; undefined: none of them is in the set. */
  words(chunk: number): Int32Array | undefined;
}

export const wordsPerChunk = 32;
const providersPerChunk = 1024;

export function chunkOf(index: number): number {
  return index >>> 10;
}

/** Where an index is within its chunk. */
export function placeOf(index: number): number {
  return index & (providersPerChunk - 1);
}

export function chunkCount(roster: Roster): number {
  return Math.ceil(roster.length / providersPerChunk);
}

/** The index of what is at a place in a chunk. */
export function indexAt(chunk: number, place: number): number {
  return (chunk << 10) | place;
}

export class ProviderSet implements ReadonlyProviderSet {
  readonly #roster: Roster;
  readonly #chunks: (Int32Array | undefined)[] = [];
  #size = 0;

  constructor(roster: Roster) {
    this.#roster = roster;
  }

  get size(): number {
    return this.#size;
  }

  has({ index }: Provider): boolean {
    const words = this.#chunks[index >>> 10];
    return words !== undefined && (((words[(index >>> 5) & 31] as number) >>> (index & 31)) & 1) === 1;
  }

  add(provider: Provider): void {
    if (this.has(provider)) return;
    const { index } = provider;
    const words = (this.#chunks[index >>> 10] ??= new Int32Array(wordsPerChunk));
    words[(index >>> 5) & 31]! |= 1 << (index & 31);
    this.#size++;
  }

  delete(provider: Provider): void {
    if (!this.has(provider)) return;
    const { index } = provider;
    const words = this.#chunks[index >>> 10] as Int32Array;
    words[(index >>> 5) & 31]! &= ~(1 << (index & 31));
    this.#size--;
    if (words.every((word) => word === 0)) this.#chunks[index >>> 10] = undefined;
  }

  words(chunk: number): Int32Array | undefined {
    return this.#chunks[chunk];
  }

  *[Symbol.iterator](): Generator<Provider> {
    for (const [chunk, words] of this.#chunks.entries()) {
      if (words === undefined) continue;
      for (let word = 0; word < wordsPerChunk; word++) {
        for (let bits = words[word] as number; bits !== 0; bits &= bits - 1) {
          yield this.#roster.at(indexAt(chunk, (word << 5) | lowestBit(bits)));
        }
      }
    }
  }
}

export function lowestBit(bits: number): number {
  return 31 - Math.clz32(bits & -bits);
}
