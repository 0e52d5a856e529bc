import type { CandidateRequest, Conditions, RequestGroup } from '../candidates/request.ts';
import type { ClassName } from '../ids.ts';
import type { Provider } from '../provider.ts';
import type { World } from '../world.ts';
import { isAtOrBelow, topOf, treeBelow } from './tree.ts';

/*
 * The rules of RULES.md, one function each, said as simply as they can be. Nothing in here looks at an index or a
 * sum that the world keeps: usage is counted, trees are climbed.
 */

/** One choice of a candidate: a granular group, or one class of the spread group. */
export interface Part {
  readonly group: RequestGroup;
  readonly resources: readonly (readonly [ClassName, number])[];
}

/** A part and who serves it. */
export interface Served extends Part {
  readonly provider: Provider;
}

export function c2Room(world: World, provider: Provider, name: ClassName, amount: number): boolean {
  const inventory = provider.inventories.get(name);
  if (!inventory) return false;
  const { total, reserved, allocationRatio, minUnit, maxUnit, stepSize } = inventory;
  return (
    amount >= minUnit &&
    amount <= maxUnit &&
    amount % stepSize === 0 &&
    usedOf(world, provider, name) + amount <= (total - reserved) * allocationRatio
  );
}

function usedOf(world: World, provider: Provider, name: ClassName): number {
  const allocations = [...world.consumers.values()].flatMap((consumer) => consumer.allocations);
  return allocations
    .filter((allocation) => allocation.provider === provider && allocation.resourceClass === name)
    .reduce((sum, { amount }) => sum + amount, 0);
}

export function c3RequiredTraits(provider: Provider, { requiredTraits }: Conditions): boolean {
  return requiredTraits.every((anyOf) => anyOf.some((trait) => provider.traits.has(trait)));
}

/** For the spread group: among its providers is one with the trait. */
export function c3RequiredTraitsTogether(served: readonly Served[]): boolean {
  const ofSpread = served.filter(({ group }) => group.suffix === '');
  const lists = ofSpread.flatMap(({ group }) => group.conditions.requiredTraits);
  return lists.every((anyOf) =>
    ofSpread.some(({ provider }) => anyOf.some((trait) => provider.traits.has(trait))),
  );
}

export function c4ForbiddenTraits(provider: Provider, { forbiddenTraits }: Conditions): boolean {
  return !forbiddenTraits.some((trait) => provider.traits.has(trait));
}

export function c5Aggregates(provider: Provider, conditions: Conditions): boolean {
  return isMember(provider, conditions) && !isForbidden(provider, conditions);
}

function isMember(provider: Provider, { memberOf }: Conditions): boolean {
  return memberOf.every((anyOf) => anyOf.some((aggregate) => provider.aggregates.has(aggregate)));
}

function isForbidden(provider: Provider, { forbiddenAggregates }: Conditions): boolean {
  return forbiddenAggregates.some((aggregate) => provider.aggregates.has(aggregate));
}

/** A sharer from elsewhere and a tree have an aggregate in common. */
export function c6SharesWith(world: World, provider: Provider, anchor: Provider): boolean {
  const isSharer = [...provider.traits].some((trait) => String(trait) === 'MISC_SHARES_VIA_AGGREGATE');
  const tree = [...world.providers.values()].filter((each) => topOf(each) === anchor);
  return (
    isSharer &&
    topOf(provider) !== anchor &&
    tree.some((member) => [...member.aggregates].some((aggregate) => provider.aggregates.has(aggregate)))
  );
}

export function c7InTree(provider: Provider, { inTree }: Conditions): boolean {
  return inTree === null || isInTreeOf(provider, inTree);
}

/** For the spread group the root stands for its whole tree. */
export function c8Aggregates(provider: Provider, anchor: Provider, conditions: Conditions): boolean {
  const isOfTree = topOf(provider) === anchor;
  const isMemberHere = isMember(provider, conditions) || (isOfTree && isMember(anchor, conditions));
  return isMemberHere && !isForbidden(provider, conditions) && !isForbidden(anchor, conditions);
}

export function c8InTree(provider: Provider, anchor: Provider, { inTree }: Conditions): boolean {
  return inTree === null || (isInTreeOf(anchor, inTree) && topOf(provider) === anchor);
}

function isInTreeOf(provider: Provider, id: string): boolean {
  return treeBelow(topOf(provider)).some((member) => member.id === id);
}

export function c9Sums(world: World, served: readonly Served[]): boolean {
  return served.every(({ provider, resources }) =>
    resources.every(([name]) => {
      const amounts = served
        .filter((other) => other.provider === provider)
        .flatMap((other) => other.resources.filter(([otherName]) => otherName === name))
        .map(([, amount]) => amount);
      const sum = amounts.reduce((total, amount) => total + amount, 0);
      const inventory = provider.inventories.get(name);
      if (!inventory) return false;
      const capacity = Math.trunc((inventory.total - inventory.reserved) * inventory.allocationRatio);
      return usedOf(world, provider, name) + sum <= capacity && sum <= inventory.maxUnit;
    }),
  );
}

export function c10Isolation({ groupPolicy }: CandidateRequest, served: readonly Served[]): boolean {
  if (groupPolicy === 'none') return true;
  const granular = served.filter(({ group }) => group.suffix !== '').map(({ provider }) => provider);
  return new Set(granular).size === granular.length;
}

export function c11SameSubtree({ sameSubtrees }: CandidateRequest, served: readonly Served[]): boolean {
  return sameSubtrees.every((suffixes) => {
    const providers = served
      .filter(({ group }) => suffixes.includes(group.suffix))
      .map(({ provider }) => provider);
    return providers.some((top) => providers.every((provider) => isAtOrBelow(provider, top)));
  });
}

export function c12OnePerTree({ allowsNested }: CandidateRequest, served: readonly Served[]): boolean {
  if (allowsNested) return true;
  const providers = new Set(served.map(({ provider }) => provider));
  return new Set([...providers].map(topOf)).size === providers.size;
}

export function c13RootRequired(request: CandidateRequest, anchor: Provider): boolean {
  return (
    request.rootRequiredTraits.every((trait) => anchor.traits.has(trait)) &&
    !request.rootForbiddenTraits.some((trait) => anchor.traits.has(trait))
  );
}
