import type { Provider } from '../provider.ts';
import type { World } from '../world.ts';
import { sharersWith } from './sharing-providers.ts';
import { shapeOf, type TreeShape, withForest } from './tree-shape.ts';

/**
 * Who can serve a tree: its providers, and those that share with it. A search looks at thousands of trees that have not changed since
 * the last one, so it is kept for each.
 */
export class TreeMembers {
  readonly sharers: readonly Provider[];
  readonly #anchor: Provider;
  readonly #tree: readonly Provider[];
  readonly #treeLength: number;
  readonly #sharingRevision: number;
  #all: readonly Provider[] | null = null;
  #treeShape: TreeShape | null = null;
  #shape: TreeShape | null = null;

  constructor(world: World, anchor: Provider) {
    this.#anchor = anchor;
    this.#tree = anchor.tree;
    this.#treeLength = anchor.tree.length;
    this.#sharingRevision = world.sharingRevision;
    this.sharers = sharersWith(world, anchor.tree);
  }

  /** The list of a tree is another one when something is moved or removed, and longer when something is added. */
  isOf(world: World, { tree }: Provider): boolean {
    return (
      this.#tree === tree &&
      this.#treeLength === tree.length &&
      this.#sharingRevision === world.sharingRevision
    );
  }

  /** The tree in its order, and then its sharers. */
  get all(): readonly Provider[] {
    return (this.#all ??= this.sharers.length > 0 ? [...this.#tree, ...this.sharers] : this.#tree);
  }

  /** The same, but so that all below somebody come right behind it. */
  get shape(): TreeShape {
    if (this.#shape !== null) return this.#shape;
    this.#treeShape ??= shapeOf(this.#anchor);
    const shape = withForest(this.#treeShape, this.sharers);
    // Of several, one may be moved below another without being noticed here.
    if (this.sharers.length < 2) this.#shape = shape;
    return shape;
  }
}

export function membersOf(world: World, anchor: Provider): TreeMembers {
  const ofWorld = kept.getOrInsertComputed(world, () => []);
  const known = ofWorld[anchor.index];
  if (known?.isOf(world, anchor)) return known;
  const made = new TreeMembers(world, anchor);
  ofWorld[anchor.index] = made;
  return made;
}

/** By the index of the root; what is there may be of another one that had the index before. A world that has gone is not kept. */
const kept = new WeakMap<World, (TreeMembers | undefined)[]>();
