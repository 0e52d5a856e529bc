import type { ComputeCloud } from '@berth/compute-engine/compute-state.ts';
import type { OrderId } from '@berth/compute-engine/ids.ts';
import { isHostUp } from '@berth/compute-engine/hosts/is-host-up.ts';
import { type ConfirmMove, isWaitingSince } from '@berth/compute-engine/moves/end-move.ts';
import type { Leadership } from '../hosts/watch-hosts.ts';
import { whileLeading } from './while-leading.ts';

export interface ConfirmedMoves {
  readonly cloud: () => ComputeCloud;
  readonly commit: (command: ConfirmMove) => Promise<unknown>;
  readonly leadership: Leadership;
  /** How long somebody may think about it. */
  readonly windowMs: number;
  readonly apiHost: string;
  readonly now: () => number;
  readonly newId: () => string;
  readonly newRequestId: () => string;
  /** One could not be confirmed; it is tried again. */
  readonly onTrouble: (reason: unknown) => void;
}

/** Confirms what has waited for it for longer than it has to, as long as this process leads. */
export function confirmMoves(given: ConfirmedMoves): void {
  const { leadership, windowMs, onTrouble } = given;
  const work = async (): Promise<void> => {
    for (const command of dueConfirmations(given)) await given.commit(command);
  };
  whileLeading(leadership, Math.min(windowMs, looksEveryMs), work, onTrouble);
}

/** Of servers whose old host can be told; a bounded number at a time. */
export function dueConfirmations(
  given: Omit<ConfirmedMoves, 'commit' | 'leadership' | 'onTrouble'>,
): readonly ConfirmMove[] {
  const { cloud, windowMs, apiHost, now: clock, newId, newRequestId } = given;
  const { compute } = cloud();
  const now = clock();
  const waitingSince = now - windowMs;
  const due: ConfirmMove[] = [];
  for (const { serverId: id, userId, projectId, source } of compute.migrations
    .with('status', 'finished')
    .from()) {
    if (!isWaitingSince(compute, id, waitingSince) || !isHostUp(compute, source.host)) continue;
    const by = { requestId: newRequestId(), userId, projectId, isAdmin: true, apiHost };
    // By the time it is its turn, somebody may have reverted it.
    const confirmation = { id, by, newOrderId: newId() as OrderId, now, waitingSince };
    if (due.push({ kind: 'confirm-move', ...confirmation }) >= atOnceMax) break;
  }
  return due;
}

const looksEveryMs = 60_000;
const atOnceMax = 100;
