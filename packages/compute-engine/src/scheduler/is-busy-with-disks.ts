import type { Server } from '../servers/server.ts';
import type { TaskState } from '../servers/server-states.ts';

/** Whether a server makes its host read and write a lot just now: it is being built or on its way, or an image is made of it or put on its disk. */
export function isBusyWithDisks({ vmState, taskState }: Server): boolean {
  return vmState === 'building' || (taskState !== null && busy.has(taskState));
}

const busy: ReadonlySet<TaskState> = new Set([
  'image_snapshot_pending',
  'image_backup',
  'rebuilding',
  'rescuing',
  'unshelving',
  'resize_prep',
  'resize_migrating',
]);
