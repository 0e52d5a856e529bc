/**
 * One value for equal ones. Each change brings its own copy of what it says, and a fleet says the same things often: a million servers are made of
 * some hundred flavors and images, on some thousand hosts, by some thousand users.
 *
 * It forgets everything when it holds more than a bound, so that whoever makes up names without end takes no memory without end; what
 * comes afterwards is shared among itself.
 */
export class SharedValues {
  readonly #max: number;
  readonly #texts = new Map<string, string>();
  readonly #objects = new Map<string, object>();
  /** Those that were given out: mostly a thing that changes has them already. */
  #given = new WeakSet<object>();

  constructor(max = 100_000) {
    this.#max = max;
  }

  text<Text extends string>(text: Text): Text {
    if (this.#texts.size >= this.#max) this.#texts.clear();
    return this.#texts.getOrInsert(text, text) as Text; // Equal to the one given.
  }

  /** Of plain data, whose members are in the same order in all of them. */
  object<Value extends object | null>(value: Value): Value {
    if (value === null || this.#given.has(value)) return value;
    if (this.#objects.size >= this.#max) {
      this.#objects.clear();
      this.#given = new WeakSet();
    }
    const shared = this.#objects.getOrInsert(JSON.stringify(value), value);
    this.#given.add(shared);
    return shared as Value; // Equal to the one given.
  }
}
