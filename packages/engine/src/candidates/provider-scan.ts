import type { Provider } from '../provider.ts';
import { chunkCount, indexAt, lowestBit, wordsPerChunk } from '../provider-set.ts';
import type { Roster } from '../roster.ts';
import { type Conjunction, handsOut, type Members, type Need } from './conjunction.ts';
import { type Paused, paused, Work } from './work.ts';

/**
 * The providers that meet a conjunction, found as they are taken, in the order of their indexes. Sets are laid over each
 * other 32 providers at a time, and a chunk where one of them has nothing, or nobody has enough left, is left out whole; what is left of a class is
 * looked at for those that remain.
 *
 * It stands changes of the world between two calls if its work counts a pause meanwhile: then it looks again at the sets of
 * the chunk it is in. What it gives is in all sets when it is given; what is added behind it is not found.
 */
export class ProviderScan {
  readonly #roster: Roster;
  readonly #asked: Conjunction;
  readonly #work: Work;
  /** The smallest first: where it has nothing, the others need not be looked at. */
  readonly #sets: readonly Members[];
  #chunk = -1;
  /** The word whose bits are being gone through. */
  #word = wordsPerChunk;
  /** Of this word, those that are still to be looked at. */
  #bits = 0;
  /** Of this word, the places that have not been gone through, whoever is there. */
  #ahead = 0;
  /** When the sets of the chunk were looked at, by the work's count of pauses. */
  #lookedAt = 0;
  readonly #stepsPerPlace: number;
  readonly #stepsPerWord: number;

  /* What the sets have in the chunk. */
  readonly #all: Int32Array[] = [];
  readonly #any: Int32Array[][] = [];
  readonly #none: Int32Array[] = [];
  readonly #left: Int32Array[] = [];

  constructor(roster: Roster, asked: Conjunction, work = new Work()) {
    this.#roster = roster;
    this.#asked = asked;
    this.#work = work;
    const sets: Members[] = [...asked.needs.map(({ stock }) => stock.providers), ...asked.all];
    this.#sets = sets.sort((one, other) => one.size - other.size);
    this.#stepsPerPlace = 1 + asked.needs.length;
    this.#stepsPerWord = sets.length + asked.none.length;
    for (const { length } of asked.any) this.#stepsPerWord += length;
  }

  /** Another one that begins where this one is. */
  continuedWith(asked: Conjunction): ProviderScan {
    const scan = new ProviderScan(this.#roster, asked, this.#work);
    scan.#chunk = this.#chunk;
    scan.#word = this.#word;
    scan.#ahead = this.#ahead;
    scan.#lookedAt = -1;
    return scan;
  }

  /** The next one, or null when there are no more. */
  next(): Provider | null | Paused {
    const work = this.#work;
    // After a pause it goes on by at least one word, so that it comes to an end however short the time is.
    let mayPause = this.#lookedAt === work.pauseCount;
    if (!mayPause) this.#lookAgain();
    for (;;) {
      while (this.#bits !== 0) {
        const bit = lowestBit(this.#bits);
        const place = (this.#word << 5) | bit;
        this.#bits &= this.#bits - 1;
        work.spend(this.#stepsPerPlace);
        if (this.#hasRoom(place)) {
          const provider = this.#roster.at(indexAt(this.#chunk, place));
          if (this.#handsOut(provider)) {
            this.#ahead = ~((2 << bit) - 1);
            return provider;
          }
        }
      }
      this.#ahead = 0;
      if (mayPause && work.mustPause()) return paused;
      mayPause = true;
      this.#word = this.#nextWord(this.#word);
      if (this.#word < wordsPerChunk) this.#bits = this.#bitsOf(this.#word);
      else if (!this.#toNextChunk()) return null;
    }
  }

  /** All of them, for whoever has no reason to pause. */
  *[Symbol.iterator](): Generator<Provider> {
    for (let provider = this.next(); provider; provider = this.next()) {
      if (provider !== paused) yield provider;
    }
  }

  #lookAgain(): void {
    this.#lookedAt = this.#work.pauseCount;
    this.#bits = 0;
    if (this.#chunk < 0 || this.#word >= wordsPerChunk) return;
    if (!this.#enterChunk(this.#chunk)) this.#word = wordsPerChunk;
    else if (this.#word >= 0) this.#bits = this.#bitsOf(this.#word) & this.#ahead;
  }

  /** False when there is none. */
  #toNextChunk(): boolean {
    if (this.#chunk + 1 >= chunkCount(this.#roster)) return false;
    this.#chunk++;
    this.#word = this.#enterChunk(this.#chunk) ? -1 : wordsPerChunk;
    return true;
  }

  /** False when one of the sets has nothing there. */
  #enterChunk(chunk: number): boolean {
    const { needs, any, none } = this.#asked;
    this.#work.spend(1 + this.#stepsPerWord);
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
    this.#work.spend(this.#stepsPerWord);
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
      if (!stock.choosy.has(provider)) continue;
      this.#work.spend(amounts.length);
      if (!handsOut(provider, resourceClass, amounts)) return false;
    }
    return true;
  }
}
