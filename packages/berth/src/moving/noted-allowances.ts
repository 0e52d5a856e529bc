/** What was let in because it was allowed: the first of it, and how much there is. */
export class NotedAllowances {
  readonly #first: string[] = [];
  #count = 0;

  note(what: string): void {
    this.#count++;
    if (this.#first.length < firstMax) this.#first.push(what);
  }

  tell(complain: (text: string) => void): void {
    if (this.#count === 0) return;
    complain(`Allowed, though no client could write it (${this.#count}):`);
    for (const what of this.#first) complain(`  ${what}`);
    if (this.#count > this.#first.length) complain(`  and ${this.#count - this.#first.length} more`);
  }
}

const firstMax = 100;
