import { zoneIn } from '@berth/compute-engine/host-aggregates/host-aggregate.ts';
import { zoneOf } from '@berth/compute-engine/scheduler/zone-of.ts';
import type { App } from '../app.ts';

/** What services of the control plane are in; servers may be asked to go there, as in the original, and go anywhere. It is listed in detail only. */
export const internalZone = 'internal';

export interface Zones {
  /** With a host that takes servers, whether or not it is up. */
  readonly available: ReadonlySet<string>;
  /** Whose hosts are all disabled. */
  readonly unavailable: ReadonlySet<string>;
}

/** The zones that hosts are in. */
export function zonesOf({ app }: { readonly app: App }): Zones {
  const zoneOfHost = hostZones(app);
  const available = new Set<string>();
  const withDisabled = new Set<string>();
  for (const { host, disabled } of app.cloud.compute.services.values()) {
    (disabled ? withDisabled : available).add(zoneOfHost(host));
  }
  return { available, unavailable: withDisabled.difference(available) };
}

/** The same of one zone. It is asked for every server that is made in one, so it does not look at all hosts. */
export function isZoneAvailable(app: App, zone: string): boolean {
  const { services, hostAggregates, aggregateHosts } = app.cloud.compute;
  for (const aggregate of hostAggregates.values()) {
    if (zoneIn(aggregate) !== zone) continue;
    if (aggregateHosts.in(aggregate.id).some((host) => services.ofHost(host)?.disabled === null)) return true;
  }
  if (zone !== app.settings.servers.scheduling.defaultZone) return false;
  const zoneOfHost = hostZones(app);
  for (const { host, disabled } of services.values()) {
    if (disabled === null && zoneOfHost(host) === zone) return true;
  }
  return false;
}

/** Tells in which zone hosts are. */
export function hostZones({ cloud, settings }: App): (host: string) => string {
  const { hostAggregates } = cloud.compute;
  const { defaultZone } = settings.servers.scheduling;
  return (host) => zoneOf(hostAggregates.ofHost(host), defaultZone);
}
