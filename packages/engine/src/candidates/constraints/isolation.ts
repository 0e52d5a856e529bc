import type { Provider } from '../../provider.ts';
import { canAllBePlaced } from '../matching.ts';
import type { Options } from '../options.ts';
import type { Constraint } from './constraint.ts';

/** C10: suffixed groups have providers of their own; the group without a suffix may use any of them. */
export class Isolation implements Constraint {
  readonly #spreadCount: number;
  readonly #options: Options;
  readonly #taken = new Set<Provider>();

  constructor(spreadCount: number, options: Options) {
    this.#spreadCount = spreadCount;
    this.#options = options;
  }

  take(slot: number, provider: Provider): boolean {
    if (slot < this.#spreadCount) return true;
    if (this.#taken.has(provider)) return false;
    this.#taken.add(provider);
    return true;
  }

  giveBack(slot: number, provider: Provider): void {
    if (slot >= this.#spreadCount) this.#taken.delete(provider);
  }

  /** What it needs to know it has known from the beginning. */
  hold(): void {}

  leavesRoomFrom(slot: number): boolean {
    const options = this.#options.slice(Math.max(slot, this.#spreadCount));
    return canAllBePlaced(options, (provider) => (this.#taken.has(provider) ? 0 : 1));
  }

  notes(): string {
    return '';
  }

  notesOn(provider: Provider): string {
    return this.#taken.has(provider) ? 'taken' : '';
  }

  kindOf(): string {
    return '';
  }
}
