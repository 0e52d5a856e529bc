import type { AllocationFacts, Change } from '../changes.ts';
import type { Consumer } from '../consumer.ts';
import type { ClassName, ConsumerId, Instant, ProviderId } from '../ids.ts';
import type { InventoryAmounts } from '../inventory.ts';
import { capacityOf, isAllowedAmount } from '../inventory.ts';
import type { Provider } from '../provider.ts';
import { usedOf } from '../provider.ts';
import type { OnRefusal } from '../refusals.ts';
import type { World } from '../world.ts';
import { checkClass, inCatalogOrder } from './look-up.ts';

/** All that one consumer is to hold from now on; nothing: it gives everything back. */
export interface Claim {
  readonly consumerId: ConsumerId;
  readonly projectId: string;
  readonly userId: string;
  /** Absent for clients older than 1.38: the type stays, or is unknown for a new consumer. */
  readonly type?: string;
  /** Absent for clients older than 1.28, who do not check. Null: the consumer must be new. */
  readonly expectedGeneration?: number | null;
  readonly allocations: readonly AllocationFacts[];
}

/** A claim whose consumer and providers have been looked up; allocations of providers that nobody knows are left out. */
export interface KnownClaim {
  readonly claim: Claim;
  readonly existing: Consumer | undefined;
  readonly allocations: readonly KnownAllocation[];
}

interface KnownAllocation {
  readonly provider: Provider;
  readonly resourceClass: ClassName;
  readonly amount: number;
}

/** Which inventories count for a provider: those it has, or, in a reshape, also those it will have. */
export interface CountedInventories {
  of(provider: Provider, resourceClass: ClassName): InventoryAmounts | undefined;
  /** All classes for which `of` gives something. */
  classesOf(provider: Provider): Iterable<ClassName>;
}

export const presentInventories: CountedInventories = {
  of: ({ inventories }, resourceClass) => inventories.get(resourceClass),
  classesOf: ({ inventories }) => inventories.keys(),
};

/** First every consumer's generation, then every provider: that order is visible in which error wins. */
export function lookUpClaims(world: World, claims: readonly Claim[], onRefusal: OnRefusal): KnownClaim[] {
  const consumers = claims.map((claim) => {
    const existing = world.consumers.get(claim.consumerId);
    checkConsumerGeneration(claim, existing, onRefusal);
    return existing;
  });
  return claims.map((claim, index) => ({
    claim,
    existing: consumers[index],
    allocations: knownAllocations(world, claim, onRefusal),
  }));
}

function checkConsumerGeneration(
  { consumerId, expectedGeneration }: Claim,
  existing: Consumer | undefined,
  onRefusal: OnRefusal,
): void {
  if (expectedGeneration === undefined) return;
  const actual = existing?.generation ?? null;
  if (actual === expectedGeneration) return;
  const conflict = { actual, given: expectedGeneration };
  onRefusal({ kind: 'consumer-generation-conflict', id: consumerId, ...conflict }, consumerId);
}

function knownAllocations(
  world: World,
  { consumerId, allocations }: Claim,
  onRefusal: OnRefusal,
): KnownAllocation[] {
  const known: KnownAllocation[] = [];
  for (const { providerId, resourceClass, amount } of allocations) {
    const provider = world.providers.get(providerId);
    if (provider) known.push({ provider, resourceClass, amount });
    else onRefusal({ kind: 'allocation-provider-not-found', id: providerId }, consumerId);
  }
  return known;
}

/** Every class is known, every provider has something of it, and there is room once the old holdings are gone. */
export function checkRoom(
  world: World,
  claims: readonly KnownClaim[],
  counted: CountedInventories,
  onRefusal: OnRefusal,
): void {
  for (const { claim } of claims) {
    for (const { resourceClass } of claim.allocations) checkClass(world, resourceClass, onRefusal);
  }
  checkProvidersHaveAny(world, claims, counted, onRefusal);
  const released = releasedBy(claims);
  const taken = new Map<Provider, Map<ClassName, number>>();
  for (const { claim, allocations } of claims) {
    for (const allocation of allocations) checkAllocation(claim.consumerId, allocation);
  }

  function checkAllocation(
    consumerId: ConsumerId,
    { provider, resourceClass, amount }: KnownAllocation,
  ): void {
    const { id } = provider;
    const inventory = counted.of(provider, resourceClass);
    if (!inventory) {
      const nothing = { providers: [id], resourceClasses: [resourceClass] };
      onRefusal({ kind: 'nothing-to-allocate-from', ...nothing }, consumerId);
      return;
    }
    if (!isAllowedAmount(inventory, amount)) {
      onRefusal({ kind: 'amount-not-allowed', id, resourceClass }, consumerId);
    }
    const takenNow = addAmount(taken, provider, resourceClass, amount);
    const used = usedOf(provider, resourceClass) - (released.get(provider)?.get(resourceClass) ?? 0);
    if (used + takenNow > capacityOf(inventory)) {
      onRefusal({ kind: 'capacity-exceeded', id, resourceClass }, consumerId);
    }
  }
}

/** Whether each provider has any of the classes that the claims are about; what is only given back counts too. */
function checkProvidersHaveAny(
  world: World,
  claims: readonly KnownClaim[],
  counted: CountedInventories,
  onRefusal: OnRefusal,
): void {
  const lacking = new Set<Provider>();
  for (const { allocations } of claims) {
    for (const { provider, resourceClass } of allocations) {
      if (!counted.of(provider, resourceClass)) lacking.add(provider);
    }
  }
  if (lacking.size === 0) return;
  // Whoever lacks what is asked of it may have another of the classes, which is another refusal.
  const classes = new Set(claims.flatMap(visitedBy).map(({ resourceClass }) => resourceClass));
  const without: ProviderId[] = [];
  for (const provider of lacking) if (!hasAny(provider, classes, counted)) without.push(provider.id);
  if (without.length > 0) {
    onRefusal({
      kind: 'nothing-to-allocate-from',
      providers: without,
      resourceClasses: inCatalogOrder(world, classes),
    });
  }
}

function hasAny(provider: Provider, classes: ReadonlySet<ClassName>, counted: CountedInventories): boolean {
  for (const name of counted.classesOf(provider)) if (classes.has(name)) return true;
  return false;
}

/** What a claim takes, or, if it gives everything back, what it gives back. */
function visitedBy({ claim, allocations, existing }: KnownClaim): readonly KnownAllocation[] {
  return claim.allocations.length > 0 ? allocations : (existing?.allocations ?? []);
}

/** What the claims' consumers hold now, per provider and class: all of it is given back first. */
export function releasedBy(claims: readonly KnownClaim[]): Map<Provider, Map<ClassName, number>> {
  const released = new Map<Provider, Map<ClassName, number>>();
  for (const { existing } of claims) {
    for (const { provider, resourceClass, amount } of existing?.allocations ?? []) {
      addAmount(released, provider, resourceClass, amount);
    }
  }
  return released;
}

export function addAmount(
  sums: Map<Provider, Map<ClassName, number>>,
  provider: Provider,
  resourceClass: ClassName,
  amount: number,
): number {
  let ofProvider = sums.get(provider);
  if (!ofProvider) sums.set(provider, (ofProvider = new Map()));
  const sum = (ofProvider.get(resourceClass) ?? 0) + amount;
  ofProvider.set(resourceClass, sum);
  return sum;
}

/**
 * The providers that a write of these claims moves on by a generation: those that something is taken from, and
 * those that a consumer which gives everything back had something from.
 */
export function touchedBy(claims: readonly KnownClaim[]): Set<Provider> {
  const touched = new Set<Provider>();
  for (const { provider } of claims.flatMap(visitedBy)) touched.add(provider);
  return touched;
}

export function consumerChanges(claims: readonly KnownClaim[], now: Instant): Change[] {
  return claims.flatMap(({ claim, existing }): Change[] => {
    if (claim.allocations.length === 0) {
      return existing ? [{ kind: 'consumer-removed', id: existing.id, createdAt: existing.createdAt }] : [];
    }
    const consumer = {
      id: claim.consumerId,
      generation: (existing?.generation ?? 0) + 1,
      projectId: claim.projectId,
      userId: claim.userId,
      type: claim.type ?? existing?.type ?? null,
      createdAt: existing?.createdAt ?? now,
      allocatedAt: now,
      allocations: claim.allocations,
    };
    return existing
      ? [{ kind: 'consumer-set', consumer }]
      : [{ kind: 'consumer-set', consumer, isNew: true }];
  });
}
