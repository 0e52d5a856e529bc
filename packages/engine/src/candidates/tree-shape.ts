import { type Provider, subtreeOf } from '../provider.ts';
import type { World } from '../world.ts';

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
export function shapeOf(world: World, anchor: Provider, sharers: readonly Provider[]): TreeShape {
  const shape = treeShapeOf(world, anchor);
  return sharers.length === 0 ? shape : withForest(shape, sharers);
}

function treeShapeOf(world: World, anchor: Provider): TreeShape {
  const { tree, index } = anchor;
  const shapes = kept.getOrInsertComputed(world, () => []);
  const known = shapes[index];
  if (known?.tree === tree && known.shape.members.length === tree.length) return known.shape;
  const growing = new GrowingShape();
  for (const provider of subtreeOf(anchor))
    growing.add(provider, provider === anchor ? null : provider.parent);
  const shape = growing.grown();
  shapes[index] = { tree, shape };
  return shape;
}

/**
 * By the index of the root. What is there may be of another one that had the index before: so it is kept with the list of the tree,
 * which is another one when something is moved or removed, and longer when something is added. A world that has gone is not kept.
 */
const kept = new WeakMap<
  World,
  ({ readonly tree: readonly Provider[]; readonly shape: TreeShape } | undefined)[]
>();

function withForest(tree: TreeShape, sharers: readonly Provider[]): TreeShape {
  const [only] = sharers;
  // As it mostly is.
  if (only && sharers.length === 1)
    return {
      members: [...tree.members, only],
      ends: [...tree.ends, tree.members.length + 1],
      parents: [...tree.parents, -1],
    };
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
