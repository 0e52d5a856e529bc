import type { ClassName } from '../ids.ts';
import type { Provider } from '../provider.ts';
import { subtreeOf } from '../provider.ts';
import type { World } from '../world.ts';
import { isInAny, isMember } from './aggregates-match.ts';
import { hasRoom, hasRoomForAll } from './capacity.ts';
import type { CompiledGroup, CompiledRequest } from './compile-request.ts';
import { sharersWith } from './sharing-providers.ts';
import { hasAny, hasRequiredTraits } from './traits-match.ts';

/**
 * One choice to be made at an anchor: which provider serves a suffixed group, or one class of the group without a
 * suffix. A candidate is one option from every slot.
 */
export interface Slot {
  readonly suffix: string;
  readonly resources: readonly (readonly [ClassName, number])[];
  readonly options: readonly Provider[];
}

/** The slots at an anchor, or null when one of them cannot be filled. */
export function slotsAt(world: World, anchor: Provider, compiled: CompiledRequest): Slot[] | null {
  const tree = anchor.children.size === 0 ? [anchor] : [...subtreeOf(anchor)];
  const sharers = sharersWith(world, tree);
  const slots: Slot[] = [];
  if (compiled.spread && !addSpreadSlots(slots, compiled.spread, anchor, tree, sharers)) return null;
  for (const group of compiled.granular) {
    const options: Provider[] = [];
    for (const provider of tree) if (servesAlone(provider, group)) options.push(provider);
    for (const provider of sharers) if (servesAlone(provider, group)) options.push(provider);
    if (options.length === 0) return null;
    slots.push({ suffix: group.suffix, resources: group.resources, options });
  }
  return slots;
}

/** C7: a suffixed group is served by one provider, which meets all its conditions itself. */
function servesAlone(provider: Provider, { conditions, resources, inTreeRoot }: CompiledGroup): boolean {
  return (
    (inTreeRoot === null || provider.root === inTreeRoot) &&
    hasRoomForAll(provider, resources) &&
    hasRequiredTraits(provider.traits, conditions.requiredTraits) &&
    !hasAny(provider.traits, conditions.forbiddenTraits) &&
    isMember(provider, conditions.memberOf) &&
    !isInAny(provider, conditions.forbiddenAggregates)
  );
}

/**
 * C8: the group without a suffix may be spread over the tree and its sharers, class by class. An aggregate of the
 * root counts for the whole tree: for being a member of it, and for being ruled out by it.
 */
function addSpreadSlots(
  slots: Slot[],
  group: CompiledGroup,
  anchor: Provider,
  tree: readonly Provider[],
  sharers: readonly Provider[],
): boolean {
  const { conditions, inTreeRoot } = group;
  if (inTreeRoot !== null && inTreeRoot !== anchor) return false;
  if (isInAny(anchor, conditions.forbiddenAggregates)) return false;
  const rootIsMember = isMember(anchor, conditions.memberOf);
  for (const resource of group.resources) {
    const [resourceClass, amount] = resource;
    const options: Provider[] = [];
    for (const provider of tree) {
      if (!hasRoom(provider, resourceClass, amount)) continue;
      if (!rootIsMember && !isMember(provider, conditions.memberOf)) continue;
      if (isAcceptable(provider, group)) options.push(provider);
    }
    // A tree that is asked for by name is asked for alone.
    if (inTreeRoot === null) {
      for (const provider of sharers) {
        if (!hasRoom(provider, resourceClass, amount)) continue;
        if (isMember(provider, conditions.memberOf) && isAcceptable(provider, group)) options.push(provider);
      }
    }
    if (options.length === 0) return false;
    slots.push({ suffix: '', resources: [resource], options });
  }
  return true;
}

function isAcceptable(provider: Provider, { conditions }: CompiledGroup): boolean {
  return (
    !hasAny(provider.traits, conditions.forbiddenTraits) && !isInAny(provider, conditions.forbiddenAggregates)
  );
}
