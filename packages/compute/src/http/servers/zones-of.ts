import { schedulerViewOf } from '@berth/compute-engine/scheduler/scheduler-view-of.ts';
import { zoneOf } from '@berth/compute-engine/scheduler/zone-of.ts';
import type { ComputeContext } from '../endpoint.ts';

/** What services of the control plane are in; servers may be asked to go there, as in the original, and go anywhere. */
const internalZone = 'internal';

/** The zones that servers can be asked to go to: those of hosts that take servers. */
export function zonesOf({ app }: Pick<ComputeContext, 'app'>): ReadonlySet<string> {
  const { compute } = app.cloud;
  const view = schedulerViewOf(app.cloud);
  const zones = new Set([internalZone]);
  for (const { host, disabled } of compute.services.values()) {
    if (!disabled) zones.add(zoneOf(view, host, app.settings.servers.scheduling.defaultZone));
  }
  return zones;
}
