import type { Provider } from '../../provider.ts';
import type { CompiledGroup } from '../compile-request.ts';
import { isInAny } from '../conjunction.ts';
import type { Options } from '../options.ts';
import type { Constraint } from './constraint.ts';

/** C3 for the group without a suffix: the providers it is spread over have the required traits between them. */
export class TraitCover implements Constraint {
  readonly #spreadCount: number;
  /** For each provider, which of the lists of required traits it meets. */
  readonly #met = new Map<Provider, readonly number[]>();
  /** For each slot, the lists that one of its options, or of the slots after it, meets. */
  readonly #meetable: ReadonlySet<number>[] = [];
  /** For each list, how many of the chosen providers meet it. */
  readonly #cover: number[];

  constructor({ required }: CompiledGroup, spreadCount: number, options: Options) {
    this.#spreadCount = spreadCount;
    this.#cover = required.map(() => 0);
    let meetable = new Set<number>();
    for (let slot = spreadCount - 1; slot >= 0; slot--) {
      meetable = new Set(meetable);
      for (const provider of options[slot] as readonly Provider[]) {
        const met = this.#met.getOrInsertComputed(provider, () =>
          required.flatMap((sets, list) => (isInAny(provider, sets) ? [list] : [])),
        );
        for (const list of met) meetable.add(list);
      }
      this.#meetable[slot] = meetable;
    }
  }

  take(slot: number, provider: Provider): boolean {
    if (slot >= this.#spreadCount) return true;
    this.#count(provider, 1);
    const later = this.#meetable[slot + 1];
    if (this.#cover.every((times, list) => times > 0 || later?.has(list))) return true;
    this.#count(provider, -1);
    return false;
  }

  giveBack(slot: number, provider: Provider): void {
    if (slot < this.#spreadCount) this.#count(provider, -1);
  }

  /** What it needs to know it has known from the beginning. */
  hold(): void {}

  leavesRoomFrom(): boolean {
    return true;
  }

  notes(): string {
    return this.#cover.map((times) => (times > 0 ? '1' : '0')).join('');
  }

  notesOn(): string {
    return '';
  }

  kindOf(provider: Provider): string {
    return this.#met.get(provider)?.join() ?? '';
  }

  #count(provider: Provider, change: 1 | -1): void {
    for (const list of this.#met.get(provider) as readonly number[]) {
      this.#cover[list] = (this.#cover[list] as number) + change;
    }
  }
}
