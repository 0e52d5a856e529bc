import type { Change as PlacementChange } from '@berth/engine/changes.ts';
import { decide } from '@berth/engine/decide.ts';
import type { AggregateId, Instant } from '@berth/engine/ids.ts';
import type { ComputeCloud } from '../compute-state.ts';
import type { ComputeNode } from '../hosts/compute-node.ts';

export interface Mirroring {
  readonly into?: readonly AggregateId[];
  readonly outOf?: readonly AggregateId[];
}

/**
 * The changes that put the roots of nodes into aggregates of Placement, and take them out of others. Aggregates that clients of Placement
 * have put them into stay; and so does the generation of a root about which there is nothing to change, as the original's client leaves it.
 * A node that has no root yet is put there when it gets one (`aggregatesOfNode`).
 */
export function mirrored(
  { placement }: Pick<ComputeCloud, 'placement'>,
  nodes: readonly Pick<ComputeNode, 'id'>[],
  { into = [], outOf = [] }: Mirroring,
  now: Instant,
): readonly PlacementChange[] {
  return nodes.flatMap(({ id }) => {
    const root = placement.providers.get(id);
    if (!root) return [];
    const wanted = root.aggregates.difference(new Set(outOf)).union(new Set(into));
    if (wanted.size === root.aggregates.size && wanted.isSubsetOf(root.aggregates)) return [];
    const { generation: expectedGeneration } = root;
    return decide(placement, {
      kind: 'set-aggregates',
      id,
      aggregates: [...wanted],
      expectedGeneration,
      now,
    });
  });
}
