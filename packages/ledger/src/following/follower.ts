import type { Domain } from '../domain.ts';
import { type HistoryPoint, isSamePoint } from '../journal/chain.ts';
import type { NumberedChange } from '../journal/journal.ts';
import { JournalGap } from '../journal/journal-errors.ts';
import { type LostChanges, RecentChanges } from './recent-changes.ts';
import type { SharedStore, StorePage } from './shared-store.ts';

/** What is to be told when the store has come back older. */
export interface Loss<Change> extends LostChanges<Change> {
  /** The newest number before, and the newest one now. */
  readonly numberBefore: number;
  readonly numberNow: number;
  /** Whether this process led until then. */
  readonly hasLed: boolean;
}

export interface FollowerOptions<World, Change> {
  readonly store: SharedStore<Change>;
  readonly domain: Pick<Domain<World, never, Change>, 'apply' | 'weightOf'>;
  readonly newWorld: () => World;
  /** See `MemberOptions`. */
  readonly recentMax?: number;
  readonly onLoss?: (loss: Loss<Change>) => void;
  readonly onTrouble?: (reason: unknown) => void;
}

/**
 * The world as the store has it. It reads what is new, and everything again where the store has another history than is known
 * here. While this process leads, its committer writes the world, and says here what it has written.
 *
 * What always holds: the world is that of all changes up to `last`, and of no others; a commit is in it as a whole or not at
 * all, since some who read it take turns and look at it in between.
 */
export class Follower<World, Change> {
  readonly #options: FollowerOptions<World, Change>;
  readonly #store: SharedStore<Change>;
  readonly #recent: RecentChanges<Change>;
  #world: World;
  #last: HistoryPoint = { number: 0, hash: '' };
  /** Whether this process writes: then nothing is read. */
  #isWriting = false;
  /** Whether what is known was written by this process, up to the last of it. */
  #hasWritten = false;
  #forgottenThrough = 0;
  #history = 0;

  constructor(options: FollowerOptions<World, Change>) {
    this.#options = options;
    this.#store = options.store;
    this.#recent = new RecentChanges(options.recentMax ?? usualRecentMax, options.domain.weightOf);
    this.#world = options.newWorld();
  }

  /** Another one after everything was loaded again. */
  get world(): World {
    return this.#world;
  }

  get last(): HistoryPoint {
    return this.#last;
  }

  /** Up to which number changes were forgotten when the store was asked the last time. */
  get forgottenThrough(): number {
    return this.#forgottenThrough;
  }

  /** How often the world was made anew. */
  get history(): number {
    return this.#history;
  }

  /**
   * Reads what is new. The last answer was complete, so that all that was stored before it was asked for is here; and each of
   * them was about the history that is known here.
   */
  async pull(): Promise<void> {
    /** What is read and not applied: a commit of which there may be more. */
    let begun: NumberedChange<Change>[] = [];
    for (;;) {
      const last: HistoryPoint = begun.at(-1) ?? this.#last;
      const { changes, forgottenThrough, hashBefore, isNewest } = await this.readAfter(
        last.number,
        changesAtOnce,
        lengthAtOnce,
      );
      if (this.#isWriting) return;
      // What was pruned meanwhile can only be had as state.
      if (forgottenThrough > last.number) return await this.reload();
      if (hashBefore !== last.hash) return await this.#startAgain();
      const gap = changes.find(({ number }, index) => number !== last.number + index + 1);
      if (gap !== undefined) {
        this.#options.onTrouble?.(new JournalGap(last.number, gap.number));
        return await this.reload();
      }
      for (const change of changes) begun.push(change);
      const whole = isNewest ? begun : begun.slice(0, lastCommitStart(begun));
      if (whole.length > 0) begun = begun.slice(whole.length);
      for (const { change } of whole) this.#options.domain.apply(this.#world, change);
      this.#remember(whole);
      if (isNewest) return;
    }
  }

  /** For whoever wants changes and not the world. */
  async readAfter(after: number, limit: number, lengthMax?: number): Promise<StorePage<Change>> {
    const page = await this.#store.readAfter(after, limit, lengthMax);
    this.#forgottenThrough = page.forgottenThrough;
    return page;
  }

  /** Everything, whatever was known. */
  async reload(): Promise<void> {
    const state = await this.#store.loadState();
    this.#replaceWorld(state);
    this.#recent.startAfter(state.last);
  }

  /** From now on this process writes. */
  beginWriting(): void {
    this.#isWriting = true;
  }

  /** It has written these, which are in the world. */
  wrote(changes: readonly NumberedChange<Change>[]): void {
    this.#remember(changes);
  }

  /** From now on others may write; this process has written up to the last one, even if it was not told of it in time. */
  endWriting(last: HistoryPoint): void {
    this.#isWriting = false;
    this.#last = last;
    this.#hasWritten = true;
  }

  #remember(changes: readonly NumberedChange<Change>[]): void {
    const newest = changes.at(-1);
    if (newest === undefined) return;
    this.#recent.add(changes);
    this.#last = { number: newest.number, hash: newest.hash };
    this.#hasWritten = false;
  }

  /** The store has another history. What is known here is of no use any more, but for saying what is missing there. */
  async #startAgain(): Promise<void> {
    const [before, hasLed] = [this.#last.number, this.#hasWritten];
    const { from, through } = this.#recent.range;
    const stored = await this.#store.hashes(from, through);
    const state = await this.#store.loadState();
    // From here on nothing is waited for, so that it is told once.
    this.#replaceWorld(state);
    const lost = this.#recent.takeLost(stored);
    // Where it has gone on already, what it has gone on with was not seen.
    if (!isSamePoint(this.#recent.last, state.last)) this.#recent.startAfter(state.last);
    this.#options.onLoss?.({ ...lost, numberBefore: before, numberNow: state.last.number, hasLed });
  }

  #replaceWorld({
    last,
    changes,
  }: {
    readonly last: HistoryPoint;
    readonly changes: Iterable<Change>;
  }): void {
    const world = this.#options.newWorld();
    for (const change of changes) this.#options.domain.apply(world, change);
    this.#world = world;
    this.#last = last;
    this.#hasWritten = false;
    this.#history++;
  }
}

/** Where the last of these commits begins: all changes of a commit have its hash. */
function lastCommitStart(changes: readonly NumberedChange<unknown>[]): number {
  const hash = changes.at(-1)?.hash;
  return changes.findLastIndex((change) => change.hash !== hash) + 1;
}

/** Some megabytes: 10,000 claims of three classes. */
const usualRecentMax = 40_000;

const changesAtOnce = 1000;
/** Bytes, but for the last change: so it is known how much is read at once. */
const lengthAtOnce = 4 << 20;
