import type { Failure } from './failure.ts';

/** Somebody who holds bytes of a body. */
export interface BodyHolder {
  /** There is room: more may come in. */
  goOn(): void;
  /** It has been waited for in vain. */
  giveUp(failure: Failure): void;
}

interface Share {
  readonly holder: BodyHolder;
  readonly sinceMs: number;
  bytes: number;
  /** Since when it waits for room; null while more may come in. */
  waitsSinceMs: number | null;
}

/**
 * How much all bodies together may take, from their first byte until the request is answered.
 *
 * A body takes what has come in of it, not what it will be, so that one who announces much and sends little takes little.
 * When all is taken, bodies wait, first come first served; the oldest one may always go on, so that it comes to an end and
 * gives its share back (all together take one body more than the limit at most). Who waits too long is told to come again;
 * and while anybody waits, a sender that is too slow is given up, so that nobody holds a share without using it.
 */
export class BodyRoom {
  readonly #limitBytes: number;
  readonly #waitMs: number;
  readonly #clock: () => number;
  /** Oldest first. */
  readonly #shares = new Map<BodyHolder, Share>();
  #taken = 0;
  #waiting = 0;
  #timer: NodeJS.Timeout | null = null;

  constructor(limitBytes: number, waitMs: number, clock: () => number = () => performance.now()) {
    this.#limitBytes = limitBytes;
    this.#waitMs = waitMs;
    this.#clock = clock;
  }

  /** What is taken now. */
  get taken(): number {
    return this.#taken;
  }

  /** So many bytes more have come in. False: no more may, until `goOn` is called. */
  take(holder: BodyHolder, bytes: number): boolean {
    let share = this.#shares.get(holder);
    if (share === undefined) {
      share = { holder, sinceMs: this.#clock(), bytes: 0, waitsSinceMs: null };
      this.#shares.set(holder, share);
    }
    share.bytes += bytes;
    this.#taken += bytes;
    if (this.#taken < this.#limitBytes || this.#isOldest(share)) return true;
    // What had been read already may still come in while it waits.
    if (share.waitsSinceMs !== null) return false;
    share.waitsSinceMs = this.#clock();
    this.#waiting++;
    this.#timer ??= setInterval(() => this.look(), 1_000).unref();
    return false;
  }

  /** All of it has come in: it waits for nothing, and keeps its share. */
  whole(holder: BodyHolder): void {
    const share = this.#shares.get(holder);
    if (share === undefined || share.waitsSinceMs === null) return;
    share.waitsSinceMs = null;
    this.#waiting--;
  }

  /** Its request is answered, or nobody will answer it. */
  leave(holder: BodyHolder): void {
    const share = this.#shares.get(holder);
    if (share === undefined) return;
    this.#shares.delete(holder);
    this.#taken -= share.bytes;
    if (share.waitsSinceMs !== null) this.#waiting--;
    this.#wake();
  }

  /** What is done every second while somebody waits. */
  look(): void {
    const now = this.#clock();
    for (const { holder, sinceMs, bytes, waitsSinceMs } of this.#shares.values()) {
      if (this.#waiting === 0) break;
      if (waitsSinceMs !== null) {
        if (now - waitsSinceMs >= this.#waitMs) holder.giveUp(noRoom);
      } else if (now - sinceMs > patienceMs && bytes / (now - sinceMs) < leastBytesPerMs) {
        holder.giveUp(tooSlow);
      }
    }
  }

  #isOldest(share: Share): boolean {
    for (const oldest of this.#shares.values()) return oldest === share;
    return false;
  }

  #wake(): void {
    let free = this.#limitBytes - this.#taken;
    for (const share of this.#waiting > 0 ? [...this.#shares.values()] : []) {
      if (share.waitsSinceMs === null) continue;
      if (free <= 0 && !this.#isOldest(share)) break;
      free -= chunkBytes;
      share.waitsSinceMs = null;
      this.#waiting--;
      share.holder.goOn();
    }
    if (this.#waiting > 0 || this.#timer === null) return;
    clearInterval(this.#timer);
    this.#timer = null;
  }
}

/** About what comes in at a time. */
const chunkBytes = 64 * 1024;

/** A body may be slower than this as long as it is young, or nobody waits for its room. */
const leastBytesPerMs = 32;
const patienceMs = 5_000;

const noRoom: Failure = {
  status: 503,
  detail: 'Too many large requests are being received at the moment. Nothing was done: try again.',
};
const tooSlow: Failure = { status: 408, detail: 'The body came in too slowly, and others wait.' };
