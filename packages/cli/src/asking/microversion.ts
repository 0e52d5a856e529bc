/** The version in force at a service. What depends on it is declared with `since` and `until`, and asked for here. */
export class Microversion {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  has(since: string): boolean {
    return ordinal(this.text) >= ordinal(since);
  }

  /** Whether something is there that came with one version and, maybe, went with another. */
  isWithin({ since, until }: { readonly since?: string; readonly until?: string }): boolean {
    return (since === undefined || this.has(since)) && (until === undefined || !this.has(until));
  }

  toString(): string {
    return this.text;
  }
}

/** The older of two. */
export function olderOf(a: string, b: string): string {
  return ordinal(a) <= ordinal(b) ? a : b;
}

function ordinal(text: string): number {
  const [major = 0, minor = 0] = text.split('.').map(Number);
  return major * 100_000 + minor;
}
