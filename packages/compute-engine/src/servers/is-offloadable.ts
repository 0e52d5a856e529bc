import type { Instant } from '@berth/engine/ids.ts';
import type { Server } from './server.ts';

/** Whether a server is shelved since that moment or longer, still on its host, and nobody does anything with it. */
export function isOffloadable(
  { vmState, taskState, shelved, place, deletedAt }: Server,
  since: Instant,
): boolean {
  const isResting = vmState === 'shelved' && taskState === null && place !== null && deletedAt === null;
  return isResting && shelved !== null && shelved.at <= since;
}
