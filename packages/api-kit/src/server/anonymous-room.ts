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
 * many, the oldest one that waits for nothing; of too much, the one that has most. So whatever strangers do, they
 * take this much at most, and clients that are known keep their places.
 */
export class AnonymousRoom {
  readonly #limitCount: number;
  readonly #limitBytes: number;
  /** Oldest first, with what was kept for it when last looked at. */
  readonly #members = new Map<Anonymous, number>();
  #bytes = 0;

  constructor(limitCount: number, limitBytes: number) {
    this.#limitCount = limitCount;
    this.#limitBytes = limitBytes;
  }

  get count(): number {
    return this.#members.size;
  }

  /** False: there is no place, and nobody could be dropped for it. */
  enter(member: Anonymous): boolean {
    if (this.#members.size >= this.#limitCount) {
      const idle = this.#oldestIdle();
      if (idle === undefined) return false;
      this.#drop(idle);
    }
    this.#members.set(member, 0);
    return true;
  }

  /** More is kept for it, or may soon be: `bytes` at most, whatever it is at the moment. */
  note(member: Anonymous, bytes: number): void {
    const before = this.#members.get(member);
    if (before === undefined) return;
    this.#members.set(member, bytes);
    this.#bytes += bytes - before;
    if (this.#bytes > this.#limitBytes) this.look();
  }

  /** It is known now, or has gone. */
  leave(member: Anonymous): void {
    this.#bytes -= this.#members.get(member) ?? 0;
    this.#members.delete(member);
  }

  /** Sees what each has, and drops as many as it takes. */
  look(): void {
    this.#bytes = 0;
    for (const member of this.#members.keys()) {
      const bytes = member.heldBytes();
      this.#members.set(member, bytes);
      this.#bytes += bytes;
    }
    if (this.#bytes <= this.#limitBytes) return;
    const largestFirst = [...this.#members].sort(([, one], [, other]) => other - one);
    for (const [member] of largestFirst) {
      // Some more than needed, or the next byte of anybody would begin this again.
      if (this.#bytes <= this.#limitBytes * 0.9) return;
      this.#drop(member);
    }
  }

  #oldestIdle(): Anonymous | undefined {
    for (const member of this.#members.keys()) if (!member.isServed) return member;
    return undefined;
  }

  #drop(member: Anonymous): void {
    this.leave(member);
    member.drop();
  }
}
