import type { AllocationFacts, Change as PlacementChange } from '@berth/engine/changes.ts';
import type { ClassName } from '@berth/engine/ids.ts';
import type { World } from '@berth/engine/world.ts';
import type { ComputeCloud } from '../compute-state.ts';
import type { ComputeNode } from '../hosts/compute-node.ts';
import { isHostUp } from '../hosts/is-host-up.ts';
import { noValidHost } from '../scheduler/place-fault.ts';
import type { Placed } from '../scheduler/schedule.ts';
import { zoneOf } from '../scheduler/zone-of.ts';
import { whyUnlike } from './hypervisors-alike.ts';
import { hostsWithLeftovers } from './leftovers.ts';
import { claimsOf, type WantedTarget } from './move-server.ts';

type ForcedTarget =
  | { readonly place: Placed['place']; readonly claims: readonly PlacementChange[] }
  | { readonly place: null; readonly message: string };

/**
 * A host that somebody has named for a server, whatever the scheduler would say. What is asked all the same, and in which order, is as in the
 * original: it is another one, it is up, it has enough memory and a hypervisor of the same kind, and it has room for as much as the server holds.
 */
export function findForcedTarget(cloud: ComputeCloud, wanted: WantedTarget): ForcedTarget {
  const { compute, placement } = cloud;
  const { server, migration, search } = wanted;
  const host = search.forced?.host ?? '';
  const { source } = migration;
  if (host === source.host) {
    return no(`Unable to migrate instance (${server.id}) to current host (${host}).`);
  }
  const full = `Unable to move instance ${server.id} to host ${host}. There is not enough capacity on the host for the instance.`;
  // What it has of the server goes first.
  if (hostsWithLeftovers(compute, server.id).includes(host)) return no(noValidHost(full).message);
  const [node] = compute.nodes.ofHost(host);
  if (!isHostUp(compute, host) || !node) return no(`Compute service of ${host} is unavailable at this time.`);
  const lack = memoryLack(placement, node, server.flavor.memoryMb);
  if (lack !== null) {
    return no(
      `Migration pre-check error: Unable to migrate ${server.id} to ${host}: Lack of memory(host:${lack} <= instance:${server.flavor.memoryMb})`,
    );
  }
  const from = compute.nodes.get(source.nodeId);
  const unlike = from ? whyUnlike(from.hypervisor, node.hypervisor) : null;
  if (unlike !== null) return no(unlike);
  const allocations = sameOn(placement, wanted, node);
  const unable = `Unable to move instance ${server.id} to host ${host}.`;
  if (allocations === null) {
    return no(
      noValidHost(
        `${unable} The instance has complex allocations on the source host so move cannot be forced.`,
      ).message,
    );
  }
  const claims = claimsOf(placement, wanted, allocations);
  if (claims === null) return no(noValidHost(full).message);
  const zone = zoneOf(compute.hostAggregates.ofHost(host), wanted.scheduling.defaultZone);
  return { place: { host, nodeId: node.id, nodeName: node.name, zone }, claims };
}

function no(message: string): ForcedTarget {
  return { place: null, message };
}

const memory = 'MEMORY_MB' as ClassName; // It is one of the standard ones.

/** How much memory there is, as the original writes numbers, where that is not more than is asked for. */
function memoryLack(placement: World, { id }: ComputeNode, memoryMb: number): string | null {
  const provider = placement.providers.get(id);
  const inventory = provider?.inventories.get(memory);
  if (!provider || !inventory) return '0';
  const { total, reserved, allocationRatio } = inventory;
  const left = total * allocationRatio - reserved - (provider.used.get(memory) ?? 0);
  if (left > memoryMb) return null;
  return Number.isInteger(left) ? `${left}.0` : String(left);
}

/** As much of the other node as the server holds of its own; null where it holds something of others, too. */
function sameOn(
  placement: World,
  { server, migration }: WantedTarget,
  { id: providerId }: ComputeNode,
): readonly AllocationFacts[] | null {
  const held = placement.consumers.get(migration.id) ?? placement.consumers.get(server.id);
  const allocations = held?.allocations ?? [];
  if (allocations.some(({ provider }) => provider.id !== migration.source.nodeId)) return null;
  return allocations.map(({ resourceClass, amount }) => ({ providerId, resourceClass, amount }));
}
