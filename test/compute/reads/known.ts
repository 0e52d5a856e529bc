import type { ComputeChange } from '@berth/compute-engine/changes.ts';
import type { Action } from '@berth/compute-engine/actions/action.ts';
import type { Migration } from '@berth/compute-engine/migrations/migration.ts';
import type { Server } from '@berth/compute-engine/servers/server.ts';

/** What both sides hold, to draw from. */
export interface Known {
  readonly servers: readonly Server[];
  readonly actions: readonly Action[];
  readonly migrations: readonly Migration[];
  /** When something changed. */
  readonly instants: readonly number[];
}

export function knownIn(changes: readonly ComputeChange[]): Known {
  const servers = changes.flatMap((change) => (change.kind === 'server-set' ? [change.thing] : []));
  const actions = changes.flatMap((change) => (change.kind === 'action-set' ? [change.thing] : []));
  const migrations = changes.flatMap((change) => (change.kind === 'migration-set' ? [change.thing] : []));
  const instants = [...servers, ...actions, ...migrations].flatMap(({ updatedAt }) =>
    updatedAt === null ? [] : [updatedAt],
  );
  return { servers, actions, migrations, instants };
}
