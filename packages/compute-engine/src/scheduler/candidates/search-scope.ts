import type { ProviderId } from '@berth/engine/ids.ts';
import type { Circumstances } from '../circumstances.ts';
import { hostsOf } from '../filters/hosts-of.ts';

/** Which nodes are looked for. */
export interface SearchScope {
  /** Of those that are found among all. */
  readonly limit: number;
  /** Nodes that are looked at in any case, if they have room. */
  readonly named: readonly ProviderId[];
  /** No others come into question. */
  readonly isNamedOnly: boolean;
}

/**
 * The original asks Placement for 1,000 candidates; and for all of them, when names or hints are about some hosts, since these might not
 * be among the first. Here those hosts are asked for by their names, and of others there are as many more as the hints can rule out: so
 * there is as much to choose from, and a large fleet is not looked at host by host.
 */
export function searchScopeOf(circumstances: Circumstances, serverCount: number): SearchScope {
  const { view, settings, group, request } = circumstances;
  const nodesOf = (hosts: Iterable<string>) =>
    Array.from(hosts, (host) => view.nodesOf(host).map(({ id }) => id)).flat();
  const needed = neededHosts(circumstances);
  const preferred = group?.policy === 'soft-affinity' ? group.counts.keys() : [];
  // In one tree alone there is nothing of what others share with it: then all have to be looked at.
  if (view.placement.sharersByAggregate.size > 0 && (needed !== null || group?.policy === 'soft-affinity')) {
    return { limit: Infinity, named: [], isNamedOnly: false };
  }
  if (needed !== null) return { limit: 0, named: nodesOf(needed), isNamedOnly: true };
  // By others that are named or of the group, and by the servers before in the same call.
  const ruledOut = request.hints.differentHosts.length + (group?.counts.size ?? 0) + serverCount - 1;
  return { limit: settings.candidatesMax + ruledOut, named: nodesOf(preferred), isNamedOnly: false };
}

/** The hosts that alone can pass the filters; null: any may. */
function neededHosts({ view, request, settings, targets, group }: Circumstances): Iterable<string> | null {
  const { sameHosts } = request.hints;
  // One that is alone is in the request itself.
  if (targets !== null) return targets.length === 1 ? null : new Set(targets.map(({ host }) => host));
  if (settings.filters.includes('SameHostFilter') && sameHosts.length > 0) return hostsOf(view, sameHosts);
  if (group?.policy !== 'affinity' || group.isEmpty) return null;
  return settings.filters.includes('ServerGroupAffinityFilter') ? group.counts.keys() : null;
}
