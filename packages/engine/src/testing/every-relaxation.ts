import type { CandidateRequest, RequestGroup } from '../candidates/request.ts';
import type { Change } from '../explain/explanation.ts';
import type { TraitName } from '../ids.ts';

/*
 * All that can be changed about a request, by brute force, to compare with. It shares no code with the search for
 * relaxations. Worlds of tests have inventories whose smallest unit and step are at most two, so an amount that is too
 * small or falls between two steps need not be raised by more than two.
 */

/** For one thing that is asked for: ways to change it, each with how much it counts. */
type Ways = readonly { readonly change: Change; readonly size: number }[];

/** Every combination of changes up to a size, with every amount. */
export function everyRelaxation(request: CandidateRequest, sizeMax: number): Generator<Change[]> {
  return combinations(thingsOf(request), [], Math.min(sizeMax, 1000), []);
}

export function sizeOf(request: CandidateRequest, changes: readonly Change[]): number {
  return changes.reduce((sum, change) => {
    if (change.kind !== 'drop-group') return sum + 1;
    const group = request.groups.find(({ suffix }) => suffix === change.suffix);
    return sum + (group ? thingsOfGroup(group).length : 0);
  }, 0);
}

/** Whether what is changed is changed in the other as well, or more: another amount is not more, to drop it is. */
export function isPartOf(part: readonly Change[], whole: readonly Change[]): boolean {
  return part.every((change) => whole.some((other) => reaches(other, change)));
}

function reaches(other: Change, change: Change): boolean {
  if (other.kind === 'drop-group') return 'suffix' in change && change.suffix === other.suffix;
  if (change.kind === 'move-required' || change.kind === 'move-member-of') {
    return keyOf([other]) === keyOf([change]) || keyOf([other]) === keyOf([dropFor(change)]);
  }
  const isAmount = change.kind === 'lower-amount' || change.kind === 'raise-amount';
  if (!isAmount) return keyOf([other]) === keyOf([change]);
  const isSame =
    'resourceClass' in other &&
    other.suffix === change.suffix &&
    other.resourceClass === change.resourceClass;
  return isSame && (other.kind === 'drop-class' || other.kind === change.kind);
}

/** To do without something goes further than to ask it of somebody else. */
function dropFor(change: Extract<Change, { kind: 'move-required' | 'move-member-of' }>): Change {
  const { suffix, anyOf } = change;
  if (change.kind === 'move-member-of') {
    return { kind: 'drop-member-of', suffix: change.suffix, anyOf: change.anyOf };
  }
  if (suffix === null) return { kind: 'drop-root-required', trait: change.anyOf[0] as TraitName }; // Of one.
  return { kind: 'drop-required', suffix, anyOf: anyOf as readonly TraitName[] };
}

/** All changes that do less: fewer of them, or a closer amount, or something about a group instead of dropping it. */
export function* partsOf(request: CandidateRequest, changes: readonly Change[]): Generator<Change[]> {
  const things = changes.flatMap((change): Ways[] => {
    if (change.kind === 'drop-group') {
      const group = request.groups.find(({ suffix }) => suffix === change.suffix);
      // Either something about the group, or all of it; that both are tried together does no harm.
      return [[{ change, size: 1 }], ...(group ? thingsOfGroup(group) : [])];
    }
    if (change.kind === 'drop-class') {
      return [[{ change, size: 1 }, ...amountsOf(change.suffix, change.resourceClass, change.from)]];
    }
    if (change.kind === 'lower-amount' || change.kind === 'raise-amount') {
      const closer = between(change.from, change.to).map((to) => ({ change: { ...change, to }, size: 1 }));
      return [[{ change, size: 1 }, ...closer]];
    }
    return [[{ change, size: 1 }]];
  });
  const whole = keyOf(changes);
  for (const part of combinations(things, [], Infinity, [])) {
    const dropsAll = changes.every((change) => part.includes(change));
    // An amount as far as the whole has it, alone or with some others, is a part; with all others it is the whole.
    if (!dropsAll && keyOf(part) !== whole) yield part;
  }
}

function keyOf(changes: readonly Change[]): string {
  return changes
    .map((change) => JSON.stringify(change))
    .sort()
    .join();
}

function* combinations(
  things: readonly Ways[],
  chosen: readonly Change[],
  sizeMax: number,
  droppedGroups: readonly string[],
): Generator<Change[]> {
  const [ways, ...others] = things;
  if (ways === undefined) {
    yield [...chosen];
    return;
  }
  yield* combinations(others, chosen, sizeMax, droppedGroups);
  for (const { change, size } of ways) {
    if (size > sizeMax) continue;
    const isGone = 'suffix' in change && change.suffix !== null && droppedGroups.includes(change.suffix);
    if (isGone) continue;
    const nowDropped = change.kind === 'drop-group' ? [...droppedGroups, change.suffix] : droppedGroups;
    yield* combinations(others, [...chosen, change], sizeMax - size, nowDropped);
  }
}

/** Groups first, so that nothing else is changed about one that is dropped. */
function thingsOf(request: CandidateRequest): Ways[] {
  const { groups, rootRequiredTraits, rootForbiddenTraits, sameSubtrees, groupPolicy } = request;
  return [
    ...groups.map((group) => [
      {
        change: { kind: 'drop-group', suffix: group.suffix } as const,
        size: thingsOfGroup(group).length,
      },
    ]),
    ...groups.flatMap(thingsOfGroup),
    ...rootRequiredTraits.map((trait) => [
      { change: { kind: 'drop-root-required', trait } as const, size: 1 },
    ]),
    ...rootForbiddenTraits.map((trait) => [
      { change: { kind: 'allow-root-trait', trait } as const, size: 1 },
    ]),
    ...sameSubtrees.map((suffixes) => [
      { change: { kind: 'drop-same-subtree', suffixes } as const, size: 1 },
    ]),
    ...(groupPolicy === 'isolate' ? [[{ change: { kind: 'drop-isolation' } as const, size: 1 }]] : []),
  ];
}

function thingsOfGroup({ suffix, resources, conditions }: RequestGroup): Ways[] {
  const one = (change: Change): Ways => [{ change, size: 1 }];
  const unique = <Name extends string>(lists: readonly (readonly Name[])[]) => [
    ...new Map(lists.map((list) => [[...list].sort().join(), list])).values(),
  ];
  return [
    ...Array.from(
      resources,
      ([resourceClass, from]): Ways => [
        ...amountsOf(suffix, resourceClass, from),
        { change: { kind: 'drop-class', suffix, resourceClass, from }, size: 1 },
      ],
    ),
    ...unique(conditions.requiredTraits).map((anyOf) => one({ kind: 'drop-required', suffix, anyOf })),
    ...Array.from(new Set(conditions.forbiddenTraits), (trait) =>
      one({ kind: 'allow-trait', suffix, trait }),
    ),
    ...unique(conditions.memberOf).map((anyOf) => one({ kind: 'drop-member-of', suffix, anyOf })),
    ...Array.from(new Set(conditions.forbiddenAggregates), (aggregate) =>
      one({ kind: 'allow-aggregate', suffix, aggregate }),
    ),
    ...(conditions.inTree === null
      ? []
      : [one({ kind: 'drop-in-tree', suffix, provider: conditions.inTree })]),
  ];
}

function amountsOf(
  suffix: string,
  resourceClass: Extract<Change, { kind: 'drop-class' }>['resourceClass'],
  from: number,
): Ways {
  const below = Array.from({ length: from - 1 }, (_, index) => index + 1);
  const above = [1, 2].map((more) => from + more);
  return [
    ...below.map((to) => ({
      change: { kind: 'lower-amount', suffix, resourceClass, from, to } as const,
      size: 1,
    })),
    ...above.map((to) => ({
      change: { kind: 'raise-amount', suffix, resourceClass, from, to } as const,
      size: 1,
    })),
  ];
}

/** The amounts between two, without them. */
function between(from: number, to: number): number[] {
  const [low, high] = from < to ? [from, to] : [to, from];
  return Array.from({ length: high - low - 1 }, (_, index) => low + 1 + index);
}
