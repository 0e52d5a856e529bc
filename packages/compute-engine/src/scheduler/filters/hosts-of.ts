import type { ConsumerId } from '@berth/engine/ids.ts';
import type { SchedulerView } from '../scheduler-view.ts';

/** Where these servers are. */
export function hostsOf(view: SchedulerView, servers: readonly ConsumerId[]): ReadonlySet<string> {
  const hosts = new Set<string>();
  for (const id of servers) {
    const host = view.server(id)?.place?.host;
    if (host !== undefined) hosts.add(host);
  }
  return hosts;
}
