import type { Command } from '../decide.ts';
import type { ProviderId } from '../ids.ts';
import type { World } from '../world.ts';
import type { Claim } from './claim.ts';

/**
 * How many things a command writes or takes away: consumers and allocations, inventories, traits, aggregates, providers. It
 * is decided, applied and stored in one step, in which nobody else is served, and that takes some 5 µs for each of them.
 */
export function sizeOf(world: World, command: Command): number {
  switch (command.kind) {
    case 'set-allocations':
      return claimsAskedFor(command.claims) + claimsReleased(world, command.claims);
    case 'reshape': {
      let size = claimsAskedFor(command.claims) + claimsReleased(world, command.claims);
      for (const { id, inventories } of command.inventories)
        size += 1 + inventories.size + inventoryCount(world, id);
      return size;
    }
    case 'set-inventories':
      return 1 + command.inventories.size + inventoryCount(world, command.id);
    // All of a provider's inventories are written together.
    case 'add-inventory':
      return 2 + inventoryCount(world, command.id);
    case 'update-inventory':
    case 'remove-inventory':
      return 1 + inventoryCount(world, command.id);
    case 'set-traits':
      return 1 + command.traits.length + (world.providers.get(command.id)?.traits.size ?? 0);
    case 'set-aggregates':
      return 1 + command.aggregates.length + (world.providers.get(command.id)?.aggregates.size ?? 0);
    case 'remove-provider': {
      const provider = world.providers.get(command.id);
      return provider ? 1 + provider.inventories.size + provider.traits.size + provider.aggregates.size : 1;
    }
    case 'remove-allocations':
      return 1 + (world.consumers.get(command.consumerId)?.allocations.length ?? 0);
    case 'rename-class':
      return renamedCount(world, command.name);
    default:
      return 1;
  }
}

/**
 * Whether a command asks for more than so many things. One about a single provider or consumer may take away as many as
 * there are: whatever is there, it must be possible to be rid of it.
 */
export function isLargerThan(most: number, world: World, command: Command): boolean {
  // Nearly all writes; what the consumer gives back does not count, and is not looked up.
  if (command.kind === 'set-allocations' && command.claims.length === 1)
    return claimsAskedFor(command.claims) > most;
  if (sizeOf(world, command) <= most) return false;
  switch (command.kind) {
    case 'set-allocations':
      return command.claims.length > 1 || claimsAskedFor(command.claims) > most;
    case 'reshape':
    case 'add-inventory':
    case 'rename-class':
      return true;
    case 'set-inventories':
      return 1 + command.inventories.size > most;
    case 'set-traits':
      return 1 + command.traits.length > most;
    case 'set-aggregates':
      return 1 + command.aggregates.length > most;
    default:
      return false;
  }
}

function claimsAskedFor(claims: readonly Claim[]): number {
  let size = claims.length;
  for (const { allocations } of claims) size += allocations.length;
  return size;
}

/** What the claims' consumers hold now, and give back first. */
function claimsReleased(world: World, claims: readonly Claim[]): number {
  let size = 0;
  for (const { consumerId } of claims) size += world.consumers.get(consumerId)?.allocations.length ?? 0;
  return size;
}

function inventoryCount(world: World, id: ProviderId): number {
  return world.providers.get(id)?.inventories.size ?? 0;
}

/** Providers that have the class, with all their consumers: who of them holds some of it is found by looking at all. */
function renamedCount(world: World, name: RenamedName): number {
  const stock = world.stocks.get(name);
  let size = 1 + (stock?.providers.size ?? 0);
  for (const { consumers } of stock?.providers ?? []) {
    size += consumers.size;
    if (size > farTooMany) break;
  }
  return size;
}

type RenamedName = Extract<Command, { kind: 'rename-class' }>['name'];

/** Nobody sets a limit above this, and to count on would take long itself. */
const farTooMany = 1_000_000;
