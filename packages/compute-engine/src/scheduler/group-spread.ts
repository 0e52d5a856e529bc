import type { ConsumerId } from '@berth/engine/ids.ts';
import type { PlaceHints } from './place-request.ts';
import type { GroupView, SchedulerView } from './scheduler-view.ts';

/** How the members of a server group are spread over the hosts, those included that were placed in this call. */
export class GroupSpread {
  readonly policy: GroupView['policy'];
  readonly serversPerHostMax: number;
  readonly #counts = new Map<string, number>();
  /** Where the servers that are to be placed are now, if they are to be moved. */
  readonly #ownHosts = new Set<string>();

  constructor({ policy, serversPerHostMax, members }: GroupView, servers: readonly ConsumerId[]) {
    this.policy = policy;
    this.serversPerHostMax = serversPerHostMax ?? 1;
    const own = new Set(servers);
    for (const { id, place } of members) {
      if (place === null) continue;
      if (own.has(id)) this.#ownHosts.add(place.host);
      else this.add(place.host);
    }
  }

  add(host: string): void {
    this.#counts.set(host, this.countOn(host) + 1);
  }

  countOn(host: string): number {
    return this.#counts.get(host) ?? 0;
  }

  /** By host; those without members are not in it. */
  get counts(): ReadonlyMap<string, number> {
    return this.#counts;
  }

  get isEmpty(): boolean {
    return this.#counts.size === 0;
  }

  /** Whether a server that is to be placed is there already. */
  isHome(host: string): boolean {
    return this.#ownHosts.has(host);
  }
}

/** Null without a group, or when it is gone. */
export function groupSpreadOf(
  view: SchedulerView,
  { groupId }: PlaceHints,
  servers: readonly ConsumerId[],
): GroupSpread | null {
  const group = groupId === null ? undefined : view.group(groupId);
  return group ? new GroupSpread(group, servers) : null;
}
