import { schedulerViewOf } from '@berth/compute-engine/scheduler/scheduler-view-of.ts';
import { zoneOf } from '@berth/compute-engine/scheduler/zone-of.ts';
import type { ComputeContext } from '../endpoint.ts';

/** What services of the control plane are in; servers may be asked to go there, as in the original, and go anywhere. It is not listed. */
export const internalZone = 'internal';

export interface Zones {
  /** With a host that takes servers, whether or not it is up. */
  readonly available: ReadonlySet<string>;
  /** Whose hosts are all disabled. */
  readonly unavailable: ReadonlySet<string>;
}

/** The zones that hosts are in. */
export function zonesOf({ app }: Pick<ComputeContext, 'app'>): Zones {
  const { services } = app.cloud.compute;
  const view = schedulerViewOf(app.cloud);
  const available = new Set<string>();
  const withDisabled = new Set<string>();
  for (const { host, disabled } of services.values()) {
    const zone = zoneOf(view, host, app.settings.servers.scheduling.defaultZone);
    (disabled ? withDisabled : available).add(zone);
  }
  return { available, unavailable: withDisabled.difference(available) };
}
