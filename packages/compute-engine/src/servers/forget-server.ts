import type { ConsumerId } from '@berth/engine/ids.ts';
import type { ComputeChange } from '../changes.ts';
import type { Compute } from '../compute-state.ts';
import { removalOf } from '../removal-of.ts';

/** A server that was deleted has been kept long enough. */
export interface ForgetServer {
  readonly kind: 'forget-server';
  readonly id: ConsumerId;
}

/** Of a server with many actions the oldest go first, and it goes with the last of them. One that lives, or is gone already, stays as it is. */
export function forgetServer(compute: Compute, { id }: ForgetServer): readonly ComputeChange[] {
  const { servers, actions, decisionLogs } = compute;
  const server = servers.get(id);
  if (!server || server.deletedAt === null) return [];
  const done = [...actions.ofServer(id)].reverse();
  const removals = done.slice(0, actionsMax).map((action) => removalOf('action', action));
  if (done.length > actionsMax) return removals;
  const log = decisionLogs.get(id);
  const logRemovals = log ? [removalOf('decision-log', log)] : [];
  return [...removals, ...logRemovals, removalOf('server', server)];
}

/** How many of its actions go at once: nobody else is served meanwhile. */
export const actionsMax = 500;
