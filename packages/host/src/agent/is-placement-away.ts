import { ServiceError } from '@berth/client/service-error.ts';
import { Unreachable } from '@berth/client/transport.ts';

/** Whether something went wrong because Placement, or what it depends on, is not there at the moment, and not for what it was told. */
export function isPlacementAway(error: unknown): boolean {
  for (let reason = error; reason instanceof Error; reason = reason.cause) {
    if (reason instanceof Unreachable) return true;
    if (reason instanceof ServiceError) return reason.status >= 500;
  }
  return false;
}
