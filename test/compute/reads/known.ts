import type { ComputeChange } from '@berth/compute-engine/changes.ts';
import type { Action } from '@berth/compute-engine/actions/action.ts';
import type { Server } from '@berth/compute-engine/servers/server.ts';

/** What both sides hold, to draw from. */
export interface Known {
  readonly servers: readonly Server[];
  readonly actions: readonly Action[];
  /** When something changed. */
  readonly instants: readonly number[];
}

export function knownIn(changes: readonly ComputeChange[]): Known {
  const servers = changes.flatMap((change) => (change.kind === 'server-set' ? [change.thing] : []));
  const actions = changes.flatMap((change) => (change.kind === 'action-set' ? [change.thing] : []));
  const instants = [...servers, ...actions].flatMap(({ updatedAt }) =>
    updatedAt === null ? [] : [updatedAt],
  );
  return { servers, actions, instants };
}
