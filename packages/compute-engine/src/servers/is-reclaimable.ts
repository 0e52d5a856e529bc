import type { Instant } from '@berth/engine/ids.ts';
import type { Server } from './server.ts';

/** Whether a server was deleted so that it could be restored, is so since that moment or longer, and nobody is restoring it. */
export function isReclaimable({ vmState, taskState, updatedAt }: Server, since: Instant): boolean {
  return vmState === 'soft-delete' && taskState === null && updatedAt !== null && updatedAt <= since;
}
