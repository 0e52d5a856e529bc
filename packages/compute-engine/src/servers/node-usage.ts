import type { ProviderId } from '@berth/engine/ids.ts';
import type { Compute } from '../compute-state.ts';
import type { Migration } from '../migrations/migration.ts';
import type { Server, ServerFlavor } from './server.ts';

/** What the servers on a node come to, by their flavors. */
export interface NodeUsage {
  readonly servers: number;
  /** Those of them that something is being done with. */
  readonly busy: number;
  readonly vcpus: number;
  readonly memoryMb: number;
  readonly diskGb: number;
}

const nothing: NodeUsage = { servers: 0, busy: 0, vcpus: 0, memoryMb: 0, diskGb: 0 };

/** The same with what moves hold on it besides: where a server came from and may have to go back to, and where it is to come. */
export function usageWithMoves(
  { servers, migrations }: Pick<Compute, 'servers' | 'migrations'>,
  nodeId: ProviderId,
): NodeUsage {
  let { vcpus, memoryMb, diskGb, ...counts } = servers.nodeUsages.of(nodeId);
  for (const migration of migrations.underWayAt(nodeId)) {
    const flavor = heldBesides(migration, servers.get(migration.serverId), nodeId);
    if (flavor === null) continue;
    vcpus += flavor.vcpus;
    memoryMb += flavor.memoryMb;
    diskGb += diskGbOf(flavor);
  }
  return { ...counts, vcpus, memoryMb, diskGb };
}

/** Null: nothing but what the server uses there itself. */
function heldBesides(
  { type, source, target, oldFlavor, newFlavor }: Migration,
  server: Server | undefined,
  nodeId: ProviderId,
): ServerFlavor | null {
  // As in the original, what is live is counted where it runs alone.
  if (type === 'live-migration' || server === undefined) return null;
  const isThere = server.place?.nodeId === nodeId;
  if (source.nodeId === target?.nodeId) {
    return server.flavor.number === oldFlavor.number ? newFlavor : oldFlavor;
  }
  if (isThere) return null;
  return source.nodeId === nodeId ? oldFlavor : newFlavor;
}

/** Placement is asked for one more where swap is no whole number of them; hosts are not counted so. */
function diskGbOf({ rootGb, ephemeralGb, swapMb }: ServerFlavor): number {
  return rootGb + ephemeralGb + Math.floor(swapMb / 1024);
}

/** Always the sums over all servers that live on a node. */
export class NodeUsages {
  readonly #byNode = new Map<ProviderId, NodeUsage>();

  of(nodeId: ProviderId): NodeUsage {
    return this.#byNode.get(nodeId) ?? nothing;
  }

  put(server: Server): void {
    this.#add(server, 1);
  }

  remove(server: Server): void {
    this.#add(server, -1);
  }

  #add({ place, deletedAt, flavor, taskState }: Server, sign: 1 | -1): void {
    if (place === null || deletedAt !== null) return;
    const { nodeId } = place;
    const { servers, busy, vcpus, memoryMb, diskGb } = this.of(nodeId);
    const sum: NodeUsage = {
      servers: servers + sign,
      busy: busy + (taskState === null ? 0 : sign),
      vcpus: vcpus + sign * flavor.vcpus,
      memoryMb: memoryMb + sign * flavor.memoryMb,
      diskGb: diskGb + sign * diskGbOf(flavor),
    };
    if (sum.servers > 0) this.#byNode.set(nodeId, sum);
    else this.#byNode.delete(nodeId);
  }
}
