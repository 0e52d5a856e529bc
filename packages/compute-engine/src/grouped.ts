/** Things that belong together, by what they have in common; nothing is kept of a group without things. */
export class Grouped<Key, Thing extends { readonly id: string }> {
  readonly #groups = new Map<Key, Map<string, Thing>>();

  /** In no order that means something. */
  of(key: Key): readonly Thing[] {
    return [...(this.#groups.get(key)?.values() ?? [])];
  }

  count(key: Key): number {
    return this.#groups.get(key)?.size ?? 0;
  }

  put(key: Key, thing: Thing): void {
    const group = this.#groups.get(key);
    if (group) group.set(thing.id, thing);
    else this.#groups.set(key, new Map([[thing.id, thing]]));
  }

  remove(key: Key, { id }: Thing): void {
    const group = this.#groups.get(key);
    group?.delete(id);
    if (group?.size === 0) this.#groups.delete(key);
  }
}
