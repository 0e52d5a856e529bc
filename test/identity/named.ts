/** What one side calls what both know by a name. */
export class Named {
  readonly #byName = new Map<string, string>();

  constructor(known: ReadonlyMap<string, string>) {
    for (const [name, id] of known) this.#byName.set(name, id);
  }

  learn(name: string, id: string): void {
    this.#byName.set(name, id);
  }

  /** With the side's own ids in the place of names; in a path, as it is sent. */
  filled<Value>(value: Value): Value {
    const text = JSON.stringify(value);
    if (text === undefined) return value;
    const filled = JSON.parse(this.#filledText(text, (id) => id)) as Value;
    if (!hasPath(filled) || !hasPath(value)) return filled;
    return { ...filled, path: this.#filledText(value.path, encodeURIComponent) };
  }

  #filledText(text: string, as: (id: string) => string): string {
    return text.replaceAll(/\{([a-z]+-[\w-]+)\}/g, (whole, name: string) => {
      const id = this.#byName.get(name);
      return id === undefined ? whole : as(id);
    });
  }

  /** With names in the place of the side's own ids. */
  masked(value: unknown): unknown {
    let text = JSON.stringify(value);
    for (const [name, id] of this.#byName) if (id.length > 20) text = text.replaceAll(id, `{${name}}`);
    return JSON.parse(text);
  }
}

function hasPath(value: unknown): value is { readonly path: string } {
  return typeof value === 'object' && value !== null && 'path' in value && typeof value.path === 'string';
}
