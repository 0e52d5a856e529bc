import type { ClassName } from '../ids.ts';
import { Stock } from '../stock.ts';
import type { ProviderRecord, WorldState } from '../world.ts';

/** To be called after every change of an inventory or of usage. There is no stock without an inventory. */
export function renewStock(world: WorldState, provider: ProviderRecord, resourceClass: ClassName): void {
  const stock = world.stocks.get(resourceClass);
  if (stock) {
    stock.renew(provider, resourceClass);
    if (stock.providers.size > 0) return;
    world.stocks.delete(resourceClass);
    world.indexRevision++;
  } else if (provider.inventories.has(resourceClass)) {
    const first = new Stock(world.roster);
    world.stocks.set(resourceClass, first);
    world.indexRevision++;
    first.renew(provider, resourceClass);
  }
}
