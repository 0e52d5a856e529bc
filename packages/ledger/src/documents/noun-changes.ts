/**
 * What a part has, noun by noun, where each thing changes as a whole: a change says all that holds of it afterwards. So applying,
 * storing and checking are the same for all of them, and go by the list of nouns.
 */
export type Things<Nouns> = { readonly [N in keyof Nouns]: { readonly id: string } };

/** Every way in which such a part can change; plain JSON data, since this is what the journal stores. */
export type NounChange<Nouns extends Things<Nouns>> = {
  readonly [N in NounOf<Nouns>]: SetChange<N, Nouns[N]> | RemovedChange<N>;
}[NounOf<Nouns>];

export type NounOf<Nouns> = keyof Nouns & string;

/** All that holds of a thing from now on. */
export interface SetChange<N extends string, Thing> {
  readonly kind: `${N}-set`;
  readonly thing: Thing;
}

export interface RemovedChange<N extends string> {
  readonly kind: `${N}-removed`;
  readonly id: string;
}

/** What a change is about, in one form for all nouns. */
export type AboutNoun<Nouns extends Things<Nouns>> =
  | { readonly noun: NounOf<Nouns>; readonly thing: Nouns[NounOf<Nouns>]; readonly id: string }
  | { readonly noun: NounOf<Nouns>; readonly thing: null; readonly id: string };

export function aboutNoun<Nouns extends Things<Nouns>>(change: NounChange<Nouns>): AboutNoun<Nouns> {
  const { kind } = change;
  const noun = kind.slice(0, kind.lastIndexOf('-')) as NounOf<Nouns>; // Kinds are made so.
  return 'thing' in change
    ? { noun, thing: change.thing, id: change.thing.id }
    : { noun, thing: null, id: change.id };
}

/** Where the noun is known only when the program runs. The compiler does not follow which one it is. */
export function setChange<Nouns extends Things<Nouns>, N extends NounOf<Nouns>>(
  noun: N,
  thing: Nouns[N],
): NounChange<Nouns> {
  return { kind: `${noun}-set`, thing } as unknown as NounChange<Nouns>;
}

export function removedChange<Nouns extends Things<Nouns>>(
  noun: NounOf<Nouns>,
  id: string,
): NounChange<Nouns> {
  return { kind: `${noun}-removed`, id } as unknown as NounChange<Nouns>;
}

/** Every kind of change of these nouns. */
export function kindsOf<Nouns extends Things<Nouns>>(
  nouns: readonly NounOf<Nouns>[],
): Readonly<Record<NounChange<Nouns>['kind'], true>> {
  const kinds = nouns.flatMap((noun) => [`${noun}-set`, `${noun}-removed`]);
  return Object.fromEntries(kinds.map((kind) => [kind, true])) as Record<NounChange<Nouns>['kind'], true>;
}
