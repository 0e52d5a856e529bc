import type { Provider } from '../provider.ts';
import type { Constraint } from './constraints/constraint.ts';
import type { Options } from './options.ts';

/**
 * Remembers from which choices no candidate was to be had, so that choices that come to the same are not followed again.
 * Choices come to the same if they differ only in which of several providers that are alike were taken: of ten groups on
 * nine equal devices, the first nine can be placed in 362,880 ways, and all of them are one dead end.
 *
 * Providers of which no two are alike are what this does not help with; there the rules are asked before each choice
 * whether they leave room for the rest.
 */
export class DeadEnds {
  readonly #constraints: readonly Constraint[];
  readonly #options: Options;
  readonly #vainMax: number;
  readonly #known = new Set<string>();
  #count = 0;
  /** Providers that are alike. */
  #kinds: readonly (readonly Provider[])[] | null = null;

  /** Some dead ends, `vainMax`, cost less to follow than to avoid. */
  constructor(constraints: readonly Constraint[], options: Options, vainMax: number) {
    this.#vainMax = vainMax;
    this.#constraints = constraints;
    this.#options = options;
  }

  /** Whether it is clear that the slots from this one on cannot be filled, as the others are now. */
  includes(slot: number): boolean {
    if (this.#count <= this.#vainMax) return false;
    return (
      this.#known.has(this.#keyOf(slot)) || !this.#constraints.every((each) => each.leavesRoomFrom(slot))
    );
  }

  add(slot: number): void {
    this.#count++;
    if (this.#count > this.#vainMax && this.#known.size < maxKnown) this.#known.add(this.#keyOf(slot));
  }

  #keyOf(slot: number): string {
    this.#kinds ??= this.#findKinds();
    const notes = this.#kinds.map((alike) =>
      alike
        .map((provider) => this.#notesOn(provider))
        .sort()
        .join(),
    );
    return [slot, ...this.#constraints.map((constraint) => constraint.notes()), ...notes].join(';');
  }

  #notesOn(provider: Provider): string {
    let notes = '';
    for (const constraint of this.#constraints) notes += `${constraint.notesOn(provider)} `;
    return notes;
  }

  /** Providers are alike if they are options of the same slots, and every rule says that they are. */
  #findKinds(): Provider[][] {
    const slots = new Map<Provider, number[]>();
    for (const [slot, providers] of this.#options.entries()) {
      for (const provider of providers) slots.getOrInsertComputed(provider, () => []).push(slot);
    }
    const kinds = Map.groupBy(slots.keys(), (provider) =>
      [slots.get(provider), ...this.#constraints.map((constraint) => constraint.kindOf(provider))].join(';'),
    );
    return [...kinds.values()];
  }
}

/** Enough for what is alike; without likeness, memory is not to be filled with what never comes again. */
const maxKnown = 20_000;
