import { putAllocations } from '@berth/client/placement/allocations.ts';
import type { Transport } from '@berth/client/transport.ts';
import { withPlacementDirect } from '@berth/berth/direct/with-placement-direct.ts';
import { loadHost } from '@berth/berth/host/load-host.ts';
import { migrateNodes } from '@berth/berth/offline/migrate-nodes.ts';
import type { Node } from '@berth/host/driver.ts';
import { childUuid } from '@berth/host/drivers/child-uuid.ts';
import { inParallel } from '@berth/host/in-parallel.ts';
import type { FleetPlace } from './fleet-place.ts';

export const consumersPerHost = 10;

/** Makes a ledger of hosts that have their GPUs on their roots, each with ten consumers, of which seven hold some. */
export async function makeGpuFleet(place: FleetPlace): Promise<void> {
  const { config } = place.settings('gpu-v1');
  const host = await loadHost(config, { warn: () => {} });
  const nodes = await host.driver.nodes();
  await withPlacementDirect(config, async (placement) => {
    const { signal } = new AbortController();
    const { byKind } = await migrateNodes(placement, {
      host,
      nodes,
      isDryRun: false,
      signal,
      onOutcome: () => {},
    });
    if (byKind.updated !== nodes.length) throw new Error(`hosts were to be made: ${JSON.stringify(byKind)}`);
    await inParallel(nodes, 16, (node) => claimOn(placement, node));
  });
}

async function claimOn(placement: Transport, node: Node): Promise<void> {
  for (let index = 0; index < consumersPerHost; index += 1) {
    const resources = { VCPU: 1 + (index % 3), MEMORY_MB: 512, DISK_GB: 10, ...vgpusOf(index) };
    await putAllocations(placement, childUuid(node.uuid, `consumer ${index}`), {
      allocations: { [node.uuid]: { resources } },
      projectId: `project ${index % 4}`,
      userId: 'user',
      consumerGeneration: null,
    });
  }
}

/** Twelve in all, in portions of one and two: they fit on two GPUs of eight. */
function vgpusOf(index: number): { VGPU?: number } {
  return index % 4 === 0 ? {} : { VGPU: 1 + (index % 2) };
}
