import type { Provider } from './provider.ts';

/**
 * Gives every provider a small number, its index, so that sets of providers can be bits and what is counted about them
 * can be columns. The index of one that has gone is given again: an index means something only while its provider is
 * there.
 */
export class Roster {
  readonly #providers: (Provider | undefined)[] = [];
  readonly #free: number[] = [];

  /** Indexes are below this. */
  get length(): number {
    return this.#providers.length;
  }

  nextIndex(): number {
    return this.#free.at(-1) ?? this.#providers.length;
  }

  add(provider: Provider): void {
    if (provider.index === this.#free.at(-1)) this.#free.pop();
    this.#providers[provider.index] = provider;
  }

  remove({ index }: Provider): void {
    this.#providers[index] = undefined;
    this.#free.push(index);
  }

  /** The provider with this index, which is one that was given. */
  at(index: number): Provider {
    return this.#providers[index] as Provider;
  }
}
