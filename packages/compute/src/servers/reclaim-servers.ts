import type { ComputeCloud } from '@berth/compute-engine/compute-state.ts';
import type { OrderId } from '@berth/compute-engine/ids.ts';
import type { DeleteServer } from '@berth/compute-engine/servers/delete-server.ts';
import { isReclaimable } from '@berth/compute-engine/servers/is-reclaimable.ts';
import type { Server } from '@berth/compute-engine/servers/server.ts';
import type { Leadership } from '../hosts/watch-hosts.ts';
import { whileLeading } from './while-leading.ts';

export interface ReclaimedServers {
  readonly cloud: () => ComputeCloud;
  readonly commit: (command: DeleteServer) => Promise<unknown>;
  readonly leadership: Leadership;
  /** How long one can be restored. */
  readonly intervalMs: number;
  readonly apiHost: string;
  readonly now: () => number;
  readonly newId: () => string;
  readonly newRequestId: () => string;
  /** One could not be deleted for good; it is tried again. */
  readonly onTrouble: (reason: unknown) => void;
}

/** Deletes for good what was deleted longer ago than it can be restored, as long as this process leads. */
export function reclaimServers(given: ReclaimedServers): void {
  const { leadership, intervalMs, onTrouble } = given;
  const work = async (): Promise<void> => {
    for (const command of dueDeletions(given)) await given.commit(command);
  };
  whileLeading(leadership, Math.min(intervalMs, looksEveryMs), work, onTrouble);
}

/** Those that have been deleted for longer than they can be restored; a bounded number at a time. */
export function dueDeletions(
  given: Omit<ReclaimedServers, 'commit' | 'leadership' | 'onTrouble'>,
): readonly DeleteServer[] {
  const { cloud, intervalMs, apiHost, now: clock, newId, newRequestId } = given;
  const now = clock();
  const reclaimedSince = now - intervalMs;
  const due: Server[] = [];
  for (const server of cloud().compute.servers.restorable) {
    if (isReclaimable(server, reclaimedSince) && due.push(server) >= atOnceMax) break;
  }
  return due.map(({ id, userId, projectId }) => {
    const by = { requestId: newRequestId(), userId, projectId, isAdmin: true, apiHost };
    const [newOrderId, newDropId] = [newId() as OrderId, newId() as OrderId];
    // By the time it is its turn, somebody may have restored it.
    return { kind: 'delete-server', id, isForGood: true, by, newOrderId, newDropId, now, reclaimedSince };
  });
}

const looksEveryMs = 60_000;
const atOnceMax = 100;
