import type { ClassName } from '../ids.ts';
import { wholeCapacityOf } from '../inventory.ts';
import type { Provider } from '../provider.ts';
import { usedOf } from '../provider.ts';
import type { Slot } from './candidate.ts';
import type { CompiledRequest } from './compile-request.ts';
import type { Options } from './options.ts';

/**
 * A quick no: slots that compete for the same providers may have options, each for itself, and yet not be fillable
 * together. To find that out by trying takes all combinations: eleven groups of one device on a host with ten would be
 * billions. These two conditions do not make sure that there is a candidate, but where one fails there is none.
 */
export function canBeFilled(
  { request, slots, spreadCount, contended }: CompiledRequest,
  options: Options,
): boolean {
  for (const contention of contended) if (!hasEnoughFor(contention, options)) return false;
  const isIsolated = request.groupPolicy === 'isolate' && slots.length - spreadCount > 1;
  return !isIsolated || canBeIsolated(options.slice(spreadCount));
}

/** A class that several slots take from. */
export interface Contention {
  readonly resourceClass: ClassName;
  readonly takers: readonly { readonly slot: number; readonly amount: number }[];
}

export function contentionsOf(slots: readonly Slot[]): Contention[] {
  const takers = new Map<ClassName, { slot: number; amount: number }[]>();
  for (const [slot, { resources }] of slots.entries()) {
    for (const [name, amount] of resources) takers.getOrInsertComputed(name, () => []).push({ slot, amount });
  }
  return Array.from(takers, ([resourceClass, all]) => ({ resourceClass, takers: all })).filter(
    (contention) => contention.takers.length > 1,
  );
}

/** C9, for all together: enough in sum, and enough places for that many takers of at least the smallest amount. */
function hasEnoughFor({ resourceClass, takers }: Contention, options: Options): boolean {
  const providers = new Set<Provider>();
  let wanted = 0;
  let smallest = Infinity;
  for (const { slot, amount } of takers) {
    for (const provider of options[slot] ?? []) providers.add(provider);
    wanted += amount;
    smallest = Math.min(smallest, amount);
  }
  let room = 0;
  let places = 0;
  for (const provider of providers) {
    const inventory = provider.inventories.get(resourceClass);
    if (!inventory) continue;
    const free = Math.min(wholeCapacityOf(inventory) - usedOf(provider, resourceClass), inventory.maxUnit);
    room += free;
    places += Math.floor(free / smallest);
  }
  return room >= wanted && places >= takers.length;
}

/**
 * C10, for all together: whether every slot can have a provider of its own. A slot takes an option that is free, or one
 * whose taker can move to another (Kuhn's algorithm). With [a b] [a] [b c]: the first takes a; the second makes it move to
 * b; the third takes c.
 */
function canBeIsolated(options: Options): boolean {
  const takenBy = new Map<Provider, number>();
  return options.every((_, slot) => place(slot, new Set()));

  function place(slot: number, tried: Set<Provider>): boolean {
    for (const provider of options[slot] ?? []) {
      if (tried.has(provider)) continue;
      tried.add(provider);
      const taker = takenBy.get(provider);
      if (taker !== undefined && !place(taker, tried)) continue;
      takenBy.set(provider, slot);
      return true;
    }
    return false;
  }
}
