import type { Provider } from '../provider.ts';
import type { ReadonlyProviderSet } from '../provider-set.ts';
import { chunkCount, indexAt, lowestBit, wordsPerChunk } from '../provider-set.ts';
import type { Roster } from '../roster.ts';
import type { Conjunction, Need } from './conjunction.ts';
import { handsOut } from './conjunction.ts';

/**
 * The providers that meet a conjunction, found as they are taken, in the order of their indexes. Sets are laid over each
 * other 32 providers at a time, and a chunk where one of them has nothing, or nobody has enough left, is left out whole; what is left of a class is
 * looked at for those that remain.
 */
export class ProviderScan {
  readonly #roster: Roster;
  readonly #asked: Conjunction;
  /** The smallest first: where it has nothing, the others need not be looked at. */
  readonly #sets: readonly ReadonlyProviderSet[];
  #chunk = -1;
  /** The word whose bits are being gone through. */
  #word = wordsPerChunk;
  /** Of this word, those that are still to be looked at. */
  #bits = 0;

  /* What the sets have in the chunk. */
  readonly #all: Int32Array[] = [];
  readonly #any: Int32Array[][] = [];
  readonly #none: Int32Array[] = [];
  readonly #left: Int32Array[] = [];

  constructor(roster: Roster, asked: Conjunction) {
    this.#roster = roster;
    this.#asked = asked;
    const sets = [...asked.needs.map(({ stock }) => stock.providers), ...asked.all];
    this.#sets = sets.sort((one, other) => one.size - other.size);
  }

  /** The next one, or null when there are no more. */
  next(): Provider | null {
    for (;;) {
      while (this.#bits !== 0) {
        const place = (this.#word << 5) | lowestBit(this.#bits);
        this.#bits &= this.#bits - 1;
        if (this.#hasRoom(place)) {
          const provider = this.#roster.at(indexAt(this.#chunk, place));
          if (this.#handsOut(provider)) return provider;
        }
      }
      this.#word = this.#nextWord(this.#word);
      if (this.#word < wordsPerChunk) this.#bits = this.#bitsOf(this.#word);
      else if (this.#toNextChunk()) this.#word = -1;
      else return null;
    }
  }

  *[Symbol.iterator](): Generator<Provider> {
    for (let provider = this.next(); provider; provider = this.next()) yield provider;
  }

  #toNextChunk(): boolean {
    const end = chunkCount(this.#roster);
    do this.#chunk++;
    while (this.#chunk < end && !this.#enterChunk(this.#chunk));
    if (this.#chunk < end) return true;
    // Over: whoever asks again gets here again.
    this.#chunk = end - 1;
    this.#word = wordsPerChunk;
    return false;
  }

  /** False when one of the sets has nothing there. */
  #enterChunk(chunk: number): boolean {
    const { needs, any, none } = this.#asked;
    this.#all.length = 0;
    this.#none.length = 0;
    for (let index = 0; index < needs.length; index++) {
      const { stock, sum } = needs[index] as Need;
      if (stock.mostIn(chunk) < sum) return false;
      const left = stock.leftIn(chunk);
      if (!left) return false;
      this.#left[index] = left;
    }
    for (const set of this.#sets) {
      const words = set.words(chunk);
      if (!words) return false;
      this.#all.push(words);
    }
    for (const [index, sets] of any.entries()) {
      const there = sets.map((set) => set.words(chunk)).filter((words) => words !== undefined);
      if (there.length === 0) return false;
      this.#any[index] = there;
    }
    for (const set of none) {
      const words = set.words(chunk);
      if (words) this.#none.push(words);
    }
    return true;
  }

  /** The next word in which the three smallest sets have something in common: most have not, where much is asked. */
  #nextWord(word: number): number {
    const [first, second = first, third = second] = this.#all;
    if (first === undefined || second === undefined || third === undefined) return word + 1;
    do word++;
    while (
      word < wordsPerChunk &&
      ((first[word] as number) & (second[word] as number) & (third[word] as number)) === 0
    );
    return word;
  }

  #bitsOf(word: number): number {
    let bits = -1;
    for (let index = 0; index < this.#all.length && bits !== 0; index++) {
      bits &= (this.#all[index] as Int32Array)[word] as number;
    }
    if (bits === 0) return 0;
    for (const words of this.#none) bits &= ~(words[word] as number);
    for (const list of this.#any) {
      let union = 0;
      for (const words of list) union |= words[word] as number;
      bits &= union;
    }
    return bits;
  }

  #hasRoom(place: number): boolean {
    const { needs } = this.#asked;
    for (let index = 0; index < needs.length; index++) {
      if (((this.#left[index] as Int32Array)[place] as number) < (needs[index] as Need).sum) {
        return false;
      }
    }
    return true;
  }

  #handsOut(provider: Provider): boolean {
    for (const { stock, resourceClass, amounts } of this.#asked.needs) {
      if (stock.choosy.has(provider) && !handsOut(provider, resourceClass, amounts)) return false;
    }
    return true;
  }
}
