import type { ClassName } from '@berth/engine/ids.ts';
import { capacityOf } from '@berth/engine/inventory.ts';
import { type Provider, usedOf } from '@berth/engine/provider.ts';
import { chunkOf, placeOf, type ReadonlyProviderSet } from '@berth/engine/provider-set.ts';
import type { ReadonlyStock } from '@berth/engine/stock.ts';

/**
 * What would be left of a class if some held more or less of it than they do. It is the stock of the world, but for the chunks of a thousand
 * providers in which something was changed: these are copies.
 */
export class PlannedStock implements ReadonlyStock {
  readonly #stock: ReadonlyStock;
  readonly #resourceClass: ClassName;
  readonly #left: (Int32Array | undefined)[] = [];
  readonly #most: (number | undefined)[] = [];

  constructor(stock: ReadonlyStock, resourceClass: ClassName) {
    this.#stock = stock;
    this.#resourceClass = resourceClass;
  }

  get providers(): ReadonlyProviderSet {
    return this.#stock.providers;
  }

  get choosy(): ReadonlyProviderSet {
    return this.#stock.choosy;
  }

  leftAt(provider: Provider): number {
    return this.#left[chunkOf(provider.index)]?.[placeOf(provider.index)] ?? this.#stock.leftAt(provider);
  }

  leftIn(chunk: number): Int32Array | undefined {
    return this.#left[chunk] ?? this.#stock.leftIn(chunk);
  }

  mostIn(chunk: number): number {
    return this.#most[chunk] ?? this.#stock.mostIn(chunk);
  }

  /** From now on so much more of it is used at the provider than the world knows of. */
  renew(provider: Provider, more: number): void {
    const inventory = provider.inventories.get(this.#resourceClass);
    const chunk = chunkOf(provider.index);
    const left = (this.#left[chunk] ??= this.#stock.leftIn(chunk)?.slice());
    if (inventory === undefined || left === undefined) return;
    const free = Math.floor(capacityOf(inventory)) - usedOf(provider, this.#resourceClass) - more;
    const value = Math.max(-1, Math.min(free, inventory.maxUnit));
    left[placeOf(provider.index)] = value;
    this.#most[chunk] = Math.max(value, this.mostIn(chunk));
  }
}
