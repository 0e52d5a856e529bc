import { usedOf } from '@berth/engine/provider.ts';
import type { ComputeCloud } from '../compute-state.ts';
import { freeAmountsOf } from './candidates/free-amounts.ts';
import type { SchedulerView } from './scheduler-view.ts';

/** What the scheduler sees of a cloud. */
export function schedulerViewOf({ placement, compute }: ComputeCloud): SchedulerView {
  const { nodes, services, servers, hostAggregates, serverGroups } = compute;
  return {
    placement,
    free: freeAmountsOf(placement),
    usedOf,
    hostsRevision: nodes.revision + services.revision,
    node: (root) => nodes.get(root),
    nodesOf: (host) => nodes.ofHost(host),
    service: (host) => services.ofHost(host),
    serverCount: (host) => servers.countOnHost(host),
    diskWork: servers.diskWork,
    buildFailures: services.failedBuilds,
    server: (id) => servers.get(id),
    aggregates: () => hostAggregates.values(),
    aggregatesOf: (host) => hostAggregates.ofHost(host),
    group: (id) => {
      const group = serverGroups.get(id);
      if (!group) return undefined;
      const members = group.members.map((member) => servers.get(member)).filter((each) => each !== undefined);
      return { policy: group.policy, serversPerHostMax: group.perHostMax, members };
    },
  };
}
