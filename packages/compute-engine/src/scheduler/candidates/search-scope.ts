import type { ProviderId } from '@berth/engine/ids.ts';
import type { Circumstances } from '../circumstances.ts';
import { hostsOf } from '../filters/hosts-of.ts';

/** Which nodes are looked for. */
export interface SearchScope {
  /** Nodes that are looked at in any case, if they have room. */
  readonly named: readonly ProviderId[];
  /** If one of these has room, others do not come into question. */
  readonly isNamedEnough: boolean;
  /** How many others are looked at. */
  readonly limit: number;
}

/**
 * The original asks Placement for 1,000 candidates; and for all of them, when names or hints are about some hosts, since these might not
 * be among the first. Here those hosts are asked for by their names, and of others there are as many more as the hints can rule out: so
 * there is as much to choose from, and a large fleet is not looked at host by host.
 */
export function searchScopeOf(circumstances: Circumstances, serverCount: number): SearchScope {
  const { view, settings, group, request } = circumstances;
  const needed = neededHosts(circumstances);
  const preferred = group?.policy === 'soft-affinity' ? group.counts.keys() : [];
  const named = Array.from(needed ?? preferred, (host) => view.nodesOf(host).map(({ id }) => id)).flat();
  // In one tree alone there is nothing of what others share with it.
  const cannotName = view.placement.sharersByAggregate.size > 0 || named.length > namedMax;
  if (named.length > 0 && cannotName) return { named: [], isNamedEnough: false, limit: Infinity };
  // By others that are named or of the group, and by the servers before in the same call.
  const ruledOut = request.hints.differentHosts.length + (group?.counts.size ?? 0) + serverCount - 1;
  return { named, isNamedEnough: needed !== null, limit: settings.candidatesMax + ruledOut };
}

/** To look for one by its name takes as long as to find about 50 among all. */
const namedMax = 50;

/** The hosts that alone can pass the filters; null: any may. */
function neededHosts({ view, request, settings, targets, group }: Circumstances): Iterable<string> | null {
  const { sameHosts } = request.hints;
  // One that is alone is in the request itself.
  if (targets !== null) return targets.length === 1 ? null : new Set(targets.map(({ host }) => host));
  if (settings.filters.includes('SameHostFilter') && sameHosts.length > 0) return hostsOf(view, sameHosts);
  if (group?.policy !== 'affinity' || group.isEmpty) return null;
  return settings.filters.includes('ServerGroupAffinityFilter') ? group.counts.keys() : null;
}
