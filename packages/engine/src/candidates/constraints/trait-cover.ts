import type { CompiledGroup } from '../compile-request.ts';
import type { TreeView } from '../tree-look.ts';
import type { Constraint } from './constraint.ts';

/** C3 for the group without a suffix: the providers it is spread over have the required traits between them. */
export class TraitCover implements Constraint {
  readonly #spreadCount: number;
  /** By position, which of the lists of required traits it meets. */
  readonly #met: ReadonlyMap<number, readonly number[]>;
  /** For each slot, the lists that one of its options meets. */
  readonly #meetable: readonly (readonly number[])[];
  /** For each list, how many of the chosen providers meet it. */
  readonly #cover: number[];
  /** For each list, how many of the slots that are not filled have an option that meets it. */
  readonly #open: number[];

  constructor({ required }: CompiledGroup, spreadCount: number, { options, traitsMet }: TreeView) {
    this.#spreadCount = spreadCount;
    this.#met = traitsMet as ReadonlyMap<number, readonly number[]>; // It is noted where traits are required.
    this.#cover = required.map(() => 0);
    this.#open = required.map(() => 0);
    this.#meetable = options.slice(0, spreadCount).map((positions) => {
      const lists = new Set<number>();
      for (const position of positions) {
        for (const list of this.#metBy(position)) lists.add(list);
        if (lists.size === required.length) break;
      }
      for (const list of lists) this.#open[list]!++;
      return [...lists];
    });
  }

  allows(): boolean {
    return true;
  }

  take(slot: number, position: number): boolean {
    if (slot >= this.#spreadCount) return true;
    this.#count(slot, position, 1);
    if (this.#cover.every((times, list) => times > 0 || (this.#open[list] as number) > 0)) return true;
    this.#count(slot, position, -1);
    return false;
  }

  giveBack(slot: number, position: number): void {
    if (slot < this.#spreadCount) this.#count(slot, position, -1);
  }

  leavesRoom(): boolean {
    return this.#cover.every((times, list) => times > 0 || (this.#open[list] as number) > 0);
  }

  kindOf(position: number): string {
    return this.#metBy(position).join();
  }

  isInSameState(): boolean {
    return true;
  }

  #count(slot: number, position: number, change: 1 | -1): void {
    for (const list of this.#metBy(position)) this.#cover[list]! += change;
    for (const list of this.#meetable[slot] as readonly number[]) this.#open[list]! -= change;
  }

  #metBy(position: number): readonly number[] {
    return this.#met.get(position) ?? none;
  }
}

const none: readonly number[] = [];
