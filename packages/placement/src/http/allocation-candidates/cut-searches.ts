/** A search that ended at its budget (C18). */
export interface CutSearch {
  readonly requestId: string;
  readonly steps: number;
}

/** The queries whose search was cut lately, so that it can be told to whoever asks why there are so few candidates. */
export class CutSearches {
  readonly #byQuery = new Map<string, CutSearch>();

  note(query: string, search: CutSearch): void {
    this.#byQuery.delete(query);
    this.#byQuery.set(query, search);
    if (this.#byQuery.size <= most) return;
    const [oldest] = this.#byQuery.keys();
    if (oldest !== undefined) this.#byQuery.delete(oldest);
  }

  /** It was found to the end since. */
  forget(query: string): void {
    if (this.#byQuery.size > 0) this.#byQuery.delete(query);
  }

  get(query: string): CutSearch | null {
    return this.#byQuery.get(query) ?? null;
  }
}

/** A query has 64 kB at most. */
const most = 50;
