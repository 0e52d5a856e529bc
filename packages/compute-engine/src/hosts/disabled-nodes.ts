import type { Change as PlacementChange } from '@berth/engine/changes.ts';
import { type Command as PlacementCommand, decide } from '@berth/engine/decide.ts';
import type { Instant, TraitName } from '@berth/engine/ids.ts';
import type { World } from '@berth/engine/world.ts';
import type { Compute } from '../compute-state.ts';
import type { ComputeNode } from './compute-node.ts';

/** What roots have on which nothing new is to be placed: whoever searches for candidates leaves them out. */
export const disabledTrait = 'COMPUTE_STATUS_DISABLED' as TraitName;

/** The changes by which Placement has of nodes whether they take servers. Those that it does not know yet get it with their traits (below). */
export function nodesDisabled(
  placement: World,
  nodes: Iterable<Pick<ComputeNode, 'id'>>,
  isDisabled: boolean,
  now: Instant,
): readonly PlacementChange[] {
  const changes: PlacementChange[] = [];
  for (const { id } of nodes) {
    const provider = placement.providers.get(id);
    if (!provider || provider.traits.has(disabledTrait) === isDisabled) continue;
    const traits = new Set(provider.traits);
    if (isDisabled) traits.add(disabledTrait);
    else traits.delete(disabledTrait);
    const command = { kind: 'set-traits', id, expectedGeneration: null, traits: [...traits], now } as const;
    changes.push(...decide(placement, command));
  }
  return changes;
}

/**
 * A command of Placement's as it is to be decided here: whoever writes the traits of a node whose host is disabled leaves it disabled. Agents write
 * them, from what they have read before; and those of a node that is new they write for the first time.
 */
export function leavingDisabled({ nodes, services }: Compute, command: PlacementCommand): PlacementCommand {
  if (command.kind !== 'set-traits') return command;
  const node = nodes.get(command.id);
  if (!node || !services.ofHost(node.host)?.disabled) return command;
  return { ...command, traits: [...command.traits, disabledTrait] };
}
