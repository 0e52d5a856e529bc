import type { Instant } from '@berth/engine/ids.ts';
import type { Server } from './server.ts';

/** Where it has no place, and nothing will come of it. */
export function inError(
  server: Server,
  {
    code = 500,
    message,
    details,
    now,
  }: { readonly code?: number; readonly message: string; readonly details: string; readonly now: Instant },
): Server {
  return {
    ...server,
    vmState: 'error',
    taskState: null,
    addresses: [],
    place: null,
    fault: {
      code,
      message: message.slice(0, messageMax),
      details: details.slice(0, detailsMax),
      at: now,
    },
    updatedAt: now,
  };
}

/** As much as is kept of what went wrong. */
export const messageMax = 255;
export const detailsMax = 65_535;
