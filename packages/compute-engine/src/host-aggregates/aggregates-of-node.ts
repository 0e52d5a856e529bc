import type { AggregateId, ProviderId } from '@berth/engine/ids.ts';
import type { Compute } from '../compute-state.ts';

/** The aggregates of Placement that the root of a node belongs into, since its host is in aggregates; none for other providers. */
export function aggregatesOfNode(
  { nodes, hostAggregates }: Pick<Compute, 'nodes' | 'hostAggregates'>,
  id: ProviderId,
): readonly AggregateId[] {
  const node = nodes.get(id);
  return node ? hostAggregates.ofHost(node.host).map((aggregate) => aggregate.id) : [];
}
