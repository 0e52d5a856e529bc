/** A connection on which nobody has said yet who they are, in a way that could be checked. */
export interface Anonymous {
  /** How much is kept for it: of requests that have come in, and of answers that have not been taken. */
  heldBytes(): number;
  /** A request on it is being answered. */
  readonly isServed: boolean;
  drop(): void;
}

/**
 * How many connections of unknown clients there are, and how much is kept for all of them. Beyond that some are dropped: of too
 * many, the oldest ones that wait for no answer, but not before each has had a moment to ask for something; of too much, the
 * ones that have most. So whatever strangers do, they take about this much at most, and clients that are known keep
 * their places.
 */
export class AnonymousRoom {
  readonly #limitCount: number;
  readonly #limitBytes: number;
  readonly #clock: () => number;
  /** Oldest first. */
  readonly #members = new Map<Anonymous, Member>();
  #bytes = 0;
  #isTrimDue = false;

  constructor(limitCount: number, limitBytes: number, clock: () => number = () => performance.now()) {
    this.#limitCount = limitCount;
    this.#limitBytes = limitBytes;
    this.#clock = clock;
  }

  get count(): number {
    return this.#members.size;
  }

  /** False: there is no place for it. */
  enter(member: Anonymous): boolean {
    if (this.#members.size >= 2 * this.#limitCount) return false;
    this.#members.set(member, { bytes: 0, sinceMs: this.#clock() });
    if (this.#members.size > this.#limitCount && !this.#isTrimDue) {
      this.#isTrimDue = true;
      // What was sent meanwhile has then been read as well.
      setTimeout(() => setImmediate(() => this.trim()), momentMs);
    }
    return true;
  }

  /** Drops those who are too many. */
  trim(): void {
    this.#isTrimDue = false;
    const before = this.#clock() - momentMs;
    let tooMany = this.#members.size - this.#limitCount;
    for (const [member, { sinceMs }] of this.#members) {
      if (tooMany <= 0 || sinceMs > before) break;
      if (member.isServed) continue;
      this.#drop(member);
      tooMany--;
    }
  }

  /** More is kept for it, or may soon be: `bytes` at most, whatever it is at the moment. */
  note(member: Anonymous, bytes: number): void {
    const entry = this.#members.get(member);
    if (entry === undefined) return;
    this.#bytes += bytes - entry.bytes;
    entry.bytes = bytes;
    if (this.#bytes > this.#limitBytes) this.look();
  }

  /** It is known now, or has gone. */
  leave(member: Anonymous): void {
    this.#bytes -= this.#members.get(member)?.bytes ?? 0;
    this.#members.delete(member);
  }

  /** Sees what each has, and drops as many as it takes. */
  look(): void {
    this.#bytes = 0;
    for (const [member, entry] of this.#members) {
      entry.bytes = member.heldBytes();
      this.#bytes += entry.bytes;
    }
    if (this.#bytes <= this.#limitBytes) return;
    const largestFirst = [...this.#members].sort(([, one], [, other]) => other.bytes - one.bytes);
    for (const [member] of largestFirst) {
      // Some more than needed, or the next byte of anybody would begin this again.
      if (this.#bytes <= this.#limitBytes * 0.9) return;
      this.#drop(member);
    }
  }

  #drop(member: Anonymous): void {
    this.leave(member);
    member.drop();
  }
}

interface Member {
  /** Kept for it when last looked at. */
  bytes: number;
  readonly sinceMs: number;
}

/** How long a new connection is left alone, however many there are. */
const momentMs = 50;
