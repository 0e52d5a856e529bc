import type { StoredLease } from './lease.ts';

/**
 * Finds out when a lease has run out, by our own clock alone: when it was seen to stay the same for as long as it lasts. The clocks
 * of the database and of other machines may say what they like, and step as they like.
 *
 * Why nobody leads then: whoever holds the lease is certain of it for less than its length, counted from before it sent its last
 * sign of life (`Certainty`). That was before it could be seen here. Only how fast clocks run has to be about the same
 * everywhere.
 */
export class LeaseWatch {
  #seen: StoredLease | null = null;
  #sinceMs = 0;

  /** To be told of what was just read; says how long that has to stay the same until it has run out. Zero or less: it has. */
  remainingMs(lease: StoredLease): number {
    if (this.#seen === null || !isSame(lease, this.#seen)) {
      this.#seen = lease;
      this.#sinceMs = performance.now();
    }
    return lease.token === null ? 0 : this.#sinceMs + lease.leaseMs - performance.now();
  }
}

function isSame(one: StoredLease, other: StoredLease): boolean {
  return one.epoch === other.epoch && one.token === other.token && one.renewals === other.renewals;
}
