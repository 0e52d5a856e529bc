import type { ProviderId } from '@berth/engine/ids.ts';
import type { Server } from './server.ts';

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
    // Placement is asked for one more where swap is no whole number of them; hosts are not counted so.
    const ownGb = flavor.rootGb + flavor.ephemeralGb + Math.floor(flavor.swapMb / 1024);
    const sum: NodeUsage = {
      servers: servers + sign,
      busy: busy + (taskState === null ? 0 : sign),
      vcpus: vcpus + sign * flavor.vcpus,
      memoryMb: memoryMb + sign * flavor.memoryMb,
      diskGb: diskGb + sign * ownGb,
    };
    if (sum.servers > 0) this.#byNode.set(nodeId, sum);
    else this.#byNode.delete(nodeId);
  }
}
