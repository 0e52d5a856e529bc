/** Things of one noun by their ids. Whoever looks them up by something else derives a collection that keeps that up to date. */
export class Collection<Thing extends { readonly id: string }> {
  readonly #byId = new Map<string, Thing>();

  get size(): number {
    return this.#byId.size;
  }

  get(id: string): Thing | undefined {
    return this.#byId.get(id);
  }

  has(id: string): boolean {
    return this.#byId.has(id);
  }

  /** In the order in which they were first put. */
  values(): IterableIterator<Thing> {
    return this.#byId.values();
  }

  /** Gives what was there under the id before. */
  put(thing: Thing): Thing | undefined {
    const before = this.#byId.get(thing.id);
    if (before) this.onGone(before);
    this.#byId.set(thing.id, thing);
    this.onPut(thing);
    return before;
  }

  remove(id: string): Thing {
    const thing = this.#byId.get(id);
    if (thing === undefined) throw new Error(`what is removed was there: ${id}`);
    this.#byId.delete(id);
    this.onGone(thing);
    return thing;
  }

  protected onPut(_thing: Thing): void {}
  protected onGone(_thing: Thing): void {}
}

/** The same for whoever only looks. */
export type Collected<Thing extends { readonly id: string }> = Pick<
  Collection<Thing>,
  'size' | 'get' | 'has' | 'values'
>;

/** Things by something that several of them may have in common. */
export class Grouped<Key, Thing> {
  readonly #groups = new Map<Key, Set<Thing>>();

  /** In the order in which they were put. */
  of(key: Key): Iterable<Thing> {
    return this.#groups.get(key) ?? [];
  }

  count(key: Key): number {
    return this.#groups.get(key)?.size ?? 0;
  }

  put(key: Key, thing: Thing): void {
    this.#groups.getOrInsertComputed(key, () => new Set()).add(thing);
  }

  remove(key: Key, thing: Thing): void {
    const group = this.#groups.get(key);
    group?.delete(thing);
    if (group?.size === 0) this.#groups.delete(key);
  }
}
