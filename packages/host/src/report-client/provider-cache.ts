import type { ProviderRecord, WholeProvider } from '@berth/client/placement/records.ts';
import { ProviderTree } from '../provider-tree.ts';
import type { ReadTree } from './tree-reader.ts';

export interface ProviderCacheOptions {
  /** How long what was read is taken for true; 0 for ever. */
  readonly refreshMs: number;
  readonly now: () => number;
}

/** What Placement is known to have: the trees that were asked for, and who shares with them. */
export class ProviderCache {
  readonly #options: ProviderCacheOptions;
  readonly #readAt = new Map<string, number>();
  /** Who shares with the trees that were read, by a root. */
  readonly #sharing = new Map<string, ReadonlySet<string>>();
  #tree = new ProviderTree();

  constructor(options: ProviderCacheOptions) {
    this.#options = options;
  }

  /** Whoever writes to Placement brings it up to date. */
  get tree(): ProviderTree {
    return this.#tree;
  }

  /** Whether this provider, all below it, and who shares with its tree are known, and were read lately. */
  isFresh(uuid: string): boolean {
    if (!this.#tree.exists(uuid)) return false;
    const { refreshMs, now } = this.#options;
    return [...this.#tree.getProviderUuids(uuid), ...this.#sharingWith(uuid)].every((each) => {
      const readAt = this.#readAt.get(each);
      return readAt !== undefined && (refreshMs === 0 || now() - readAt <= refreshMs);
    });
  }

  /** The tree that a provider is in, and those of who shares with it: others in the cache are not its business. */
  copyFor(uuid: string): ProviderTree {
    const sharing = [...this.#sharingWith(uuid)].filter((each) => this.#tree.exists(each));
    return this.#tree.copy([uuid, ...sharing]);
  }

  /** Replaces a tree with what was read of it. */
  put({ providers, sharing }: ReadTree): void {
    for (const { uuid } of providers) this.forgetTree(uuid);
    this.#tree.populateFromIterable(providers);
    // Where a sharing provider stands in its own tree is nobody's business here, unless that tree is known too.
    const strangers = sharing.filter(({ uuid }) => !this.#tree.exists(uuid));
    this.#tree.populateFromIterable(strangers.map((provider) => ({ ...provider, parentUuid: null })));
    for (const provider of [...providers, ...sharing]) this.#know(provider);
    for (const { uuid, parentUuid } of providers) {
      if (parentUuid === null) this.#noteSharing(uuid, new Set(sharing.map((each) => each.uuid)));
    }
  }

  /** One that was made just now has nothing yet. */
  putCreated(provider: ProviderRecord): void {
    this.#tree.populateFromIterable([provider]);
    this.#sharing.delete(provider.uuid);
    this.#readAt.set(provider.uuid, this.#options.now());
  }

  /** A provider and all below it. */
  forget(uuid: string): void {
    if (!this.#tree.exists(uuid)) return;
    for (const each of this.#tree.getProviderUuids(uuid)) this.#readAt.delete(each);
    this.#tree.remove(uuid);
  }

  /** The whole tree that it is in. */
  forgetTree(uuid: string): void {
    if (!this.#tree.exists(uuid)) return;
    const [root] = this.#tree.getProviderUuidsInTree(uuid);
    if (root !== undefined) this.forget(root);
  }

  clear(): void {
    this.#tree = new ProviderTree();
    this.#readAt.clear();
    this.#sharing.clear();
  }

  #sharingWith(uuid: string): ReadonlySet<string> {
    const [root = uuid] = this.#tree.getProviderUuidsInTree(uuid);
    return this.#sharing.get(root) ?? new Set();
  }

  /** Whoever does not share with this tree any more, nor with another, is of no interest. */
  #noteSharing(root: string, sharing: ReadonlySet<string>): void {
    const before = this.#sharing.get(root) ?? new Set();
    this.#sharing.set(root, sharing);
    for (const uuid of before.difference(sharing)) {
      const isAskedFor = this.#sharing.has(uuid) || this.#sharing.values().some((others) => others.has(uuid));
      const isAlone = this.#tree.exists(uuid) && this.#tree.data(uuid).parentUuid === null;
      if (isAlone && !isAskedFor) this.forget(uuid);
    }
  }

  #know({ uuid, generation, inventories, traits, aggregates }: WholeProvider): void {
    this.#tree.updateInventory(uuid, inventories, generation);
    this.#tree.updateTraits(uuid, traits);
    this.#tree.updateAggregates(uuid, aggregates);
    this.#readAt.set(uuid, this.#options.now());
  }
}
