/** Values that hold until a time of their own. Bounded: the one not used for longest makes room. */
export class TokenCache<Value> {
  readonly #size: number;
  /** In the order of use, oldest first. */
  readonly #entries = new Map<string, { readonly value: Value; readonly until: number }>();

  constructor(size: number) {
    this.#size = size;
  }

  get(key: string, now: number): Value | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    this.#entries.delete(key);
    if (now >= entry.until) return undefined;
    this.#entries.set(key, entry);
    return entry.value;
  }

  set(key: string, value: Value, until: number): void {
    this.#entries.delete(key);
    this.#entries.set(key, { value, until });
    if (this.#entries.size <= this.#size) return;
    for (const oldest of this.#entries.keys()) {
      this.#entries.delete(oldest);
      return;
    }
  }
}
