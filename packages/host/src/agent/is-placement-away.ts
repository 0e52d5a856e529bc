import { ServiceError } from '@berth/client/service-error.ts';
import { Unreachable } from '@berth/client/transport.ts';

/** What a service answers with that has not looked at what it was told: it does not know who asks, or has too much to do. */
const passing: ReadonlySet<number> = new Set([401, 429]);

/** Whether something went wrong because Placement, or what it depends on, is not there at the moment, and not for what it was told. */
export function isPlacementAway(error: unknown): boolean {
  for (let reason = error; reason instanceof Error; reason = reason.cause) {
    if (reason instanceof Unreachable) return true;
    if (reason instanceof ServiceError) return reason.status >= 500 || passing.has(reason.status);
  }
  return false;
}
