import type { Server } from '@berth/compute-engine/servers/server.ts';
import { stateOf, statusOf } from '../services/service-view.ts';
import { machineName } from '../servers/machine-name.ts';
import { versions } from '../versions.ts';
import type { Hypervisor } from './hypervisor.ts';
import type { HypervisorFigures } from './hypervisor-figures.ts';

/** A node with all that is shown of it. */
export interface ShownHypervisor extends Hypervisor {
  readonly figures: HypervisorFigures;
  /** As its host tells it; null where it does not. */
  readonly uptime: string | null;
}

const brief = {
  id: [
    { until: '2.52', get: ({ node }: Hypervisor) => node.number },
    { since: '2.53', get: ({ node }: Hypervisor) => node.id },
  ],
  hypervisor_hostname: { get: ({ node }: Hypervisor) => node.name },
  state: { get: ({ service }: Hypervisor) => stateOf(service) },
  status: { get: ({ service }: Hypervisor) => statusOf(service) },
} as const;

export const briefHypervisor = versions.view<Hypervisor>(brief);

const serviceView = versions.view<Hypervisor['service']>({
  id: [
    { until: '2.52', get: ({ number }) => number },
    { since: '2.53', get: ({ id }) => id },
  ],
  host: { get: ({ host }) => host },
  disabled_reason: { get: ({ disabled }) => disabled?.reason ?? null },
});

/** Until 2.87: what is left of a host is for Placement to say from then on. */
const figure = (name: keyof HypervisorFigures) =>
  ({ until: '2.87', get: ({ figures }: ShownHypervisor) => figures[name] }) as const;

const oldService = serviceView.at(versions.indexOf('2.52'));
const newService = serviceView.at(versions.indexOf('2.53'));

export const detailedHypervisor = versions.view<ShownHypervisor>({
  ...brief,
  hypervisor_type: { get: ({ node }) => node.hypervisor.type },
  hypervisor_version: { get: ({ node }) => node.hypervisor.version },
  host_ip: { get: ({ node }) => node.address },
  service: [
    { until: '2.52', get: ({ service }) => oldService(service) },
    { since: '2.53', get: ({ service }) => newService(service) },
  ],
  vcpus: figure('vcpus'),
  memory_mb: figure('memory_mb'),
  local_gb: figure('local_gb'),
  vcpus_used: figure('vcpus_used'),
  memory_mb_used: figure('memory_mb_used'),
  local_gb_used: figure('local_gb_used'),
  free_ram_mb: figure('free_ram_mb'),
  free_disk_gb: figure('free_disk_gb'),
  current_workload: figure('current_workload'),
  running_vms: figure('running_vms'),
  disk_available_least: figure('disk_available_least'),
  cpu_info: [
    { until: '2.27', get: ({ node }) => node.cpuInfo },
    { since: '2.28', until: '2.87', get: ({ node }) => parsedCpuInfo(node.cpuInfo) },
  ],
  uptime: { since: '2.88', get: ({ uptime }) => uptime },
});

/** What a driver says may be anything; what is no object says nothing. */
function parsedCpuInfo(text: string): unknown {
  try {
    const parsed: unknown = JSON.parse(text);
    return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed) ? parsed : {};
  } catch {
    return {};
  }
}

/** The servers on it, where they are asked for: until 2.74 only where there are some. */
export const serversShown = versions.ladder<(servers: readonly Server[]) => object>(
  ['2.1', (servers) => (servers.length === 0 ? {} : { servers: servers.map(briefServer) })],
  ['2.75', (servers) => ({ servers: servers.map(briefServer) })],
);

function briefServer(server: Server) {
  return { name: machineName(server), uuid: server.id };
}
