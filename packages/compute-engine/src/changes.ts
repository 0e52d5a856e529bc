import type { Series } from './ids.ts';
import { type Noun, type Nouns, nouns } from './nouns.ts';

/** Every way the state of compute can change; this is what the journal stores, so each is plain JSON data. */
export type ComputeChange = NounChange | NumbersGiven;

export type NounChange = { readonly [N in Noun]: SetChange<N> | RemovedChange<N> }[Noun];

/** All that holds of a thing from now on. */
export interface SetChange<N extends Noun> {
  readonly kind: `${N}-set`;
  readonly thing: Nouns[N];
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
  const { kind } = change;
  const noun = kind.slice(0, kind.lastIndexOf('-')) as Noun; // Kinds are made so.
  return 'thing' in change
    ? { noun, thing: change.thing, id: change.thing.id }
    : { noun, thing: null, id: change.id, rowKey: change.rowKey };
}

/** The changes of a noun, where it is known only when the program runs. */
export function setChange<N extends Noun>(noun: N, thing: Nouns[N]): NounChange {
  return { kind: `${noun}-set`, thing } as NounChange; // The compiler does not follow which noun it is.
}

export function removedChange<N extends Noun>(noun: N, id: Nouns[N]['id'], rowKey: string): NounChange {
  return { kind: `${noun}-removed`, id, rowKey } as NounChange; // As above.
}
