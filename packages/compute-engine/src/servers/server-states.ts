/** What a server is. */
export type VmState =
  | 'building'
  | 'active'
  | 'stopped'
  | 'paused'
  | 'suspended'
  | 'rescued'
  | 'resized'
  | 'soft-delete'
  | 'deleted'
  | 'shelved'
  | 'shelved_offloaded'
  | 'error';

/** What is being done with it, as clients see it. */
export type TaskState =
  | 'scheduling'
  | 'spawning'
  | 'image_snapshot_pending'
  | 'image_backup'
  | 'updating_password'
  | 'powering-off'
  | 'powering-on'
  | 'rebooting'
  | 'rebooting_hard'
  | 'pausing'
  | 'unpausing'
  | 'suspending'
  | 'resuming'
  | 'rebuilding'
  | 'migrating'
  | 'resize_prep'
  | 'resize_migrating'
  | 'resize_migrated'
  | 'resize_finish'
  | 'resize_reverting'
  | 'rescuing'
  | 'unrescuing'
  | 'deleting'
  | 'soft-deleting'
  | 'restoring'
  | 'shelving'
  | 'shelving_image_pending_upload'
  | 'shelving_image_uploading'
  | 'shelving_offloading'
  | 'unshelving';

/** What the hypervisor says of its machine; the numbers are the original's. */
export const powerStates = {
  none: 0,
  running: 1,
  paused: 3,
  shutdown: 4,
  crashed: 6,
  suspended: 7,
} as const;

export type PowerState = keyof typeof powerStates;
