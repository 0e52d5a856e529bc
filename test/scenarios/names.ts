import { createHash } from 'node:crypto';

/**
 * What the names in braces stand for. `{cn1}` is the uuid of the thing called cn1, whatever it is (provider, consumer
 * or aggregate), and the same throughout a scenario; it need not exist. A captured name stands for what was captured.
 * `{x*200}` is a long text: two hundred times x.
 */
export class Names {
  readonly #salt: string;
  readonly #captured = new Map<string, unknown>();

  /** Another salt gives other uuids: for a server that remembers more than it shows. */
  constructor(salt = '') {
    this.#salt = salt;
  }

  capture(name: string, value: unknown): void {
    this.#captured.set(name, value);
  }

  uuidOf(name: string): string {
    const hash = createHash('sha256').update(`${this.#salt} ${name}`).digest('hex');
    return hash.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-4$3-a$4-$5');
  }

  /** A copy in which every name is replaced. A text that is a single captured name becomes what was captured. */
  resolve<Value>(value: Value): Value;
  resolve(value: unknown): unknown {
    if (typeof value === 'string') return this.#resolveText(value);
    if (Array.isArray(value)) return value.map((item: unknown) => this.resolve(item));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => [
        String(this.#resolveText(key)),
        this.resolve(inner as unknown),
      ]),
    );
  }

  #resolveText(text: string): unknown {
    const long = text.replaceAll(/\{(\w)\*(\d+)\}/g, (_, letter: string, times) =>
      letter.repeat(Number(times)),
    );
    const [, only] = /^\{([\w-]+)\}$/.exec(long) ?? [];
    if (only !== undefined) return this.#valueOf(only);
    return long.replaceAll(/\{([\w-]+)\}/g, (_, name: string) => String(this.#valueOf(name)));
  }

  #valueOf(name: string): unknown {
    return this.#captured.has(name) ? this.#captured.get(name) : this.uuidOf(name);
  }
}
