import type { Work } from '../orders/order.ts';
import type { PowerState, TaskState, VmState } from './server-states.ts';

/** What a kind of work does to its server: while it waits, while it is done, and when it is done. What the original shows is what counts. */
export interface WorkRule {
  /** What the host calls the step in the action's events. */
  readonly event: string;
  /** What the server is busy with from the moment the work was ordered. */
  readonly ordered: TaskState;
  /** From the moment the host has begun, where that is something else. */
  readonly begun?: TaskState;
  /** Afterwards it is busy with nothing, and is this; null: that depends on what it was (`work-outcome.ts`). */
  readonly done: { readonly vmState: VmState; readonly powerState: PowerState } | null;
}

export const workRules = {
  build: {
    event: 'compute__do_build_and_run_instance',
    ordered: 'scheduling',
    begun: 'spawning',
    done: { vmState: 'active', powerState: 'running' },
  },
  destroy: { event: 'compute_terminate_instance', ordered: 'deleting', done: null },
  stop: {
    event: 'compute_stop_instance',
    ordered: 'powering-off',
    done: { vmState: 'stopped', powerState: 'shutdown' },
  },
  start: {
    event: 'compute_start_instance',
    ordered: 'powering-on',
    done: { vmState: 'active', powerState: 'running' },
  },
  reboot: { event: 'compute_reboot_instance', ordered: 'rebooting', done: { vmState: 'active', powerState: 'running' } },
  pause: { event: 'compute_pause_instance', ordered: 'pausing', done: { vmState: 'paused', powerState: 'paused' } },
  unpause: {
    event: 'compute_unpause_instance',
    ordered: 'unpausing',
    done: { vmState: 'active', powerState: 'running' },
  },
  suspend: {
    event: 'compute_suspend_instance',
    ordered: 'suspending',
    done: { vmState: 'suspended', powerState: 'shutdown' },
  },
  resume: {
    event: 'compute_resume_instance',
    ordered: 'resuming',
    done: { vmState: 'active', powerState: 'running' },
  },
  rebuild: { event: 'compute_rebuild_instance', ordered: 'rebuilding', done: null },
  rescue: { event: 'compute_rescue_instance', ordered: 'rescuing', done: { vmState: 'rescued', powerState: 'running' } },
  unrescue: {
    event: 'compute_unrescue_instance',
    ordered: 'unrescuing',
    done: { vmState: 'active', powerState: 'running' },
  },
  'set-password': { event: 'compute_set_admin_password', ordered: 'updating_password', done: null },
  snapshot: { event: 'compute_snapshot_instance', ordered: 'image_snapshot_pending', done: null },
  'soft-delete': { event: 'compute_soft_delete_instance', ordered: 'soft-deleting', done: null },
  restore: { event: 'compute_restore_instance', ordered: 'restoring', done: { vmState: 'active', powerState: 'running' } },
} as const satisfies Readonly<Record<Work['kind'], WorkRule>>;
