import { hash, randomBytes } from 'node:crypto';

/*
 * What tells one history from another. Every commit has a hash over itself and the hash of the commit before, so that two
 * ledgers with the same hash at the same number have the same changes up to there. It is stored with each change of the
 * commit: a commit is hashed once (2 µs for a claim), however many changes it has.
 *
 * The first one is drawn by lot. So the histories of two ledgers have nothing in common, even if both are empty.
 */

/** A change, and all that came before it. */
export interface HistoryPoint {
  readonly number: number;
  readonly hash: string;
}

export interface HashedCommit {
  readonly firstNumber: number;
  /** Of whom it is, where several write; else 0. */
  readonly epoch: number;
  readonly at: number;
  /** As they are stored. */
  readonly encoded: readonly string[];
}

export function nextHash(previous: string, { firstNumber, epoch, at, encoded }: HashedCommit): string {
  // Encoded changes have no line breaks.
  const text = `${previous} ${firstNumber} ${epoch} ${at}\n${encoded.join('\n')}`;
  return hash('sha256', text, 'base64url').slice(0, hashLength);
}

/** For the beginning of a history. */
export function drawHash(): string {
  return randomBytes(32).toString('base64url').slice(0, hashLength);
}

/** 132 bits. */
const hashLength = 22;

/** What was stored before there were hashes has none. */
export const unhashed = '';

export function isSamePoint(one: HistoryPoint, other: HistoryPoint): boolean {
  return one.number === other.number && one.hash === other.hash;
}
