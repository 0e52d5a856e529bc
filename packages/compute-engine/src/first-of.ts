/** The first so many of things that come in whatever order: what cannot be among them any more is let go from time to time. */
export class FirstOf<Thing extends { readonly id: string }> {
  readonly #count: number;
  readonly #compare: (one: Thing, other: Thing) => number;
  /** One that comes again, since it has changed meanwhile, takes the place of what it was. */
  #things = new Map<string, Thing>();
  /** What is behind it is not among the first. */
  #last: Thing | null = null;

  constructor(count: number, compare: (one: Thing, other: Thing) => number) {
    this.#count = count;
    this.#compare = compare;
  }

  add(thing: Thing): void {
    if (this.#last !== null && this.#compare(thing, this.#last) > 0) return;
    this.#things.set(thing.id, thing);
    if (this.#things.size >= 2 * this.#count + room) this.#cut();
  }

  inOrder(): readonly Thing[] {
    return [...this.#things.values()].sort(this.#compare).slice(0, this.#count);
  }

  #cut(): void {
    const first = this.inOrder();
    this.#things = new Map(first.map((thing) => [thing.id, thing]));
    this.#last = first.length < this.#count ? null : (first.at(-1) ?? null);
  }
}

/** So that few are wanted does not mean that each of many is a reason to sort. */
const room = 256;
