/**
 * One value for equal ones. Each change brings its own copy of what it says, and a fleet says the same things often: a million servers are made of
 * some hundred flavors and images, on some thousand hosts, by some thousand users.
 *
 * It forgets everything when it holds more than a bound, in number or in characters, so that whoever makes up names without end, or long
 * ones, takes no memory without end; what comes afterwards is shared among itself.
 */
export class SharedValues {
  readonly #max: number;
  readonly #charactersMax: number;
  #characters = 0;
  readonly #texts = new Map<string, string>();
  readonly #objects = new Map<string, object>();
  /** Those that were given out: mostly a thing that changes has them already. */
  #given = new WeakSet<object>();

  constructor(max = 100_000, charactersMax = 32 * 1024 * 1024) {
    this.#max = max;
    this.#charactersMax = charactersMax;
  }

  text<Text extends string>(text: Text): Text {
    const known = this.#texts.get(text);
    if (known !== undefined) return known as Text; // Equal to the one given.
    this.#makeRoomFor(text);
    this.#texts.set(text, text);
    return text;
  }

  /** Of plain data, whose members are in the same order in all of them. */
  object<Value extends object | null>(value: Value): Value {
    if (value === null || this.#given.has(value)) return value;
    const text = JSON.stringify(value);
    const known = this.#objects.get(text);
    if (known !== undefined) return known as Value; // Equal to the one given.
    this.#makeRoomFor(text);
    this.#objects.set(text, value);
    this.#given.add(value);
    return value;
  }

  #makeRoomFor({ length }: string): void {
    const isFull = Math.max(this.#texts.size, this.#objects.size) >= this.#max;
    if (isFull || this.#characters + length > this.#charactersMax) {
      this.#texts.clear();
      this.#objects.clear();
      this.#given = new WeakSet();
      this.#characters = 0;
    }
    this.#characters += length;
  }
}
