import type { Allocations, Inventories } from '../../crash/state.ts';

/** One request of one client, as the client has seen it. Times are of one clock that never steps back. */
export interface Operation {
  readonly id: number;
  readonly client: number;
  /** Which of the processes was asked. */
  readonly process: number;
  readonly asked: Asked;
  readonly startedMs: number;
  readonly endedMs: number;
  readonly outcome: Outcome;
}

export type Asked =
  | { readonly kind: 'look'; readonly path: string }
  /** Nobody's request: the database has lost its newest changes. */
  | { readonly kind: 'loss' }
  | Write;

/** What a request was to change. It carries the id of its operation into the ledger; see `tagOf`. */
export type Write =
  | { readonly kind: 'claim'; readonly claims: readonly Claim[] }
  | {
      readonly kind: 'reshape';
      readonly stocks: readonly Stock[];
      readonly claims: readonly Claim[];
    }
  /** Never less than was used when its client looked. */
  | { readonly kind: 'stock'; readonly stock: Stock; readonly lookedAtMs: number }
  /** DELETE: whatever the consumer has, and whatever its generation. */
  | { readonly kind: 'release'; readonly consumer: string };

/** All that a consumer is to hold from now on. */
export interface Claim {
  readonly consumer: string;
  /** Null: the consumer must be new. */
  readonly expected: number | null;
  readonly allocations: Allocations;
}

/** All inventories that a provider is to have from now on. */
export interface Stock {
  readonly provider: string;
  readonly expected: number;
  readonly inventories: Inventories;
}

export type Outcome =
  | { readonly kind: 'seen'; readonly facts: readonly Fact[] }
  | { readonly kind: 'done' }
  | { readonly kind: 'refused'; readonly refusal: Refusal }
  /** There was an answer that says that nothing has happened and nothing will. */
  | { readonly kind: 'not done' }
  /** No answer, or one that leaves it open: it happens at any time after it was asked, or never. */
  | { readonly kind: 'unknown' };

/** What an answer tells. All facts of one answer are of the same moment. */
export type Fact =
  | { readonly about: 'consumer'; readonly id: string; readonly text: string }
  | { readonly about: 'generation'; readonly id: string; readonly text: string }
  | { readonly about: 'holders'; readonly id: string; readonly text: string }
  | { readonly about: 'usages'; readonly id: string; readonly text: string }
  | { readonly about: 'inventories'; readonly id: string; readonly text: string };

export type Refusal =
  | { readonly kind: 'consumer generation'; readonly actual: number | null; readonly given: number | null }
  | { readonly kind: 'provider generation' }
  | { readonly kind: 'no room' }
  | { readonly kind: 'no inventory' }
  | { readonly kind: 'in use' }
  | { readonly kind: 'not there' }
  | { readonly kind: 'other'; readonly text: string };

/*
 * Every write puts its operation's id into what it writes: a claim as the consumer's user, a stock as a `max_unit`. So a
 * state that somebody sees names the write that made it, and so does a change in the journal. Only what is removed carries
 * nothing.
 */

/** The user of what an operation has claimed. */
export function tagOf(id: number): string {
  return `op-${id}`;
}

export function idOfTag(tag: string): number | null {
  const digits = /^op-(\d+)$/.exec(tag)?.[1];
  return digits === undefined ? null : Number(digits);
}

/** A `max_unit` of this and above names an operation. Amounts stay below. */
export const firstMaxUnit = 1000;

export function maxUnitOf(id: number): number {
  return firstMaxUnit + id;
}

/** Of inventories of which some may be older: the newest names the operation. Null: nobody's. */
export function idOfInventories(inventories: Inventories): number | null {
  const newest = Math.max(firstMaxUnit, ...Object.values(inventories).map(({ max_unit }) => max_unit));
  return newest === firstMaxUnit ? null : newest - firstMaxUnit;
}
