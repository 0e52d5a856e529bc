import { assert } from '@berth/engine/assert.ts';

/**
 * Things in an order, so that a part of them is found without looking at the rest: the first of a list, those behind a marker, those that
 * changed in a window of time.
 *
 * They lie in chunks of at most 512, each an array in order, and the chunks in an array in order. Say that chunks hold at most four, and
 * things are numbers:
 *
 *     [1 3 5 7] [8 9] [12 15 20]
 *
 * Whoever looks for 9 asks the last of each chunk by halves (`7` is before it, `20` is not, `9` is not: it is the second chunk), and then the
 * chunk by halves. To put 4 moves the things behind it in the first chunk, which is full and becomes two: `[1 3] [4 5 7]`. At either end of all, a
 * full chunk gets a new neighbour instead, so that things that come in order fill their chunks. A chunk that has become small is
 * joined with its neighbour, where both together are half of one.
 *
 * A million things are 2,000 to 4,000 chunks: to put or remove one takes some twenty comparisons and moves a few kilobytes, which
 * takes about a microsecond; a thing takes 8 to 16 bytes. A balanced tree takes 40 and more for each thing, and `sorted-btree`, the library
 * that is most used for this, is 1,400 lines that keep keys beside values, where here a thing has its place in itself.
 */
export class OrderedIndex<Thing> {
  readonly #compare: (one: Thing, other: Thing) => number;
  /** None is empty. */
  readonly #chunks: Thing[][] = [];
  #size = 0;
  /** Counts what was put and removed, so that a walk notices. */
  #revision = 0;

  /** No two things are in the same place. */
  constructor(compare: (one: Thing, other: Thing) => number) {
    this.#compare = compare;
  }

  get size(): number {
    return this.#size;
  }

  get last(): Thing | undefined {
    return this.#chunks.at(-1)?.at(-1);
  }

  put(thing: Thing): void {
    this.#size++;
    this.#revision++;
    const chunks = this.#chunks;
    const isBefore = (each: Thing) => this.#compare(each, thing) < 0;
    const [at, index] = this.#placeOf(isBefore);
    const chunk = chunks[at];
    if (chunk === undefined) {
      chunks.push([thing]);
      return;
    }
    if (chunk.length < chunkMax) {
      chunk.splice(index, 0, thing);
    } else if (at === 0 && index === 0) {
      chunks.unshift([thing]);
    } else if (at === chunks.length - 1 && index === chunk.length) {
      chunks.push([thing]);
    } else {
      const half = chunkMax / 2;
      const behind = chunk.splice(half);
      chunks.splice(at + 1, 0, behind);
      if (index <= half) chunk.splice(index, 0, thing);
      else behind.splice(index - half, 0, thing);
    }
  }

  remove(thing: Thing): void {
    const isBefore = (each: Thing) => this.#compare(each, thing) < 0;
    const at = this.#chunkAt(isBefore);
    const chunk = this.#chunks[at] ?? [];
    const index = partitionPoint(chunk, isBefore);
    const found = chunk[index];
    assert(found !== undefined && this.#compare(found, thing) === 0, 'what is removed was there');
    this.#size--;
    this.#revision++;
    chunk.splice(index, 1);
    if (chunk.length === 0) this.#chunks.splice(at, 1);
    else if (chunk.length < chunkMax / 8) this.#join(at);
  }

  /** In order, from the first that is not before. It goes on where it was, whatever was put and removed between two steps. */
  *from(isBefore: (thing: Thing) => boolean = noneIsBefore): Generator<Thing, void, void> {
    let [at, index] = this.#firstNot(isBefore);
    let revision = this.#revision;
    for (;;) {
      const chunk = this.#chunks[at];
      if (chunk === undefined) return;
      const thing = chunk[index];
      if (thing === undefined) {
        at++;
        index = 0;
        continue;
      }
      yield thing;
      index++;
      if (revision === this.#revision) continue;
      const isSeen = (each: Thing) => this.#compare(each, thing) <= 0;
      [at, index] = this.#firstNot(isSeen);
      revision = this.#revision;
    }
  }

  /**
   * The same, up to the first that is not before the end, in runs of neighbours: a window of a hundred migrations is found in a third of the time that
   * it takes when each of them is handed over by itself. A run is of the moment it was asked for.
   */
  *runs({
    isBeforeStart = noneIsBefore,
    isBeforeEnd = allAreBefore,
    lengthMax,
  }: Runs<Thing>): Generator<readonly Thing[], void, void> {
    let [at, start] = this.#firstNot(isBeforeStart);
    let revision = this.#revision;
    for (;;) {
      const chunk = this.#chunks[at];
      if (chunk === undefined) return;
      const run = chunk.slice(start, start + lengthMax);
      const last = run.at(-1);
      if (last === undefined) {
        at++;
        start = 0;
        continue;
      }
      if (!isBeforeEnd(last)) {
        yield run.slice(0, partitionPoint(run, isBeforeEnd));
        return;
      }
      yield run;
      start += run.length;
      if (revision === this.#revision) continue;
      const isSeen = (each: Thing) => this.#compare(each, last) <= 0;
      [at, start] = this.#firstNot(isSeen);
      revision = this.#revision;
    }
  }

  /**
   * How many are between two places, as long as they are not more than a bound; else some number above it. Only chunks between the two are
   * looked at, so what it takes grows with the answer and the bound, and not with all that there are.
   */
  countBetween(
    isBeforeStart: (thing: Thing) => boolean,
    isBeforeEnd: (thing: Thing) => boolean,
    max = Number.POSITIVE_INFINITY,
  ): number {
    const [startAt, start] = this.#firstNot(isBeforeStart);
    const [endAt, end] = this.#firstNot(isBeforeEnd);
    if (startAt >= endAt) return startAt === endAt ? Math.max(0, end - start) : 0;
    let count = end - start;
    for (let at = startAt; at < endAt && count <= max; at++) count += this.#chunks[at]?.length ?? 0;
    return count;
  }

  /**
   * The chunk, and the index in it, that something is to be put at. The newest goes to one of the ends, and so does all that a ledger is loaded from:
   * they are looked at first, which is two comparisons instead of some thirty.
   */
  #placeOf(isBefore: (thing: Thing) => boolean): readonly [at: number, index: number] {
    const chunks = this.#chunks;
    const [first, last] = [chunks[0], chunks[chunks.length - 1]];
    if (first === undefined || last === undefined || !isBefore(first[0] as Thing)) return [0, 0]; // None is empty.
    if (isBefore(last[last.length - 1] as Thing)) return [chunks.length - 1, last.length];
    return this.#firstNot(isBefore);
  }

  /** Where the first is that is not before: its chunk, and its index there. */
  #firstNot(isBefore: (thing: Thing) => boolean): readonly [at: number, index: number] {
    const at = this.#chunkAt(isBefore);
    return [at, partitionPoint(this.#chunks[at] ?? [], isBefore)];
  }

  /** The first chunk whose last thing is not before; as many as there are chunks where all are. */
  #chunkAt(isBefore: (thing: Thing) => boolean): number {
    return partitionPoint(this.#chunks, (chunk) => isBefore(chunk[chunk.length - 1] as Thing)); // None is empty.
  }

  #join(at: number): void {
    for (const first of [at - 1, at]) {
      const chunk = this.#chunks[first];
      const next = this.#chunks[first + 1];
      if (chunk === undefined || next === undefined || chunk.length + next.length > chunkMax / 2) continue;
      chunk.push(...next);
      this.#chunks.splice(first + 1, 1);
      return;
    }
  }
}

/** Which things are wanted in runs. */
export interface Runs<Place> {
  readonly isBeforeStart?: (place: Place) => boolean;
  readonly isBeforeEnd?: (place: Place) => boolean;
  readonly lengthMax: number;
}

/** The same for whoever only looks. A place may be asked for by less than a whole thing. */
export interface Ordered<Thing, Place = Thing> {
  readonly size: number;
  from(isBefore?: (place: Place) => boolean): Generator<Thing, void, void>;
  runs(wanted: Runs<Place>): Generator<readonly Thing[], void, void>;
  countBetween(
    isBeforeStart: (place: Place) => boolean,
    isBeforeEnd: (place: Place) => boolean,
    max?: number,
  ): number;
}

const chunkMax = 512;

function noneIsBefore(): boolean {
  return false;
}

function allAreBefore(): boolean {
  return true;
}

/** The index of the first that is not before, where those that are stand in front. */
function partitionPoint<Thing>(things: readonly Thing[], isBefore: (thing: Thing) => boolean): number {
  let low = 0;
  let high = things.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isBefore(things[middle] as Thing))
      low = middle + 1; // It is between the two.
    else high = middle;
  }
  return low;
}
