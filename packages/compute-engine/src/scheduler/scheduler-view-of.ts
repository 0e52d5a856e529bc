import type { ComputeCloud } from '../compute-state.ts';
import { isBusyWithDisks } from './is-busy-with-disks.ts';
import type { SchedulerView } from './scheduler-view.ts';

/** What the scheduler sees of a cloud. */
export function schedulerViewOf({ placement, compute }: ComputeCloud): SchedulerView {
  const { nodes, services, servers, serverGroups } = compute;
  return {
    placement,
    node: (root) => nodes.get(root),
    nodesOf: (host) => nodes.ofHost(host),
    service: (host) => services.ofHost(host),
    serverCount: (host) => countOf(servers.onHost(host), () => true),
    diskWorkCount: (host) => countOf(servers.onHost(host), isBusyWithDisks),
    server: (id) => servers.get(id),
    // There are none yet.
    aggregates: () => [],
    aggregatesOf: () => [],
    group: (id) => {
      const group = serverGroups.get(id);
      if (!group) return undefined;
      const members = group.members.map((member) => servers.get(member)).filter((each) => each !== undefined);
      return { policy: group.policy, serversPerHostMax: group.perHostMax, members };
    },
    buildFailures: () => 0,
  };
}

function countOf<Thing>(things: Iterable<Thing>, isMeant: (thing: Thing) => boolean): number {
  let count = 0;
  for (const thing of things) if (isMeant(thing)) count++;
  return count;
}
