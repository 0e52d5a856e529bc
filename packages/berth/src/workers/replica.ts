import assert from 'node:assert/strict';
import { type MessagePort, receiveMessageOnPort } from 'node:worker_threads';
import type { Domain } from '@berth/ledger/domain.ts';
import { FeedListeners } from '@berth/ledger/following/feed-listeners.ts';
import type { Portion } from './change-sender.ts';
import type { PublishedNumber } from './published-number.ts';

/** As much of a composition as it takes to have its world. */
export interface Replicated<World, Change> {
  newWorld(): World;
  readonly domain: Pick<Domain<World, never, Change>, 'apply'>;
}

/**
 * The world of a thread that follows the leading one.
 *
 * What always holds: it is the world of all changes up to `number`, and of no others; and `number` is never above what is
 * published. Why that makes reads of several threads fit together, `ChangeSender` tells.
 */
export class Replica<World, Change> {
  readonly #world: World;
  readonly #domain: Replicated<World, Change>['domain'];
  readonly #published: PublishedNumber;
  readonly #port: MessagePort;
  readonly #onFailure: (reason: unknown) => void;
  #number = 0;
  /** What has come and was not published when it came. */
  readonly #early: Portion[] = [];
  #isKeepingUp = false;
  #failure: { readonly reason: unknown } | null = null;
  readonly #listeners = new FeedListeners();

  /** The failure is told once, when the world is not to be trusted any more: the thread should end. */
  constructor(
    composition: Replicated<World, Change>,
    published: PublishedNumber,
    port: MessagePort,
    onFailure: (reason: unknown) => void,
  ) {
    this.#world = composition.newWorld();
    this.#domain = composition.domain;
    this.#published = published;
    this.#port = port;
    this.#onFailure = onFailure;
  }

  get world(): World {
    return this.#world;
  }

  get number(): number {
    return this.#number;
  }

  /** Calls whenever it has got further, until the function it gives is called. */
  onNews(tell: () => void): () => void {
    return this.#listeners.add(tell);
  }

  /** Takes a part of the state from which it starts: a JSON array of changes. */
  load(changes: string): void {
    for (const change of parsed<Change>(changes)) this.#domain.apply(this.#world, change);
  }

  /** The state is complete, and is that of change `number`. From now on it follows. */
  follow(number: number): void {
    this.#number = number;
    // Those that nobody reads keep up, too: what waits in the port takes memory, and somebody may wait for news.
    this.#port.on('message', (portion: Portion) => {
      this.#early.push(portion);
      this.#keepUp();
    });
  }

  /** After this the world is as new as anybody was told before this was called. It waits for nothing. */
  catchUp(): void {
    if (this.#failure !== null) throw this.#failure.reason;
    const { newest } = this.#published;
    if (this.#number === newest) return;
    try {
      while (this.#number < newest) this.#take(this.#next());
      this.#listeners.tell();
    } catch (reason) {
      this.#failure = { reason };
      this.#onFailure(reason);
      throw reason;
    }
  }

  /** What has come is published a moment later, if it is not yet. */
  #keepUp(): void {
    if (this.#failure !== null) return;
    try {
      this.catchUp();
    } catch {
      return; // It is told that it has failed, and that the thread should end.
    }
    if (this.#early.length === 0 || this.#isKeepingUp) return;
    this.#isKeepingUp = true;
    setImmediate(() => {
      this.#isKeepingUp = false;
      this.#keepUp();
    });
  }

  #next(): Portion {
    const portion = this.#early.shift() ?? this.#received();
    assert(portion, 'a change that is published has been sent before');
    return portion;
  }

  #received(): Portion | undefined {
    return receiveMessageOnPort(this.#port)?.message as Portion | undefined; // Nothing else is sent here.
  }

  #take({ firstNumber, changes }: Portion): void {
    assert.equal(firstNumber, this.#number + 1, 'changes come without gaps');
    for (const change of parsed<Change>(changes)) {
      this.#domain.apply(this.#world, change);
      this.#number += 1;
    }
  }
}

/** As the leading thread has encoded them. */
function parsed<Change>(changes: string): readonly Change[] {
  return JSON.parse(changes) as readonly Change[];
}
