import { turns } from '@berth/api-kit/turns.ts';
import type { Change } from '@berth/engine/changes.ts';
import type { ProviderId } from '@berth/engine/ids.ts';
import type { World } from '@berth/engine/world.ts';
import type { ChangeFeed } from '@berth/ledger/following/feed.ts';
import { SingleFlight } from '@berth/ledger/following/single-flight.ts';
import type { NumberedChange } from '@berth/ledger/journal/journal.ts';

/**
 * In which tree a provider was at each of the changes that are kept.
 *
 * A change says of which provider it is, and not in which tree that provider was then; the world knows only where it is
 * now. So this looks through the kept changes once, when somebody first asks for a tree, and remembers every change of
 * name, parent or existence of a provider: few among all. A provider that has none of these has been where it is now for as
 * long as changes are kept.
 *
 * For example, with `numa0` below `cn1`, moved to `cn2` by change 7: kept is {7: cn2}, which tells where it was from 7 on.
 * Where it was before 7 is told by an earlier change of it, or, when that is forgotten, by nothing: then it may have
 * been anywhere.
 */
export class TreeHistory {
  readonly #feed: ChangeFeed<Change>;
  readonly #world: () => World;
  readonly #sweepEvery: number;
  /** Oldest first. */
  readonly #places = new Map<ProviderId, Place[]>();
  #through = 0;
  #forgottenThrough = 0;
  #sweptThrough = 0;
  readonly #reading = new SingleFlight(() => this.#read());
  readonly #consultations: Consultation[] = [];
  #history: number;

  /** `sweepEvery`: after how many changes were forgotten it looks what it can forget as well. */
  constructor(feed: ChangeFeed<Change>, world: () => World, sweepEvery = 100_000) {
    this.#feed = feed;
    this.#world = world;
    this.#sweepEvery = sweepEvery;
    this.#history = feed.history;
  }

  /**
   * Whether it can be asked about changes up to this number. What it says is true until whoever asks waits for
   * something, since it also looks at the world as it is now.
   */
  isReadyFor(number: number): boolean {
    const { lastNumber, history } = this.#feed;
    if (this.#history !== history) return false;
    return this.#through >= Math.max(number, lastNumber) && lastNumber >= this.#forgottenThrough;
  }

  /** Calls `look`, in a turn of its own, when it can be asked about changes up to this number. */
  consult<Result>(number: number, look: () => Result): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.#consultations.push({ number, look: () => resolve(look()), reject });
      if (this.#consultations.length === 1) void this.#giveConsultations();
    });
  }

  /** One after the other, since each has to look before there is more: many at once would hold up everybody else. */
  async #giveConsultations(): Promise<void> {
    for (let next = this.#consultations[0]; next !== undefined; next = this.#consultations[0]) {
      try {
        await turns.next();
        while (!this.isReadyFor(next.number)) await this.catchUp();
        next.look();
        this.#consultations.shift();
      } catch (error) {
        for (const { reject } of this.#consultations.splice(0)) reject(error);
      }
    }
  }

  /** Looks through all changes that are there now. */
  catchUp(): Promise<void> {
    return this.#reading.ask();
  }

  /** Whether both were in the same tree right after a change. True if that cannot be told any more. */
  areTogetherAt(number: number, one: ProviderId, other: ProviderId): boolean {
    const root = this.#rootAt(number, other);
    if (root === nowhere) return false;
    const rootOfOne = this.#rootAt(number, one);
    return root === untold || rootOfOne === untold || rootOfOne === root;
  }

  #rootAt(number: number, id: ProviderId): ProviderId | Uncertain {
    const { providers } = this.#world();
    // Trees have no loops; should one seem to be there, it is as good as not known.
    const stepsMax = providers.size + this.#places.size;
    let each = id;
    for (let steps = 0; steps <= stepsMax; steps++) {
      const parentId = this.#parentAt(number, each);
      if (parentId === null) return each;
      if (parentId === untold) return untold;
      if (parentId === nowhere) return each === id ? nowhere : untold;
      each = parentId;
    }
    return untold;
  }

  #parentAt(number: number, id: ProviderId): ProviderId | null | Uncertain {
    const places = this.#places.get(id);
    if (places === undefined) {
      const provider = this.#world().providers.get(id);
      return provider === undefined ? nowhere : (provider.parent?.id ?? null);
    }
    const place = places.findLast((each) => each.number <= number);
    if (place !== undefined) return place.parentId;
    return places[0]?.isFirst === true ? nowhere : untold;
  }

  async #read(): Promise<void> {
    for (;;) {
      const { history } = this.#feed;
      if (this.#history !== history) {
        this.#history = history;
        this.#places.clear();
        this.#through = 0;
      }
      const { changes, forgottenThrough } = await this.#feed.readAfter(
        this.#through,
        changesAtOnce,
        lengthAtOnce,
      );
      this.#forgottenThrough = forgottenThrough;
      if (forgottenThrough > this.#through) {
        // Some were never seen. From here on it is as if this were the first look.
        this.#places.clear();
        this.#through = forgottenThrough;
        continue;
      }
      for (const change of changes) this.#note(change);
      if (forgottenThrough >= this.#sweptThrough + this.#sweepEvery) this.#sweep(forgottenThrough);
      // At once, when all is seen: whoever waits for it has to look before there is more.
      if (changes.length === 0 || this.#through >= this.#feed.lastNumber) return;
      await turns.next();
    }
  }

  #note({ number, change }: NumberedChange<Change>): void {
    this.#through = number;
    if (change.kind === 'provider-set') {
      const { id, parentId, updatedAt } = change.provider;
      // Only a provider that is new was never updated.
      this.#places.getOrInsertComputed(id, () => []).push({ number, parentId, isFirst: updatedAt === null });
    } else if (change.kind === 'provider-removed') {
      this.#places
        .getOrInsertComputed(change.id, () => [])
        .push({ number, parentId: nowhere, isFirst: false });
    }
  }

  /** Lets go of what is of no use for changes above this number: of each provider all but the last place before it. */
  #sweep(forgottenThrough: number): void {
    this.#sweptThrough = forgottenThrough;
    for (const [id, places] of this.#places) {
      const kept = places.findLastIndex(({ number }) => number <= forgottenThrough);
      // Where it is since then the world says as well.
      if (kept === places.length - 1) this.#places.delete(id);
      else if (kept > 0) places.splice(0, kept);
    }
  }
}

interface Consultation {
  readonly number: number;
  readonly look: () => void;
  readonly reject: (reason: unknown) => void;
}

/** Where a provider is from a change on. */
interface Place {
  readonly number: number;
  readonly parentId: ProviderId | null | typeof nowhere;
  /** It did not exist before. */
  readonly isFirst: boolean;
}

const untold = Symbol('it cannot be told any more');
const nowhere = Symbol('it is not there');
type Uncertain = typeof untold | typeof nowhere;

const changesAtOnce = 300;
const lengthAtOnce = 256 * 1024;
