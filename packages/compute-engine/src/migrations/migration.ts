import type { ConsumerId, Instant } from '@berth/engine/ids.ts';
import type { ServerFlavor, ServerPlace } from '../servers/server.ts';
import type { VmState } from '../servers/server-states.ts';

/**
 * A server on its way from one host to another, or what became of that. As long as it may have to go back, the migration holds in Placement what the
 * server held where it came from, as a consumer of the migration's id.
 */
export interface Migration {
  readonly id: ConsumerId;
  readonly number: number;
  readonly serverId: ConsumerId;
  readonly type: MigrationType;
  readonly status: MigrationStatus;
  /** Who has asked for it. */
  readonly userId: string;
  readonly projectId: string;
  readonly createdAt: Instant;
  /** Null until something is known of it beyond its making. */
  readonly updatedAt: Instant | null;
  readonly source: ServerPlace;
  /** Null: no host was found. */
  readonly target: MigrationTarget | null;
  /** The host that was asked for, where that is told even if it could not be had. */
  readonly askedHost?: string;
  readonly oldFlavor: ServerFlavor;
  readonly newFlavor: ServerFlavor;
  /** What the server was, which it is again when it has arrived, or is back. */
  readonly vmState: VmState;
  /** Of one that goes while it runs. */
  readonly live?: LiveMove;
}

export interface LiveMove {
  /** Whether its disks are sent, too; null: that is for the hosts to find out. */
  readonly sendsDisks: boolean | null;
  /** Whether disks that are smaller than they say may go where there is no room for all that they say. */
  readonly mayOvercommitDisks: boolean;
  /** Somebody does not want it any more, and its source has nothing to do with it yet. */
  readonly isUnwanted: boolean;
  readonly progress: MoveProgress | null;
}

/** What its source has last said of how far it is, in bytes. */
export interface MoveProgress {
  readonly memory: Transfer;
  readonly disk: Transfer;
}

export interface Transfer {
  readonly total: number;
  readonly processed: number;
  readonly remaining: number;
}

export interface MigrationTarget extends ServerPlace {
  /** Where the disks go, as the host has said; null where none are sent. */
  readonly address: string | null;
}

export type MigrationType = 'resize' | 'migration' | 'live-migration' | 'evacuation';

/** In the original's words, type by type. Those that end it are final: nothing is to be done any more. */
export const migrationStatuses = {
  accepted: { isFinal: false },
  queued: { isFinal: false },
  preparing: { isFinal: false },
  running: { isFinal: false },
  'pre-migrating': { isFinal: false },
  migrating: { isFinal: false },
  'post-migrating': { isFinal: false },
  // It waits for somebody to say whether it is to stay.
  finished: { isFinal: false },
  confirming: { isFinal: false },
  reverting: { isFinal: false },
  confirmed: { isFinal: true },
  reverted: { isFinal: true },
  completed: { isFinal: true },
  cancelled: { isFinal: true },
  done: { isFinal: true },
  failed: { isFinal: true },
  error: { isFinal: true },
} as const satisfies Readonly<Record<string, { readonly isFinal: boolean }>>;

export type MigrationStatus = keyof typeof migrationStatuses;

/** A server that was evacuated: its source still has what it had of it, and destroys that when it comes back. */
export function awaitsSource({ type, status }: Pick<Migration, 'type' | 'status'>): boolean {
  return type === 'evacuation' && status === 'done';
}

export function isUnderWay({ status }: Pick<Migration, 'status'>): boolean {
  return !migrationStatuses[status].isFinal;
}
