import { type Provider, subtreeOf } from '../provider.ts';

/**
 * Who is below whom among the providers that can serve a tree, as numbers: everybody has a position, and those from the
 * position of one up to its end are it and all below it. With
 *
 *     cn1            0, end 4
 *       numa0        1, end 3
 *         dev0       2, end 3
 *       numa1        3, end 4
 *
 * dev0 is below numa0, since 1 ≤ 2 < 3. So what lies in one subtree is a range, and is found without asking everybody.
 */
export interface TreeShape {
  readonly members: readonly Provider[];
  readonly ends: readonly number[];
  /** The position of the nearest one above among the members; -1: nobody. */
  readonly parents: readonly number[];
}

/** The tree first, then its sharers, which have shapes of their own where they are of one tree. */
export function shapeOf(anchor: Provider, sharers: readonly Provider[]): TreeShape {
  if (sharers.length > 0) return newShape(anchor, sharers);
  const { tree } = anchor;
  const known = kept.get(tree);
  if (known?.members.length === tree.length) return known;
  const shape = newShape(anchor, sharers);
  kept.set(tree, shape);
  return shape;
}

/** By the list of the tree: it is another one when something is moved or removed, and longer when something is added. */
const kept = new WeakMap<readonly Provider[], TreeShape>();

function newShape(anchor: Provider, sharers: readonly Provider[]): TreeShape {
  const members: Provider[] = [];
  const parents: number[] = [];
  const positions = new Map<Provider, number>();
  const add = (provider: Provider, parent: number): void => {
    positions.set(provider, members.length);
    members.push(provider);
    parents.push(parent);
  };
  for (const provider of subtreeOf(anchor)) add(provider, positions.get(provider.parent as Provider) ?? -1);
  if (sharers.length > 0) addForest(sharers, add, positions);
  const ends = members.map((_, position) => position + 1);
  for (let position = members.length - 1; position >= 0; position--) {
    const parent = parents[position] as number;
    if (parent >= 0) ends[parent] = Math.max(ends[parent] as number, ends[position] as number);
  }
  return { members, ends, parents };
}

function addForest(
  sharers: readonly Provider[],
  add: (provider: Provider, parent: number) => void,
  positions: ReadonlyMap<Provider, number>,
): void {
  const among = new Set(sharers);
  const below = Map.groupBy(sharers, (sharer) => nearestAbove(sharer, among));
  const ahead: { readonly sharer: Provider; readonly above: Provider | null }[] = [];
  const come = (above: Provider | null): void => {
    for (const sharer of below.get(above) ?? []) ahead.push({ sharer, above });
  };
  come(null);
  for (let next = ahead.pop(); next; next = ahead.pop()) {
    add(next.sharer, next.above === null ? -1 : (positions.get(next.above) as number));
    come(next.sharer);
  }
}

function nearestAbove({ parent }: Provider, among: ReadonlySet<Provider>): Provider | null {
  let above = parent;
  while (above && !among.has(above)) above = above.parent;
  return above;
}
