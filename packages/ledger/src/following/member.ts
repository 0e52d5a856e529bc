import { setTimeout as sleep } from 'node:timers/promises';
import { type Commit, Committer } from '../committer.ts';
import type { Domain } from '../domain.ts';
import { isSamePoint } from '../journal/chain.ts';
import { JournalError } from '../journal/journal-errors.ts';
import type { ChangeFeed, FeedPage } from './feed.ts';
import { FeedListeners } from './feed-listeners.ts';
import { Follower, type Loss } from './follower.ts';
import { MemberClosed, NoLeader, NotLeading } from './member-errors.ts';
import { SingleFlight } from './single-flight.ts';
import type { Holder, Leader, LeadingJournal, SharedStore } from './shared-store.ts';

export interface MemberOptions<World, Command, Change> {
  readonly store: SharedStore<Change>;
  readonly domain: Domain<World, Command, Change>;
  readonly newWorld: () => World;
  /** After how long without a sign of life another takes over. */
  readonly leaseMs: number;
  readonly now?: () => number;
  readonly onCommit?: (commit: Commit<Change>) => void;
  /** See `CommitterOptions.onAppendFailed`. */
  readonly onAppendFailed?: (reason: unknown) => void;
  /** Told whenever this process begins or ceases to lead. */
  readonly onRole?: (role: 'leader' | 'follower') => void;
  /** Told when the store has come back without changes that this process had, and all of it was loaded again. */
  readonly onLoss?: (loss: Loss<Change>) => void;
  /** How much of the newest changes is kept in memory, by their weight, so that they can be named when they are lost; 40,000 unless told. */
  readonly recentMax?: number;
  /** Told of what is tried again, as long as it does not work. */
  readonly onTrouble?: (reason: unknown) => void;
  /** Told once, when the world of this process is not to be trusted any more: it should end and load again. */
  readonly onFailure?: (reason: unknown) => void;
}

export interface Standing {
  readonly role: 'leader' | 'follower';
  /** The number of the last change that this process knows. */
  readonly lastNumber: number;
  /** How many changes it knows of and does not have yet. */
  readonly lag: number;
  /** Why the store could not be asked the last time; null if it could. */
  readonly trouble: unknown;
}

/**
 * One of several processes on a shared store: it leads, or follows who does.
 *
 * What always holds: the world is that of all changes up to `lastNumber`, and of no others; it is written by the leader's
 * committer alone while this process leads, and by what is read from the store while it follows. After `ready` the world has
 * every change that anybody was told of before `ready` was called.
 */
export class Member<World, Command, Change> implements ChangeFeed<Change> {
  readonly #options: MemberOptions<World, Command, Change>;
  readonly #store: SharedStore<Change>;
  readonly #follower: Follower<World, Change>;
  /** The newest number that was heard of. */
  #heardOf = 0;
  #leading: Leading<World, Command, Change> | null = null;
  /** Set while the role changes; resolved when it has. */
  #changing: Promise<void> | null = null;
  readonly #pulls = new SingleFlight(() => this.#pull());
  /** Who leads, as it was found out the last time; once for all who wait for one. */
  #leader: Leader | null = null;
  readonly #lookups = new SingleFlight(async () => {
    this.#leader = await this.#store.leader();
  });
  /** Why the store could not be asked the last time; null if it could. */
  #trouble: unknown = null;
  #wake: () => void = () => {};
  #isClosed = false;
  #holder: Holder = { name: 'a process that has not joined', address: null, secret: null };
  #watching: Promise<void> | null = null;
  readonly #listeners = new FeedListeners();

  private constructor(options: MemberOptions<World, Command, Change>) {
    this.#options = options;
    this.#store = options.store;
    const { onLoss } = options;
    this.#follower = new Follower<World, Change>({
      ...options,
      onLoss: (loss) => {
        this.#heardOf = loss.numberNow;
        onLoss?.(loss);
        this.#listeners.tell();
      },
    });
  }

  /** With the world loaded; as a follower, until `join`. */
  static async open<World, Command, Change>(
    options: MemberOptions<World, Command, Change>,
  ): Promise<Member<World, Command, Change>> {
    const member = new Member(options);
    await member.#follower.reload();
    return member;
  }

  /** Another one after a follower had to load again. */
  get world(): World {
    return this.#follower.world;
  }

  get standing(): Standing {
    if (this.#leading !== null) {
      const { journal } = this.#leading;
      const trouble = journal.isCertain ? null : new Error('the lease has run out');
      return { role: 'leader', lastNumber: journal.lastNumber, lag: 0, trouble };
    }
    return {
      role: 'follower',
      lastNumber: this.#follower.last.number,
      lag: Math.max(0, this.#heardOf - this.#follower.last.number),
      trouble: this.#trouble,
    };
  }

  get lastNumber(): number {
    return this.standing.lastNumber;
  }

  /** From the store, whoever leads: so it goes on when the roles change. */
  async readAfter(after: number, limit: number, lengthMax?: number): Promise<FeedPage<Change>> {
    const page = await this.#follower.readAfter(after, limit, lengthMax);
    // Afterwards: if the page is of another history than what is known here, this notices it, and `history` is another one.
    await this.ready();
    return page;
  }

  get forgottenThrough(): number {
    return this.#follower.forgottenThrough;
  }

  get history(): number {
    return this.#follower.history;
  }

  onNews(tell: () => void): () => void {
    return this.#listeners.add(tell);
  }

  /** Leads when nobody else does, from now on. Resolves when it leads, or when it is known who does. */
  async join(holder: Holder): Promise<void> {
    this.#holder = holder;
    this.#store.watch((news) => {
      if (news.kind === 'leader left') this.#wake();
      else this.#hear(news.lastNumber);
    });
    await this.#standForLeader();
    if (this.#leading === null) await this.#pulls.ask();
    this.#watching = this.#watchLeader();
  }

  /**
   * When it is done, or at once if it answers with nothing, the world is as new as it was anywhere when this was called.
   * Rejects when that cannot be found out.
   */
  ready(): Promise<void> | undefined {
    const leading = this.#changing === null ? this.#leading : null;
    if (leading?.journal.isCertain && leading.committer.underway === null) return undefined;
    return this.#makeReady();
  }

  get isLeading(): boolean {
    return this.#leading !== null && this.#changing === null;
  }

  /** Carries out a command; see `Committer.submit`. Only while this process leads. */
  submit<Result>(
    command: Command,
    read: (world: World, changes: readonly Change[]) => Result,
  ): Promise<Result> {
    if (this.#leading === null || this.#changing !== null) return Promise.reject(new NotLeading());
    return this.#leading.committer.submit(command, read);
  }

  /** See `Journal.prune`. Those who follow leave it to the leader. */
  async prune(before: number, limit: number): Promise<number> {
    return this.isLeading ? await (this.#leading?.journal.prune(before, limit) ?? 0) : 0;
  }

  /** When this process does not change its role any more. */
  async settled(): Promise<void> {
    await this.#changing;
  }

  /** Who leads, when it is another process; null when it is this one. Waits for one, but not for ever. */
  async leader(): Promise<Leader | null> {
    const deadline = performance.now() + 3 * this.#options.leaseMs;
    for (;;) {
      await this.#changing;
      if (this.#leading !== null) return null;
      if (this.#isClosed) throw new MemberClosed();
      await this.#lookups.ask();
      const leader = this.#leader;
      if (leader !== null && leader.remainingMs > 0) return leader;
      if (performance.now() > deadline) throw new NoLeader();
      this.#wake();
      await sleep(50);
    }
  }

  /** Finishes what it has accepted, and leaves the others to themselves. */
  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#wake();
    await this.#watching;
    await this.#changing;
    if (this.#leading !== null) {
      await this.#leading.committer.close();
      await this.#leading.journal.close();
    }
    await this.#store.close();
  }

  async #makeReady(): Promise<void> {
    for (;;) {
      await this.#changing;
      if (this.#leading === null) return await this.#pulls.ask();
      // Others may have seen what is under way already.
      await this.#leading.committer.underway;
      if (this.#changing === null && this.#leading?.journal.isCertain) return;
      try {
        await this.#leading?.journal.ascertain();
      } catch (error) {
        if (!(error instanceof JournalError)) throw error;
        await this.#retire();
      }
    }
  }

  /** Tells of what has come into the world, once it has: some want to look at the world itself. */
  async #pull(): Promise<void> {
    const { number } = this.#follower.last;
    await this.#follower.pull();
    if (this.#follower.last.number !== number) this.#listeners.tell();
  }

  #hear(lastNumber: number): void {
    this.#heardOf = Math.max(this.#heardOf, lastNumber);
    this.#listeners.tell();
    this.#pullSoon();
  }

  #pullSoon(): void {
    if (this.#isClosed || this.#leading !== null || this.#changing !== null) return;
    this.#pulls.ask().catch((error) => this.#options.onTrouble?.(error));
  }

  /** Looks who leads, as often as somebody could have ceased to, and takes over. */
  async #watchLeader(): Promise<void> {
    while (!this.#isClosed) {
      try {
        const leader = this.#leading === null ? await this.#store.leader() : null;
        this.#trouble = null;
        const remainingMs = leader?.remainingMs ?? 0;
        if (this.#leading === null && remainingMs <= 0) await this.#standForLeader();
        // Often: the lease counts from when its last renewal was seen.
        await this.#pause(Math.max(20, Math.min(remainingMs, this.#options.leaseMs / 10)));
      } catch (error) {
        this.#trouble = error;
        this.#options.onTrouble?.(error);
        await this.#pause(this.#options.leaseMs / 4);
      }
    }
  }

  /** Until the time is over or there is something to look at. Not all at the same moment. */
  async #pause(ms: number): Promise<void> {
    const over = Promise.withResolvers<void>();
    this.#wake = over.resolve;
    const timer = setTimeout(over.resolve, ms * (1 + Math.random() / 10));
    await over.promise;
    clearTimeout(timer);
  }

  async #standForLeader(): Promise<void> {
    if (this.#isClosed || this.#leading !== null || this.#changing !== null) return;
    const journal = await this.#store.lead(this.#holder, () => void this.#retire());
    if (journal === null) return;
    await this.#changeRole(this.#takeOver(journal));
    this.#options.onRole?.('leader');
  }

  /** One at a time: whoever begins one has looked that there is none. */
  async #changeRole(change: Promise<void>): Promise<void> {
    this.#changing = change.finally(() => {
      this.#changing = null;
    });
    await this.#changing;
  }

  /** From the moment the journal is ours nobody else writes, so what is there then is all there is. */
  async #takeOver(journal: LeadingJournal<Change>): Promise<void> {
    try {
      await this.#pulls.ask();
      if (!isSamePoint(this.#follower.last, journal.last)) await this.#follower.reload();
    } catch (error) {
      await journal.close();
      throw error;
    }
    const committer = new Committer<World, Command, Change>({
      world: this.#follower.world,
      domain: this.#options.domain,
      journal,
      onFailure: (reason) => this.#committerFailed(reason),
      ...(this.#options.now ? { now: this.#options.now } : {}),
      ...(this.#options.onAppendFailed ? { onAppendFailed: this.#options.onAppendFailed } : {}),
      onCommit: (commit) => {
        const { hash } = journal.last;
        this.#follower.wrote(
          commit.changes.map((change, index) => ({
            number: commit.firstNumber + index,
            at: commit.at,
            hash,
            change,
          })),
        );
        this.#options.onCommit?.(commit);
        this.#listeners.tell();
      },
    });
    this.#follower.beginWriting();
    this.#leading = { journal, committer };
  }

  #committerFailed(reason: unknown): void {
    // What the journal cannot do any more another process can; anything else is our own mistake.
    if (reason instanceof JournalError) void this.#retire();
    else this.#options.onFailure?.(reason);
  }

  /** Follows from now on. What was accepted is answered first: it has happened, or it has not. */
  async #retire(): Promise<void> {
    // It may be taking over, only to find then that its journal has ended; whoever began that is told if it fails.
    while (this.#changing !== null) await this.#changing.catch(() => {});
    const leading = this.#leading;
    if (leading === null) return;
    await this.#changeRole(this.#follow(leading));
    this.#options.onRole?.('follower');
    this.#wake();
    // It may have ceased to lead because changes are gone: that is told now, and not when somebody asks it something.
    this.#pullSoon();
  }

  async #follow({ journal, committer }: Leading<World, Command, Change>): Promise<void> {
    await committer.close();
    this.#follower.endWriting(journal.last);
    this.#leading = null;
    await journal.close();
  }
}

interface Leading<World, Command, Change> {
  readonly journal: LeadingJournal<Change>;
  readonly committer: Committer<World, Command, Change>;
}
