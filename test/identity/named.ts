/** What one side calls what both know by a name. */
export class Named {
  readonly #byName = new Map<string, string>();

  constructor(known: ReadonlyMap<string, string>) {
    for (const [name, id] of known) this.#byName.set(name, id);
  }

  learn(name: string, id: string): void {
    this.#byName.set(name, id);
  }

  /** With the side's own ids in the place of names. */
  filled<Value>(value: Value): Value {
    const text = JSON.stringify(value);
    if (text === undefined) return value;
    return JSON.parse(
      text.replaceAll(/\{([a-z]+-[\w-]+)\}/g, (whole, name: string) => this.#byName.get(name) ?? whole),
    ) as Value;
  }

  /** With names in the place of the side's own ids. */
  masked(value: unknown): unknown {
    let text = JSON.stringify(value);
    for (const [name, id] of this.#byName) if (id.length > 20) text = text.replaceAll(id, `{${name}}`);
    return JSON.parse(text);
  }
}
