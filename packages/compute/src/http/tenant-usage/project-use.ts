import type { Steps } from '@berth/api-kit/in-turns.ts';
import type { Server } from '@berth/compute-engine/servers/server.ts';
import type { Instant } from '@berth/engine/ids.ts';
import { shownTime } from '../shown-time.ts';
import type { UsagePeriod } from './usage-period.ts';

/** What the servers of a project come to in a time: each amount times the hours that it was there. */
export class ProjectUse {
  readonly id: string;
  readonly #period: UsagePeriod;
  readonly #now: Instant;
  readonly #servers: Server[] = [];
  #hours = 0;
  #vcpuHours = 0;
  #memoryMbHours = 0;
  #diskGbHours = 0;

  constructor(id: string, period: UsagePeriod, now: Instant) {
    this.id = id;
    this.#period = period;
    this.#now = now;
  }

  add(server: Server): void {
    const hours = hoursOf(server, this.#period);
    this.#servers.push(server);
    this.#hours += hours;
    this.#vcpuHours += server.flavor.vcpus * hours;
    this.#memoryMbHours += server.flavor.memoryMb * hours;
    this.#diskGbHours += diskGbOf(server) * hours;
  }

  /** As JSON, which may be long: so it is made piece by piece. */
  *json(isDetailed: boolean): Steps<string> {
    const servers: string[] = [];
    for (const [index, server] of isDetailed ? this.#servers.entries() : []) {
      servers.push(JSON.stringify(this.#shownServer(server)));
      if (index % shownAtOnce === shownAtOnce - 1) yield;
    }
    const totals = JSON.stringify({
      total_local_gb_usage: this.#diskGbHours,
      total_vcpus_usage: this.#vcpuHours,
      total_memory_mb_usage: this.#memoryMbHours,
      total_hours: this.#hours,
      start: shownTime(this.#period.start),
      stop: shownTime(this.#period.stop),
    });
    const detail = isDetailed ? `"server_usages":[${servers.join(',')}],` : '';
    return `{"tenant_id":${JSON.stringify(this.id)},${detail}${totals.slice(1)}`;
  }

  #shownServer(server: Server): object {
    const { id, name, projectId, flavor, vmState, launchedAt, terminatedAt } = server;
    const startedAt = launchedAt ?? 0; // Whoever is counted has been launched.
    return {
      hours: hoursOf(server, this.#period),
      flavor: flavor.name,
      instance_id: id,
      name,
      tenant_id: projectId,
      memory_mb: flavor.memoryMb,
      local_gb: diskGbOf(server),
      vcpus: flavor.vcpus,
      started_at: shownTime(startedAt),
      ended_at: terminatedAt === null ? null : shownTime(terminatedAt),
      state: terminatedAt === null ? vmState : 'terminated',
      uptime: Math.floor(((terminatedAt ?? this.#now) - startedAt) / 1_000),
    };
  }
}

const shownAtOnce = 100;

/** Without swap, which is not counted here. */
function diskGbOf({ flavor }: Server): number {
  return flavor.rootGb + flavor.ephemeralGb;
}

function hoursOf({ launchedAt, terminatedAt }: Server, { start, stop }: UsagePeriod): number {
  const from = Math.max(launchedAt ?? stop, start);
  const to = Math.min(terminatedAt ?? stop, stop);
  return Math.max(0, to - from) / 3_600_000;
}
