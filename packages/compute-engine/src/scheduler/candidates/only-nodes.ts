import type { ProviderId } from '@berth/engine/ids.ts';
import type { Circumstances } from '../circumstances.ts';
import { hostsOf } from '../filters/hosts-of.ts';

/** The nodes that alone can pass the filters, where hints say so; null: any may. So a large fleet is not searched for one host. */
export function onlyNodes({ view, request, settings, group }: Circumstances): readonly ProviderId[] | null {
  const { sameHosts } = request.hints;
  // Whoever is forced onto a host is not asked by the filters.
  if (request.forced !== null) return null;
  let hosts: Iterable<string> | null = null;
  if (settings.filters.includes('SameHostFilter') && sameHosts.length > 0) hosts = hostsOf(view, sameHosts);
  else if (settings.filters.includes('ServerGroupAffinityFilter') && group?.policy === 'affinity') {
    hosts = group.isEmpty ? null : group.hosts;
  }
  return hosts === null ? null : Array.from(hosts, (host) => view.nodesOf(host).map(({ id }) => id)).flat();
}
