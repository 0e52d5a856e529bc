import type { ComputeNode } from '@berth/compute-engine/hosts/compute-node.ts';
import { usageWithMoves } from '@berth/compute-engine/servers/node-usage.ts';
import type { ClassName } from '@berth/engine/ids.ts';
import type { App } from '../app.ts';

/** What a node has, and what is left of it: as the servers on it, those that move and what is reserved for the host make it. */
export interface HypervisorFigures {
  readonly vcpus: number;
  readonly memory_mb: number;
  readonly local_gb: number;
  readonly vcpus_used: number;
  readonly memory_mb_used: number;
  readonly local_gb_used: number;
  readonly free_ram_mb: number;
  readonly free_disk_gb: number;
  readonly current_workload: number;
  readonly running_vms: number;
  /** Nobody tells how much of the disk is really written. */
  readonly disk_available_least: null;
}

export function figuresOf({ compute, placement }: App['cloud'], node: ComputeNode): HypervisorFigures {
  const { servers, busy, ...usage } = usageWithMoves(compute, node.id);
  const root = placement.providers.get(node.id);
  const reserved = (...classes: readonly ClassName[]) => {
    let sum = 0;
    for (const provider of root?.tree ?? []) {
      for (const name of classes) sum += provider.inventories.get(name)?.reserved ?? 0;
    }
    return sum;
  };
  const memoryMb = usage.memoryMb + reserved(memory);
  const diskGb = usage.diskGb + reserved(disk);
  return {
    vcpus: node.vcpus,
    memory_mb: node.memoryMb,
    local_gb: node.diskGb,
    vcpus_used: usage.vcpus + reserved(...cpus),
    memory_mb_used: memoryMb,
    local_gb_used: diskGb,
    free_ram_mb: node.memoryMb - memoryMb,
    free_disk_gb: node.diskGb - diskGb,
    current_workload: busy,
    running_vms: servers,
    disk_available_least: null,
  };
}

const cpus = ['VCPU', 'PCPU'] as readonly string[] as readonly ClassName[];
const memory = 'MEMORY_MB' as ClassName;
const disk = 'DISK_GB' as ClassName;

/** The same of all nodes together. */
export function figuresOfAll(cloud: App['cloud'], nodes: Iterable<ComputeNode>): Record<string, number> {
  const sums: Record<string, number> = { count: 0, ...noFigures };
  for (const node of nodes) {
    sums['count'] = (sums['count'] ?? 0) + 1;
    for (const [name, amount] of Object.entries(figuresOf(cloud, node))) {
      sums[name] = (sums[name] ?? 0) + (amount ?? 0);
    }
  }
  return sums;
}

const noFigures: Readonly<Record<keyof HypervisorFigures, number>> = {
  vcpus: 0,
  memory_mb: 0,
  local_gb: 0,
  vcpus_used: 0,
  memory_mb_used: 0,
  local_gb_used: 0,
  free_ram_mb: 0,
  free_disk_gb: 0,
  current_workload: 0,
  running_vms: 0,
  disk_available_least: 0,
};
