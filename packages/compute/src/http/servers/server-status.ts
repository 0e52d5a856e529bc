import type { Server } from '@berth/compute-engine/servers/server.ts';
import type { VmState } from '@berth/compute-engine/servers/server-states.ts';

const reboots = {
  rebooting: 'REBOOT',
  reboot_pending: 'REBOOT',
  reboot_started: 'REBOOT',
  rebooting_hard: 'HARD_REBOOT',
  reboot_pending_hard: 'HARD_REBOOT',
  reboot_started_hard: 'HARD_REBOOT',
};
const rebuilds = {
  rebuilding: 'REBUILD',
  rebuild_block_device_mapping: 'REBUILD',
  rebuild_spawning: 'REBUILD',
};
const resizes = {
  resize_prep: 'RESIZE',
  resize_migrating: 'RESIZE',
  resize_migrated: 'RESIZE',
  resize_finish: 'RESIZE',
};

interface StatusRule {
  /** Unless something is being done that has a status of its own. */
  readonly usually: string;
  readonly during?: Readonly<Record<string, string>>;
}

/** What clients are told that a server is, made of what it is and what is being done with it. */
const rules: Readonly<Record<VmState, StatusRule>> = {
  active: {
    usually: 'ACTIVE',
    during: { ...reboots, updating_password: 'PASSWORD', ...rebuilds, migrating: 'MIGRATING', ...resizes },
  },
  building: { usually: 'BUILD' },
  stopped: { usually: 'SHUTOFF', during: { ...resizes, ...rebuilds } },
  resized: { usually: 'VERIFY_RESIZE', during: { resize_reverting: 'REVERT_RESIZE' } },
  paused: { usually: 'PAUSED', during: { migrating: 'MIGRATING' } },
  suspended: { usually: 'SUSPENDED' },
  rescued: { usually: 'RESCUE' },
  error: { usually: 'ERROR', during: rebuilds },
  deleted: { usually: 'DELETED' },
  'soft-delete': { usually: 'SOFT_DELETED' },
  shelved: { usually: 'SHELVED' },
  shelved_offloaded: { usually: 'SHELVED_OFFLOADED' },
};

export function statusOf({ deletedAt, vmState, taskState }: Server): string {
  if (deletedAt !== null) return 'DELETED';
  const { usually, during } = rules[vmState];
  return (taskState === null ? undefined : during?.[taskState]) ?? usually;
}

/** What servers can be that have one of these statuses; null: nothing. */
export interface StatesOfStatuses {
  readonly vmStates: ReadonlySet<string>;
  /** Null: whatever is being done with them. */
  readonly taskStates: ReadonlySet<string> | null;
}

/**
 * In whatever case they are written. The two are told apart, as the original does: those that are BUILD or REBOOT are all that are building
 * or active, whatever is being done with them, since BUILD says nothing of that.
 */
export function statesOf(statuses: readonly string[]): StatesOfStatuses | null {
  const wanted = new Set(statuses.map((status) => status.toLowerCase()));
  const vmStates = new Set<string>();
  const taskStates = new Set<string>();
  let isUsual = false;
  for (const [vmState, { usually, during = {} }] of Object.entries(rules)) {
    if (wanted.has(usually.toLowerCase())) {
      vmStates.add(vmState);
      isUsual = true;
    }
    for (const [taskState, status] of Object.entries(during)) {
      if (!wanted.has(status.toLowerCase())) continue;
      vmStates.add(vmState);
      taskStates.add(taskState);
    }
  }
  return vmStates.size === 0 ? null : { vmStates, taskStates: isUsual ? null : taskStates };
}
