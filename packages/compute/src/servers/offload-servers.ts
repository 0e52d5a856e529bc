import type { ComputeCloud } from '@berth/compute-engine/compute-state.ts';
import type { OrderId } from '@berth/compute-engine/ids.ts';
import { isOffloadable } from '@berth/compute-engine/servers/is-offloadable.ts';
import type { SweepShelved } from '@berth/compute-engine/servers/shelve-server.ts';
import type { Leadership } from '../hosts/watch-hosts.ts';
import { whileLeading } from './while-leading.ts';

export interface OffloadedServers {
  readonly cloud: () => ComputeCloud;
  readonly commit: (command: SweepShelved) => Promise<unknown>;
  readonly leadership: Leadership;
  /** How long a shelved server stays on its host. */
  readonly afterMs: number;
  readonly now: () => number;
  readonly newId: () => string;
  /** One could not be taken off its host; it is tried again. */
  readonly onTrouble: (reason: unknown) => void;
}

/** Takes servers off their hosts that have been shelved for long, as long as this process leads. */
export function offloadServers(given: OffloadedServers): void {
  const { leadership, afterMs, onTrouble } = given;
  const work = async (): Promise<void> => {
    for (const command of dueToOffload(given)) await given.commit(command);
  };
  whileLeading(leadership, Math.min(afterMs, looksEveryMs), work, onTrouble);
}

/** A bounded number at a time. */
export function dueToOffload({
  cloud,
  afterMs,
  now: clock,
  newId,
}: Pick<OffloadedServers, 'cloud' | 'afterMs' | 'now' | 'newId'>): readonly SweepShelved[] {
  const now = clock();
  const since = now - afterMs;
  const due: SweepShelved[] = [];
  for (const server of cloud().compute.servers.shelved) {
    if (due.length === atOnceMax) break;
    if (!isOffloadable(server, since)) continue;
    due.push({ kind: 'sweep-shelved', id: server.id, since, newOrderId: newId() as OrderId, now });
  }
  return due;
}

const looksEveryMs = 60_000;
const atOnceMax = 100;
