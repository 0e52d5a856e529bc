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

export function shapeOf(anchor: Provider): TreeShape {
  const growing = new GrowingShape();
  for (const provider of subtreeOf(anchor))
    growing.add(provider, provider === anchor ? null : provider.parent);
  return growing.grown();
}

/** The tree first, then its sharers, which have shapes of their own where they are of one tree. */
export function withForest(tree: TreeShape, sharers: readonly Provider[]): TreeShape {
  if (sharers.length === 0) return tree;
  const growing = new GrowingShape(tree);
  const among = new Set(sharers);
  const below = Map.groupBy(sharers, (sharer) => nearestAbove(sharer, among));
  const ahead: { readonly sharer: Provider; readonly above: Provider | null }[] = [];
  const come = (above: Provider | null): void => {
    for (const sharer of below.get(above) ?? []) ahead.push({ sharer, above });
  };
  come(null);
  for (let next = ahead.pop(); next; next = ahead.pop()) {
    growing.add(next.sharer, next.above);
    come(next.sharer);
  }
  return growing.grown();
}

/** A shape, and members that are added to it, each behind the one above it. */
class GrowingShape {
  readonly #members: Provider[];
  readonly #ends: number[];
  readonly #parents: number[];
  readonly #begunLength: number;
  /** Of those that were added. */
  readonly #positions = new Map<Provider, number>();

  constructor({ members, ends, parents }: TreeShape = { members: [], ends: [], parents: [] }) {
    this.#members = [...members];
    this.#ends = [...ends];
    this.#parents = [...parents];
    this.#begunLength = members.length;
  }

  add(provider: Provider, above: Provider | null): void {
    this.#positions.set(provider, this.#members.length);
    this.#members.push(provider);
    this.#parents.push(above === null ? -1 : (this.#positions.get(above) as number));
    this.#ends.push(this.#members.length);
  }

  grown(): TreeShape {
    const [ends, parents] = [this.#ends, this.#parents];
    for (let position = ends.length - 1; position >= this.#begunLength; position--) {
      const parent = parents[position] as number;
      if (parent >= 0) ends[parent] = Math.max(ends[parent] as number, ends[position] as number);
    }
    return { members: this.#members, ends, parents };
  }
}

function nearestAbove({ parent }: Provider, among: ReadonlySet<Provider>): Provider | null {
  let above = parent;
  while (above && !among.has(above)) above = above.parent;
  return above;
}
