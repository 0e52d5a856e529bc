import type { Work } from '../orders/order.ts';
import type { PowerState, TaskState, VmState } from './server-states.ts';

/** What a kind of work does to its server: while it waits, while it is done, when it is done, and when it fails. */
export interface WorkRule {
  /** What the host calls the step in the action's events. */
  readonly event: string;
  /** What the server is busy with from the moment the work was ordered; null: it is not kept from anything else. */
  readonly ordered: TaskState | null;
  /** From the moment the host has begun, where that is something else. */
  readonly begun?: TaskState;
  /** Afterwards it is busy with nothing, and is this; null: that depends on what it was (`work-done.ts`). */
  readonly done: { readonly vmState: VmState; readonly powerState: PowerState } | null;
  /** What it is where that fails: what it was, or in error; or in error unless its machine was running, which it then still is. */
  readonly failed: 'as before' | 'error' | 'error unless running';
}

const running = { vmState: 'active', powerState: 'running' } as const;

export const workRules = {
  build: {
    event: 'compute__do_build_and_run_instance',
    ordered: 'scheduling',
    begun: 'spawning',
    done: running,
    failed: 'error',
  },
  destroy: { event: 'compute_terminate_instance', ordered: 'deleting', done: null, failed: 'error' },
  stop: {
    event: 'compute_stop_instance',
    ordered: 'powering-off',
    done: { vmState: 'stopped', powerState: 'shutdown' },
    failed: 'as before',
  },
  start: { event: 'compute_start_instance', ordered: 'powering-on', done: running, failed: 'as before' },
  reboot: {
    event: 'compute_reboot_instance',
    ordered: 'rebooting',
    done: running,
    failed: 'error unless running',
  },
  pause: {
    event: 'compute_pause_instance',
    ordered: 'pausing',
    done: { vmState: 'paused', powerState: 'paused' },
    failed: 'as before',
  },
  unpause: { event: 'compute_unpause_instance', ordered: 'unpausing', done: running, failed: 'as before' },
  suspend: {
    event: 'compute_suspend_instance',
    ordered: 'suspending',
    done: { vmState: 'suspended', powerState: 'shutdown' },
    failed: 'error',
  },
  resume: { event: 'compute_resume_instance', ordered: 'resuming', done: running, failed: 'error' },
  rebuild: { event: 'compute_rebuild_instance', ordered: 'rebuilding', done: null, failed: 'error' },
  rescue: {
    event: 'compute_rescue_instance',
    ordered: 'rescuing',
    done: { vmState: 'rescued', powerState: 'running' },
    failed: 'error',
  },
  unrescue: { event: 'compute_unrescue_instance', ordered: 'unrescuing', done: running, failed: 'error' },
  'set-password': {
    event: 'compute_set_admin_password',
    ordered: 'updating_password',
    done: null,
    failed: 'as before',
  },
  snapshot: {
    event: 'compute_snapshot_instance',
    ordered: 'image_snapshot_pending',
    done: null,
    failed: 'as before',
  },
  'soft-delete': {
    event: 'compute_soft_delete_instance',
    ordered: 'soft-deleting',
    done: { vmState: 'soft-delete', powerState: 'shutdown' },
    failed: 'as before',
  },
  // A part of the building, and of the end, that has no step of its own.
  'attach-ports': {
    event: 'compute__do_build_and_run_instance',
    ordered: 'scheduling',
    done: null,
    failed: 'error',
  },
  'detach-ports': { event: 'compute_terminate_instance', ordered: 'deleting', done: null, failed: 'error' },
  'drop-copy': { event: 'compute_terminate_instance', ordered: 'deleting', done: null, failed: 'as before' },
  // What comes of the steps of a move is in `moves/`.
  'prepare-move': { event: 'compute_prep_resize', ordered: 'resize_prep', done: null, failed: 'as before' },
  'move-out': {
    event: 'compute_resize_instance',
    ordered: 'resize_prep',
    begun: 'resize_migrating',
    done: null,
    failed: 'as before',
  },
  'finish-move': {
    event: 'compute_finish_resize',
    ordered: 'resize_migrated',
    begun: 'resize_finish',
    done: null,
    failed: 'as before',
  },
  'confirm-move': { event: 'compute_confirm_resize', ordered: null, done: null, failed: 'error' },
  'revert-move': { event: 'compute_revert_resize', ordered: 'resize_reverting', done: null, failed: 'error' },
  'take-back': {
    event: 'compute_finish_revert_resize',
    ordered: 'resize_reverting',
    done: null,
    failed: 'error',
  },
  evacuate: { event: 'compute_rebuild_instance', ordered: 'rebuilding', done: null, failed: 'error' },
  'drop-leftover': { event: 'compute_terminate_instance', ordered: null, done: null, failed: 'as before' },
  // What comes of the steps of a live one, too.
  'check-live-move': {
    event: 'compute_check_can_live_migrate_destination',
    ordered: 'migrating',
    done: null,
    failed: 'as before',
  },
  'prepare-live-move': {
    event: 'compute_pre_live_migration',
    ordered: 'migrating',
    done: null,
    failed: 'as before',
  },
  'live-move': {
    event: 'compute_live_migration',
    ordered: 'migrating',
    done: null,
    failed: 'as before',
  },
  'finish-live-move': {
    event: 'compute_post_live_migration_at_destination',
    ordered: 'migrating',
    done: null,
    failed: 'as before',
  },
  'leave-live-move': {
    event: 'compute_live_migration',
    ordered: 'migrating',
    done: null,
    failed: 'as before',
  },
  'revert-live-move': {
    event: 'compute_rollback_live_migration_at_destination',
    ordered: 'migrating',
    done: null,
    failed: 'as before',
  },
  'resume-live-move': {
    event: 'compute_live_migration',
    ordered: 'migrating',
    done: null,
    failed: 'as before',
  },
  'abort-live-move': {
    event: 'compute_live_migration_abort',
    ordered: null,
    done: null,
    failed: 'as before',
  },
  'complete-live-move': {
    event: 'compute_live_migration_force_complete',
    ordered: null,
    done: null,
    failed: 'as before',
  },
  'move-ports': {
    event: 'compute_finish_resize',
    ordered: 'resize_migrated',
    done: null,
    failed: 'as before',
  },
  restore: { event: 'compute_restore_instance', ordered: 'restoring', done: running, failed: 'as before' },
  backup: {
    event: 'compute_backup_instance',
    ordered: 'image_backup',
    done: null,
    failed: 'as before',
  },
  'crash-dump': { event: 'compute_trigger_crash_dump', ordered: null, done: null, failed: 'as before' },
  // What comes of the parts of shelving is said in `shelving-done.ts`.
  shelve: { event: 'compute_shelve_instance', ordered: 'shelving', done: null, failed: 'as before' },
  'shelve-image': {
    event: 'compute_shelve_instance',
    ordered: 'shelving_image_pending_upload',
    begun: 'shelving_image_uploading',
    done: null,
    failed: 'as before',
  },
  offload: {
    event: 'compute_shelve_offload_instance',
    ordered: 'shelving_offloading',
    done: null,
    failed: 'as before',
  },
  unshelve: {
    event: 'compute_unshelve_instance',
    ordered: 'unshelving',
    begun: 'spawning',
    done: running,
    failed: 'as before',
  },
  // A part of coming back that has no step of its own.
  'rebind-ports': {
    event: 'compute_unshelve_instance',
    ordered: 'unshelving',
    done: null,
    failed: 'as before',
  },
} as const satisfies Readonly<Record<Work['kind'], WorkRule>>;

export function ruleOf({ kind }: Work): WorkRule {
  return workRules[kind];
}

/** What the host calls the step that the work is, or is a part of. */
export function eventOf(work: Work): string {
  return work.kind === 'offload' && work.isShelving ? workRules.shelve.event : ruleOf(work).event;
}

/** What a server is busy with once the work was ordered; null: with nothing. */
export function taskOf(work: Work): TaskState | null {
  return work.kind === 'reboot' && work.isHard ? 'rebooting_hard' : ruleOf(work).ordered;
}
