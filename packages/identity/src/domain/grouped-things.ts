import { Collection, Grouped } from '@berth/ledger/documents/collection.ts';

/** Things that say that others have to do with each other: found from each of them. */
export class GroupedThings<Thing extends { readonly id: string }> extends Collection<Thing> {
  readonly #keysOf: (thing: Thing) => readonly string[];
  readonly #groups = new Grouped<string, Thing>();

  /** `keysOf`: all that a thing is found by. Two kinds of them are told apart by how they are written. */
  constructor(keysOf: (thing: Thing) => readonly string[]) {
    super();
    this.#keysOf = keysOf;
  }

  of(key: string): Iterable<Thing> {
    return this.#groups.of(key);
  }

  countOf(key: string): number {
    return this.#groups.count(key);
  }

  protected override onPut(thing: Thing): void {
    for (const key of this.#keysOf(thing)) this.#groups.put(key, thing);
  }

  protected override onGone(thing: Thing): void {
    for (const key of this.#keysOf(thing)) this.#groups.remove(key, thing);
  }
}
