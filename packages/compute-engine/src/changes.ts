import type { Series } from './ids.ts';
import { type Noun, type Nouns, nouns } from './nouns.ts';
import { readRow, type StoredThing } from './stored-thing.ts';

/** Every way the state of compute can change; this is what the journal stores, so each is plain JSON data. */
export type ComputeChange = NounChange | NumbersGiven;

export type NounChange = { readonly [N in Noun]: SetChange<N> | RemovedChange<N> }[Noun];

/** All that holds of a thing from now on. */
export interface SetChange<N extends Noun> {
  readonly kind: `${N}-set`;
  readonly thing: Nouns[N];
}

/**
 * The same, as a row of a ledger has it: whoever looks at the thing has it read. A stored state comes in these, since most of what
 * has happened in a fleet is never looked at. As plain data it is what it is made of, which `apply` knows as well.
 */
export class StoredSet<N extends Noun> implements SetChange<N>, StoredThing {
  readonly kind: `${N}-set`;
  readonly rowKey: string;
  readonly text: string;

  constructor(noun: N, rowKey: string, text: string) {
    this.kind = setKinds[noun];
    this.rowKey = rowKey;
    this.text = text;
  }

  get thing(): Nouns[N] {
    return readRow(nounOf(this.kind) as N, this);
  }
}

export function isStoredSet(change: NounChange): change is NounChange & StoredThing {
  return 'text' in change;
}

export interface RemovedChange<N extends Noun> {
  readonly kind: `${N}-removed`;
  readonly id: Nouns[N]['id'];
  /** What its row is found by. */
  readonly rowKey: string;
}

export interface NumbersGiven {
  readonly kind: 'numbers-given';
  readonly series: Series;
  /** The last number that was given; 0: none. */
  readonly last: number;
}

export type ComputeChangeKind = ComputeChange['kind'];

/** Every kind. */
export const computeChangeKinds = Object.fromEntries(
  [...nouns.flatMap((noun) => [`${noun}-set`, `${noun}-removed`]), 'numbers-given'].map((kind) => [
    kind,
    true,
  ]),
) as Readonly<Record<ComputeChangeKind, true>>;

export function isComputeChange(change: { readonly kind: string }): change is ComputeChange {
  return Object.hasOwn(computeChangeKinds, change.kind);
}

/** What a change of a noun is about, in one form for all of them. */
export type AboutNoun =
  | { readonly noun: Noun; readonly thing: Nouns[Noun]; readonly id: string }
  | { readonly noun: Noun; readonly thing: null; readonly id: string; readonly rowKey: string };

export function aboutNoun(change: NounChange): AboutNoun {
  const noun = nounOf(change.kind);
  if (!('thing' in change)) return { noun, thing: null, id: change.id, rowKey: change.rowKey };
  const { thing } = change;
  return { noun, thing, id: thing.id };
}

export function nounOf(kind: NounChange['kind']): Noun {
  return nounsByKind[kind];
}

/** Texts that are there already are found faster than such as are put together. */
const setKinds = Object.fromEntries(nouns.map((noun) => [noun, `${noun}-set`])) as {
  readonly [N in Noun]: `${N}-set`;
};

const nounsByKind = Object.fromEntries(
  nouns.flatMap((noun) => [
    [`${noun}-set`, noun],
    [`${noun}-removed`, noun],
  ]),
) as Readonly<Record<NounChange['kind'], Noun>>;

/** The changes of a noun, where it is known only when the program runs. */
export function setChange<N extends Noun>(noun: N, thing: Nouns[N]): NounChange {
  return { kind: `${noun}-set`, thing } as unknown as NounChange; // The compiler does not follow which noun it is.
}

export function removedChange<N extends Noun>(noun: N, id: Nouns[N]['id'], rowKey: string): NounChange {
  return { kind: `${noun}-removed`, id, rowKey } as unknown as NounChange; // As above.
}
