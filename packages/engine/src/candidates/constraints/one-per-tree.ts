import type { Provider } from '../../provider.ts';
import type { Options } from '../options.ts';
import type { Constraint } from './constraint.ts';

/** C12: a client that knows no trees gets no candidate that takes from two providers of one tree. */
export class OnePerTree implements Constraint {
  readonly #roots = new Map<Provider, Provider>();
  /** By root: the one provider that is chosen of its tree, and for how many slots. */
  readonly #chosen = new Map<Provider, { readonly provider: Provider; times: number }>();

  constructor(options: Options) {
    for (const providers of options)
      for (const provider of providers) this.#roots.set(provider, provider.root);
  }

  take(_slot: number, provider: Provider): boolean {
    const root = this.#rootOf(provider);
    const chosen = this.#chosen.get(root);
    if (!chosen) this.#chosen.set(root, { provider, times: 1 });
    else if (chosen.provider === provider) chosen.times++;
    else return false;
    return true;
  }

  giveBack(_slot: number, provider: Provider): void {
    const root = this.#rootOf(provider);
    const chosen = this.#chosen.get(root);
    if (chosen && --chosen.times === 0) this.#chosen.delete(root);
  }

  /** What it needs to know it has known from the beginning. */
  hold(): void {}

  leavesRoomFrom(): boolean {
    return true;
  }

  notes(): string {
    return '';
  }

  notesOn(provider: Provider): string {
    return this.#chosen.get(this.#rootOf(provider))?.provider === provider ? 'chosen' : '';
  }

  kindOf(provider: Provider): string {
    return this.#rootOf(provider).id;
  }

  #rootOf(provider: Provider): Provider {
    return this.#roots.get(provider) as Provider; // Known for every option.
  }
}
