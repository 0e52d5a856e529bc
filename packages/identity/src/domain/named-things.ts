import { Collection, Grouped } from '@berth/ledger/documents/collection.ts';

/** Things with names that are unique within something: a domain, or everything. */
export class NamedThings<
  Thing extends { readonly id: string; readonly name: string },
> extends Collection<Thing> {
  readonly #within: (thing: Thing) => string;
  readonly #byName = new Map<string, Thing>();
  readonly #byOwner = new Grouped<string, Thing>();

  constructor(within: (thing: Thing) => string) {
    super();
    this.#within = within;
  }

  named(owner: string, name: string): Thing | undefined {
    return this.#byName.get(key(owner, name));
  }

  /** All within it. */
  of(owner: string): Iterable<Thing> {
    return this.#byOwner.of(owner);
  }

  countOf(owner: string): number {
    return this.#byOwner.count(owner);
  }

  protected override onPut(thing: Thing): void {
    this.#byName.set(key(this.#within(thing), thing.name), thing);
    this.#byOwner.put(this.#within(thing), thing);
  }

  protected override onGone(thing: Thing): void {
    this.#byName.delete(key(this.#within(thing), thing.name));
    this.#byOwner.remove(this.#within(thing), thing);
  }
}

/** Owners are ids, which have no line feed. */
function key(owner: string, name: string): string {
  return `${owner}\n${name}`;
}
