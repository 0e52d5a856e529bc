/**
 * Things as they were encoded. What is said of a thing depends on itself and on who looks, but for little, which goes into the key or is
 * added afterwards. So it is encoded once for all who see the same, and kept until the thing changes, which makes another one of it: those who
 * watch a fleet, or wait for a server, ask for the same again and again.
 */
export class KeptEncodings<Thing extends object, Encoded extends string | Uint8Array> {
  /** By who looks, and how. */
  readonly #byKey = new Map<string, WeakMap<Thing, Encoded>>();
  #length = 0;

  of(key: string, thing: Thing, encode: () => Encoded): Encoded {
    const known = this.#byKey.get(key)?.get(thing);
    if (known !== undefined) return known;
    const encoded = encode();
    if (this.#length > lengthMax || this.#byKey.size >= keysMax) {
      this.#byKey.clear();
      this.#length = 0;
    }
    this.#length += encoded.length;
    this.#byKey.getOrInsertComputed(key, () => new WeakMap()).set(thing, encoded);
    return encoded;
  }
}

/** Of servers, with 1.8 kB each, some 18,000; then everything is forgotten, and what is still asked for comes again. */
const lengthMax = 32 * 1024 * 1024;
const keysMax = 64;
