import type { Change } from '../changes.ts';
import type { ClassName, Instant, ProviderId } from '../ids.ts';
import type { Provider } from '../provider.ts';
import type { OnRefusal } from '../refusals.ts';
import { refuse } from '../refusals.ts';
import type { World } from '../world.ts';
import type { Claim, CountedInventories, KnownClaim } from './claim.ts';
import { addAmount, checkRoom, consumerChanges, lookUpClaims, releasedBy, touchedBy } from './claim.ts';
import { checkClass, checkGeneration } from './look-up.ts';
import type { NewInventories } from './set-inventories.ts';
import { checkNotInUse, inventoriesSet } from './set-inventories.ts';
import { touch } from './touch.ts';

export interface Reshape {
  readonly kind: 'reshape';
  readonly inventories: readonly ReshapedInventories[];
  readonly claims: readonly Claim[];
  readonly now: Instant;
}

export interface ReshapedInventories {
  readonly id: ProviderId;
  readonly expectedGeneration: number;
  readonly inventories: NewInventories;
}

/**
 * Moves inventory, and the allocations on it, from some providers to others, in one step.
 *
 * It is judged as if in three: first every provider has both its old and its new inventories (where both exist, the
 * new); then the allocations are replaced; then what is not in the new inventories goes, which must by then be
 * unused.
 */
export function reshape(world: World, command: Reshape): Change[] {
  const { reshaped, claims } = judgeReshape(world, command, refuse);
  const { now } = command;
  return [
    ...Array.from(reshaped, ([provider, wanted]) => inventoriesSet(provider, wanted, now)),
    ...consumerChanges(claims, now),
    ...touches(reshaped, touchedBy(claims), now),
  ];
}

/** A reshape whose providers and consumers have been looked up. */
export interface JudgedReshape {
  readonly reshaped: ReadonlyMap<Provider, NewInventories>;
  readonly claims: readonly KnownClaim[];
}

/** Asks all rules, in the order that clients see where several are broken. */
export function judgeReshape(world: World, command: Reshape, onRefusal: OnRefusal): JudgedReshape {
  const reshaped = new Map<Provider, NewInventories>();
  for (const { id, expectedGeneration, inventories } of command.inventories) {
    const provider = world.providers.get(id);
    if (!provider) {
      onRefusal({ kind: 'reshape-provider-not-found', id });
      continue;
    }
    checkGeneration(provider, expectedGeneration, onRefusal);
    reshaped.set(provider, inventories);
  }
  const claims = lookUpClaims(world, command.claims, onRefusal);
  for (const { inventories } of command.inventories) {
    for (const name of inventories.keys()) checkClass(world, name, onRefusal);
  }
  checkRoom(world, claims, interimInventories(reshaped), onRefusal);
  const difference = usageDifference(claims);
  for (const [provider, wanted] of reshaped) {
    checkNotInUse(world, provider, wanted, usedClasses(provider, difference), onRefusal);
  }
  return { reshaped, claims };
}

/** Where both exist, the new one counts. */
function interimInventories(reshaped: ReadonlyMap<Provider, NewInventories>): CountedInventories {
  return {
    of: (provider, name) => reshaped.get(provider)?.get(name) ?? provider.inventories.get(name),
    *classesOf(provider) {
      yield* reshaped.get(provider)?.keys() ?? [];
      yield* provider.inventories.keys();
    },
  };
}

/** By how much each provider's usage changes, per class. */
function usageDifference(claims: readonly KnownClaim[]): Map<Provider, Map<ClassName, number>> {
  const difference = new Map<Provider, Map<ClassName, number>>();
  for (const [provider, amounts] of releasedBy(claims)) {
    for (const [name, amount] of amounts) addAmount(difference, provider, name, -amount);
  }
  for (const { allocations } of claims) {
    for (const { provider, resourceClass, amount } of allocations) {
      addAmount(difference, provider, resourceClass, amount);
    }
  }
  return difference;
}

function usedClasses(provider: Provider, difference: Map<Provider, Map<ClassName, number>>): ClassName[] {
  const ofProvider = difference.get(provider) ?? new Map<ClassName, number>();
  return [...new Set([...provider.used.keys(), ...ofProvider.keys()])].filter(
    (name) => (provider.used.get(name) ?? 0) + (ofProvider.get(name) ?? 0) > 0,
  );
}

/** Each of the three steps moves on the generation of the providers it writes; the first skips emptied ones. */
function touches(
  reshaped: ReadonlyMap<Provider, NewInventories>,
  allocatedFrom: ReadonlySet<Provider>,
  now: Instant,
): Change[] {
  const steps = new Map<Provider, number>();
  for (const [provider, wanted] of reshaped) steps.set(provider, wanted.size > 0 ? 2 : 1);
  for (const provider of allocatedFrom) steps.set(provider, (steps.get(provider) ?? 0) + 1);
  return Array.from(steps, ([provider, count]) => touch(provider, now, count));
}
