import type { ComputeNode } from '../../hosts/compute-node.ts';
import type { PlaceRequest } from '../place-request.ts';
import type { SchedulerView } from '../scheduler-view.ts';

/** The nodes that were asked for by name; null: any will do. */
export function targetNodes(
  view: SchedulerView,
  { requested, forced }: PlaceRequest,
): readonly ComputeNode[] | null {
  const host = requested?.host || forced?.host || null;
  const name = requested?.nodeName || forced?.nodeName || null;
  if (host !== null) return view.nodesOf(host).filter((node) => name === null || node.name === name);
  if (name === null) return null;
  // In Placement a node has the same name, and no other provider has it.
  const provider = view.placement.providersByName.get(name);
  const node = provider && view.node(provider.id);
  return node ? [node] : [];
}
