/** How often each thing happened. */
export class Tally {
  readonly #counts = new Map<string, number>();

  add(thing: string): void {
    this.#counts.set(thing, (this.#counts.get(thing) ?? 0) + 1);
  }

  /** What was thrown, by its message. */
  addError(error: unknown): void {
    this.add(error instanceof Error ? error.message : String(error));
  }

  get total(): number {
    return [...this.#counts.values()].reduce((sum, count) => sum + count, 0);
  }

  /** '3 × this; 1 × that' */
  get text(): string {
    return Array.from(this.#counts, ([thing, count]) => `${count} × ${thing}`).join('; ');
  }
}
