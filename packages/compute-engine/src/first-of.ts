/** The first so many of things that come in whatever order: what cannot be among them any more is let go from time to time. */
export class FirstOf<Thing extends { readonly id: string }> {
  readonly #count: number;
  readonly #compare: (one: Thing, other: Thing) => number;
  #things: Thing[] = [];
  /** Whether one of them may have come again, since it has changed meanwhile. */
  #mayRepeat = false;
  /** What is behind it is not among the first. */
  #last: Thing | null = null;

  constructor(count: number, compare: (one: Thing, other: Thing) => number) {
    this.#count = count;
    this.#compare = compare;
  }

  add(thing: Thing): void {
    this.addRun([thing]);
  }

  /** Things of one moment: none is twice among them. */
  addRun(things: readonly Thing[]): void {
    this.#mayRepeat ||= this.#things.length > 0;
    const last = this.#last;
    for (const thing of things)
      if (last === null || this.#compare(thing, last) <= 0) this.#things.push(thing);
    if (this.#things.length >= 2 * this.#count + room) this.#cut();
  }

  inOrder(): readonly Thing[] {
    const things = this.#mayRepeat ? latestOfEach(this.#things) : this.#things;
    return things.toSorted(this.#compare).slice(0, this.#count);
  }

  #cut(): void {
    const first = this.inOrder();
    this.#things = [...first];
    this.#last = first.length < this.#count ? null : (first.at(-1) ?? null);
  }
}

/** So that few are wanted does not mean that each of many is a reason to sort. */
const room = 256;

/** One that comes again takes the place of what it was. */
function latestOfEach<Thing extends { readonly id: string }>(things: readonly Thing[]): Thing[] {
  return [...new Map(things.map((thing) => [thing.id, thing])).values()];
}
