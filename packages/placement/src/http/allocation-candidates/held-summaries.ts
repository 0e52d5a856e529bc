import type { Provider } from '@berth/engine/provider.ts';
import type { SummaryForm } from './summaries.ts';

/** A tree that the search has come to; see `OpenTree`. */
export interface HoldableTree {
  readonly anchor: Provider;
  providers(): Iterable<Provider>;
  sharers(): Iterable<Provider>;
}

/**
 * The summaries of an answer whose search has paused, each as it was when it was come to, whatever the world has become since.
 *
 * Where trees are summarised as a whole, a provider may come to a tree that is written already without it. Then it is its own
 * owner, and is written by itself.
 */
export class HeldSummaries {
  /** One for each owner that was noted. */
  readonly parts: Uint8Array[] = [];
  readonly #form: SummaryForm;
  /** The roots of the trees that were held. */
  readonly #trees = new Set<Provider>();
  /** For providers that may be found at these, whose summary they belong to, where that is not the root of the tree. */
  readonly #owners = new Map<Provider, Provider>();
  readonly #written = new Map<Provider, Written>();

  constructor(form: SummaryForm, owners: readonly Provider[]) {
    this.#form = form;
    for (const owner of owners) this.note(owner);
  }

  /** Notes how all is that may be found at a tree. */
  hold(tree: HoldableTree): void {
    const { anchor } = tree;
    this.#trees.add(anchor);
    if (!this.#form.isByTree) {
      for (const provider of tree.providers()) this.#write(provider);
      return;
    }
    const isAsNow = isOfNow(this.#write(anchor), anchor);
    for (const provider of isAsNow ? tree.sharers() : tree.providers()) {
      const owner = this.#ownerNow(provider);
      this.#write(owner);
      if (owner !== anchor) this.#owners.set(provider, owner);
    }
  }

  /** Whose summary a provider belongs to that was found at a tree. */
  ownerOf(provider: Provider, anchor: Provider): Provider {
    if (!this.#form.isByTree) return provider;
    // What is found of trees that were not held was come to just now, and is as it was then.
    return this.#trees.has(anchor) ? (this.#owners.get(provider) ?? anchor) : this.#ownerNow(provider);
  }

  /** The owner is part of the answer. */
  note(owner: Provider): void {
    this.parts.push(this.#write(owner).bytes);
  }

  #ownerNow(provider: Provider): Provider {
    const owner = this.#form.ownerOf(provider);
    const written = this.#written.get(owner);
    if (written === undefined || isOfNow(written, owner) || hasAmong(written, provider)) return owner;
    return provider;
  }

  /** How it was when it was come to first. */
  #write(owner: Provider): Written {
    const known = this.#written.get(owner);
    if (known) return known;
    const { tree } = owner;
    const written = { bytes: this.#form.bytesOf(owner), tree, treeLength: tree.length };
    this.#written.set(owner, written);
    return written;
  }
}

/** The bytes, and whom they are of: the list of a tree is another one when something is moved or removed, and longer when something is added. */
interface Written {
  readonly bytes: Uint8Array;
  readonly tree: readonly Provider[];
  readonly treeLength: number;
}

/** Whether the tree still has the same providers. */
function isOfNow({ tree, treeLength }: Written, owner: Provider): boolean {
  return tree === owner.tree && treeLength === tree.length;
}

function hasAmong({ tree, treeLength }: Written, provider: Provider): boolean {
  const at = tree.indexOf(provider);
  return at >= 0 && at < treeLength;
}
