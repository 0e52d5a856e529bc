/**
 * What was worked out of texts that come again and again: a cloud has some dozens of flavors, and asks for candidates
 * with the same few queries. The oldest are forgotten first, and long texts, which hardly come twice, are not kept, so
 * that whatever clients send it stays small.
 */
export class Remembered<Value> {
  readonly #values = new Map<string, Value>();

  get(text: string): Value | undefined {
    return this.#values.get(text);
  }

  set(text: string, value: Value): void {
    if (text.length > longest) return;
    if (this.#values.size >= most) {
      const [oldest] = this.#values.keys();
      if (oldest !== undefined) this.#values.delete(oldest);
    }
    this.#values.set(text, value);
  }
}

const most = 500;
const longest = 1_000;
