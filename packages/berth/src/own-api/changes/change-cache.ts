import type { KindedChange } from '@berth/ledger/journal/projection.ts';
import { turns } from '@berth/api-kit/turns.ts';
import type { ChangeFeed } from '@berth/ledger/following/feed.ts';
import { SingleFlight } from '@berth/ledger/following/single-flight.ts';
import { ChangeBlock } from './change-block.ts';
import type { ChangeViews } from './change-views.ts';

/**
 * What was read of the feed lately, decoded and encoded once for all who follow it. However many they are, those who are at
 * about the same place cost one reading together, and those who wait for what is new all are.
 *
 * The changes lie in blocks, each of which begins behind a number: a multiple of `blockChanges`, or, where a block has come to
 * its length before that many changes, where that one ends. With 128 changes in a block and none that is long, change 300
 * is in the block behind 256. If those from 257 to 270 are as long as a block may be, it is in the one behind 270.
 *
 * What always holds: a block has all changes that follow its number, up to some number, but for such as were forgotten before
 * it was read; and whoever asks gets what was committed before, or learns that it cannot be had. All reading takes turns, and
 * what is kept has a bound.
 */
export class ChangeCache {
  readonly #feed: ChangeFeed<KindedChange>;
  readonly #views: ChangeViews;
  readonly #bytesMax: number;
  /** By the number behind which it begins; those used last come last. */
  readonly #places = new Map<number, Place>();
  #bytes = 0;
  #history: number;
  /** How often there were news. */
  #news = 0;

  constructor(feed: ChangeFeed<KindedChange>, views: ChangeViews, bytesMax = 32 * 1024 * 1024) {
    this.#feed = feed;
    this.#views = views;
    this.#bytesMax = bytesMax;
    this.#history = feed.history;
    feed.onNews(() => {
      this.#news++;
    });
  }

  /** A block in which there is a change behind this number; null when there is none now. */
  async blockAfter(number: number): Promise<ChangeBlock | null> {
    this.#forgetOtherHistory();
    const { history } = this.#feed;
    let start = number - (number % blockChanges);
    for (;;) {
      const place = this.#placeAt(start);
      if (!this.#isUpToDate(place)) await place.reading.ask();
      if (this.#feed.history !== history) return await this.blockAfter(number);
      const through = throughOf(place);
      if (through > number) return place.block;
      if (!isWhole(place)) return null;
      start = through;
    }
  }

  #placeAt(start: number): Place {
    let place = this.#places.get(start);
    if (place === undefined) {
      const made: Place = {
        start,
        block: ChangeBlock.empty,
        newsSeen: Number.NaN,
        reading: new SingleFlight(() => this.#read(made)),
      };
      place = made;
      this.#bytes += costOf(made.block);
    } else this.#places.delete(start);
    this.#places.set(start, place);
    this.#makeRoom();
    return place;
  }

  #isUpToDate(place: Place): boolean {
    if (isWhole(place)) return true;
    return place.newsSeen === this.#news && throughOf(place) >= this.#feed.lastNumber;
  }

  async #read(place: Place): Promise<void> {
    // Those who asked while it was read share the next reading, for which there may be nothing left to do.
    if (this.#isUpToDate(place)) return;
    await turns.next();
    const { history } = this.#feed;
    const news = this.#news;
    const { block } = place;
    const through = throughOf(place);
    const limit = blockEnd(place) - through;
    const page = await this.#feed.readAfter(through, limit, blockLength - block.byteLength);
    await turns.next();
    // Of another history nothing is added to this one.
    if (history !== this.#feed.history) return;
    place.newsSeen = news;
    if (page.changes.length === 0) return;
    place.block = block.with(page.changes, this.#views);
    if (this.#places.get(place.start) !== place) return;
    this.#bytes += costOf(place.block) - costOf(block);
    this.#makeRoom();
  }

  #makeRoom(): void {
    for (const [start, { block }] of this.#places) {
      if (this.#bytes <= this.#bytesMax) return;
      this.#bytes -= costOf(block);
      this.#places.delete(start);
    }
  }

  #forgetOtherHistory(): void {
    if (this.#history === this.#feed.history) return;
    this.#history = this.#feed.history;
    this.#places.clear();
    this.#bytes = 0;
  }
}

/** Read and encoded in about a millisecond. */
const blockChanges = 128;
/** After so many bytes a block has no further change. It is what waits for a client that does not read. */
const blockLength = 64 * 1024;

interface Place {
  readonly start: number;
  block: ChangeBlock;
  /** How many news there were when it was read. */
  newsSeen: number;
  readonly reading: SingleFlight;
}

/** The last number of which it is known what is there. */
function throughOf({ start, block }: Place): number {
  return block.changes.at(-1)?.number ?? start;
}

/** Where the next block begins that does not depend on the length of this one. */
function blockEnd({ start }: Place): number {
  return start - (start % blockChanges) + blockChanges;
}

/** Nothing will be added to it. */
function isWhole(place: Place): boolean {
  return place.block.byteLength >= blockLength || throughOf(place) >= blockEnd(place);
}

/** Roughly what it takes in memory: the changes themselves take some three times of what is sent of them. */
function costOf({ byteLength }: ChangeBlock): number {
  return 1_000 + 4 * byteLength;
}
