import type { ProviderId } from '@berth/engine/ids.ts';
import type { Circumstances } from '../circumstances.ts';
import type { GroupSpread } from '../group-spread.ts';
import { hostsOf } from '../filters/hosts-of.ts';

/** Which nodes are looked for. */
export interface SearchScope {
  /** Nodes that are looked at in any case, if they have room. */
  readonly named: readonly ProviderId[];
  /** If one of these has room, others do not come into question. */
  readonly isNamedEnough: boolean;
  /** How many others are looked at. */
  readonly limit: number;
  /** Where all are looked at, since some of them are preferred: the ones that are, and how many others come into question. Null: all of them do. */
  readonly preferred: { readonly hosts: ReadonlySet<string>; readonly others: number } | null;
}

/**
 * The original asks Placement for 1,000 candidates; and for all of them, when names or hints are about some hosts, since these might not
 * be among the first. Here those hosts are asked for by their names, and of others there are as many more as the hints can rule out: so
 * there is as much to choose from, and a large fleet is not looked at host by host. Where they are too many to be asked for by name, all hosts are searched,
 * once; but not all are weighed, which is done for each server.
 */
export function searchScopeOf(circumstances: Circumstances, serverCount: number): SearchScope {
  const { view, settings, group, request } = circumstances;
  const needed = neededHosts(circumstances);
  const friendly = group?.policy === 'soft-affinity' ? group : null;
  const wanted = needed ?? friendly?.counts.keys() ?? [];
  const named = Array.from(wanted, (host) => view.nodesOf(host).map(({ id }) => id)).flat();
  // In one tree alone there is nothing of what others share with it.
  const cannotName = view.placement.sharersByAggregate.size > 0 || named.length > namedMax;
  const { candidatesMax } = settings;
  // By others that are named, and by the servers before in the same call.
  const ruledOut = request.hints.differentHosts.length + serverCount - 1;
  if (named.length > 0 && cannotName) {
    const others = candidatesMax + ruledOut;
    const preferred = needed ? null : { hosts: withMostMembers(friendly, candidatesMax), others };
    return { named: [], isNamedEnough: false, limit: Infinity, preferred };
  }
  // And by others of the group.
  const limit = candidatesMax + ruledOut + (group?.counts.size ?? 0);
  return { named, isNamedEnough: needed !== null, limit, preferred: null };
}

function withMostMembers(group: GroupSpread | null, count: number): ReadonlySet<string> {
  const hosts = [...(group?.counts ?? [])].sort(([, one], [, other]) => other - one);
  return new Set(hosts.slice(0, count).map(([host]) => host));
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
