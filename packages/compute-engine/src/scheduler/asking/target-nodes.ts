import type { ComputeNode } from '../../hosts/compute-node.ts';
import type { PlaceRequest } from '../place-request.ts';
import type { SchedulerView } from '../scheduler-view.ts';

/** The nodes that were asked for by name; null: any will do. */
export function targetNodes(view: SchedulerView, request: PlaceRequest): readonly ComputeNode[] | null {
  const { host, name } = namesOf(request);
  if (host !== null) return view.nodesOf(host).filter((node) => name === null || node.name === name);
  if (name === null) return null;
  // In Placement a node has the same name, and no other provider has it.
  const provider = view.placement.providersByName.get(name);
  const node = provider && view.node(provider.id);
  return node ? [node] : [];
}

/** In the words of the original. */
export function noSuchHost(request: PlaceRequest): string {
  const { host, name } = namesOf(request);
  return `No such host - host: ${host ?? 'None'} node: ${name ?? 'None'} `;
}

function namesOf({ requested, forced }: PlaceRequest): {
  readonly host: string | null;
  readonly name: string | null;
} {
  return {
    host: requested?.host || forced?.host || null,
    name: requested?.nodeName || forced?.nodeName || null,
  };
}
