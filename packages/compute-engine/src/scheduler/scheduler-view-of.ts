import type { ComputeCloud } from '../compute-state.ts';
import type { SchedulerView } from './scheduler-view.ts';

/** What the scheduler sees of a cloud. */
export function schedulerViewOf({ placement, compute }: ComputeCloud): SchedulerView {
  const { nodes, services, servers, serverGroups } = compute;
  return {
    placement,
    hostsRevision: nodes.revision + services.revision,
    node: (root) => nodes.get(root),
    nodesOf: (host) => nodes.ofHost(host),
    service: (host) => services.ofHost(host),
    serverCount: (host) => servers.countOnHost(host),
    diskWork: servers.diskWork,
    buildFailures: services.failedBuilds,
    server: (id) => servers.get(id),
    // Compute has no aggregates of hosts yet.
    aggregates: () => [],
    aggregatesOf: () => [],
    group: (id) => {
      const group = serverGroups.get(id);
      if (!group) return undefined;
      const members = group.members.map((member) => servers.get(member)).filter((each) => each !== undefined);
      return { policy: group.policy, serversPerHostMax: group.perHostMax, members };
    },
  };
}
