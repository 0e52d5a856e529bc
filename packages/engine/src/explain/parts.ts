import { isInAny, isMember } from './aggregates-match.ts';
import type { CandidateRequest, RequestGroup } from '../candidates/request.ts';
import { hasAny } from './traits-match.ts';
import { classOf } from '../commands/look-up.ts';
import type { ClassName } from '../ids.ts';
import { isAllowedAmount } from '../inventory.ts';
import type { Provider } from '../provider.ts';
import type { World } from '../world.ts';
import { distinctLists } from './distinct.ts';
import { freeOf } from './room.ts';
import type { Rule } from './rule.ts';

/**
 * What one provider has to serve: a granular group, or one class of the spread group. These are the slots of the search,
 * in its order.
 */
export interface Part {
  readonly suffix: string;
  readonly isSpread: boolean;
  readonly takes: readonly (readonly [ClassName, number])[];
  /** What a provider must meet to serve it at an anchor, in the order in which it is told. */
  readonly checks: readonly Check[];
}

export interface Check {
  readonly rule: Rule;
  readonly holds: (provider: Provider, anchor: Provider) => boolean;
}

export function partsOf(world: World, request: CandidateRequest): Part[] {
  const spread = request.groups.filter(({ suffix }) => suffix === '');
  const granular = request.groups.filter(({ suffix }) => suffix !== '');
  return [
    ...spread.flatMap((group) =>
      takesOf(world, group).map((take) => ({
        suffix: '',
        isSpread: true,
        takes: [take],
        checks: [...inTreeOfAnchor(world, group), ...roomFor(...take), ...spreadConditions(group)],
      })),
    ),
    ...granular.map((group) => {
      const takes = takesOf(world, group);
      return {
        suffix: group.suffix,
        isSpread: false,
        takes,
        checks: [
          ...inTree(world, group),
          ...takes.flatMap((take) => roomFor(...take)),
          ...granularConditions(group),
        ],
      };
    }),
  ];
}

function takesOf(world: World, { resources }: RequestGroup): (readonly [ClassName, number])[] {
  return [...resources].sort(([a], [b]) => classOf(world, a).order - classOf(world, b).order);
}

/** C7; a provider that nobody knows has no tree. */
function inTree(world: World, { conditions }: RequestGroup): Check[] {
  const named = conditions.inTree;
  if (named === null) return [];
  // Looked up each time: it may be moved or removed while others are being looked at.
  const holds = (provider: Provider): boolean => provider.root === world.providers.get(named)?.root;
  return [{ rule: { kind: 'in-tree', provider: named }, holds }];
}

/** C8: the tree is then the anchor's, and nobody shares with it. */
function inTreeOfAnchor(world: World, group: RequestGroup): Check[] {
  return inTree(world, group).map((check) => ({
    rule: check.rule,
    holds: (provider, anchor) => check.holds(provider, anchor) && provider.root === anchor,
  }));
}

/** C2 */
function roomFor(resourceClass: ClassName, amount: number): Check[] {
  return [
    {
      rule: { kind: 'inventory', resourceClass, amount },
      holds: (provider) => provider.inventories.has(resourceClass),
    },
    {
      rule: { kind: 'unit', resourceClass, amount },
      holds: (provider) => {
        const inventory = provider.inventories.get(resourceClass);
        return inventory !== undefined && isAllowedAmount(inventory, amount);
      },
    },
    {
      rule: { kind: 'capacity', resourceClass, amount },
      holds: (provider) => {
        const inventory = provider.inventories.get(resourceClass);
        return inventory !== undefined && freeOf(provider, resourceClass, inventory) >= amount;
      },
    },
  ];
}

/** C3, C4 and C5: all of them for the provider itself. */
function granularConditions({ conditions }: RequestGroup): Check[] {
  return [
    ...distinctLists(conditions.requiredTraits).map(
      (anyOf): Check => ({
        rule: { kind: 'required', anyOf },
        holds: (provider) => hasAny(provider.traits, anyOf),
      }),
    ),
    ...forbiddenTraits(conditions),
    ...distinctLists(conditions.memberOf).map(
      (anyOf): Check => ({
        rule: { kind: 'member-of', anyOf },
        holds: (provider) => isInAny(provider, anyOf),
      }),
    ),
    ...Array.from(
      new Set(conditions.forbiddenAggregates),
      (aggregate): Check => ({
        rule: { kind: 'forbidden-aggregate', aggregate },
        holds: (provider) => !provider.aggregates.has(aggregate),
      }),
    ),
  ];
}

/** C4 and C8. Required traits are a matter of all providers of the group. */
function spreadConditions({ conditions }: RequestGroup): Check[] {
  return [
    ...forbiddenTraits(conditions),
    ...distinctLists(conditions.memberOf).map((anyOf, index, lists): Check => {
      // One has to be in all of them, the provider or its root: so each step asks again for those before it.
      const upToHere = lists.slice(0, index + 1);
      return {
        rule: { kind: 'member-of', anyOf },
        holds: (provider, anchor) =>
          isMember(provider, upToHere) || (provider.root === anchor && isMember(anchor, upToHere)),
      };
    }),
    ...Array.from(
      new Set(conditions.forbiddenAggregates),
      (aggregate): Check => ({
        rule: { kind: 'forbidden-aggregate', aggregate },
        holds: (provider, anchor) => !provider.aggregates.has(aggregate) && !anchor.aggregates.has(aggregate),
      }),
    ),
  ];
}

function forbiddenTraits({ forbiddenTraits }: RequestGroup['conditions']): Check[] {
  return Array.from(new Set(forbiddenTraits), (trait) => ({
    rule: { kind: 'forbidden', trait },
    holds: (provider) => !provider.traits.has(trait),
  }));
}
