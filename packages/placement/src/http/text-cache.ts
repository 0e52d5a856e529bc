/**
 * What was worked out of texts that come again and again: a cloud has some dozens of flavors, and asks for candidates
 * with the same few queries. Kept is what has come twice within a while. So texts that never come again cost next to
 * nothing: kept until the oldest are dropped, they would all grow old first, and then be work for the collector of old
 * objects (with 4,000 queries in turn, that was half of all work). Long texts are not kept, so that whatever clients
 * send it stays small.
 */
export class TextCache<Value> {
  readonly #values = new Map<string, Value>();
  /** Of the texts that came last, a hash each, at the place that it says itself. */
  readonly #seen = new Int32Array(1024);

  get(text: string): Value | undefined {
    return this.#values.get(text);
  }

  /** Keeps the value, if this is not the first time. */
  set(text: string, value: Value): void {
    if (text.length > longest || !this.#hasSeen(text)) return;
    if (this.#values.size >= most) {
      const [oldest] = this.#values.keys();
      if (oldest !== undefined) this.#values.delete(oldest);
    }
    this.#values.set(text, value);
  }

  /** Two texts may be taken for one another, and then one is kept at once: that does no harm. */
  #hasSeen(text: string): boolean {
    const hash = hashOf(text);
    const place = hash & (this.#seen.length - 1);
    const isKnown = this.#seen[place] === hash;
    this.#seen[place] = hash;
    return isKnown;
  }
}

const most = 500;
const longest = 1_000;

/** FNV-1a. Never 0, which stands for nothing. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  return hash === 0 ? 1 : hash;
}
