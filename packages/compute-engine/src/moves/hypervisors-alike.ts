import type { Compute } from '../compute-state.ts';
import type { ComputeNode } from '../hosts/compute-node.ts';
import type { ServerPlace } from '../servers/server.ts';

type Hypervisor = ComputeNode['hypervisor'];

/** Why a machine cannot go from one hypervisor to another while it runs, in the original's words; null: it can. */
export function whyUnlike(source: Hypervisor, target: Hypervisor): string | null {
  if (source.type !== target.type) return 'The supplied hypervisor type of is invalid.';
  if (source.version > target.version) {
    return 'The instance requires a newer hypervisor version than has been provided.';
  }
  return null;
}

/** The hosts that machines of a place cannot go to while they run. Mostly there are none. */
export function hostsUnlike({ nodes }: Pick<Compute, 'nodes'>, { nodeId }: ServerPlace): readonly string[] {
  const source = nodes.get(nodeId)?.hypervisor;
  if (!source) return [];
  const unlike = new Set<string>();
  for (const { host, hypervisor } of nodes.values()) {
    if (whyUnlike(source, hypervisor) !== null) unlike.add(host);
  }
  return [...unlike];
}
