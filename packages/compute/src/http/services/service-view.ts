import type { ComputeService } from '@berth/compute-engine/hosts/compute-service.ts';
import type { Instant } from '@berth/engine/ids.ts';
import { hostZones } from '../availability-zones/zones-of.ts';
import type { ComputeContext } from '../endpoint.ts';
import { shownTime } from '../shown-time.ts';
import { versions } from '../versions.ts';

/** What the agent of a host is called: the only service that runs somewhere else than this one. */
export const computeBinary = 'nova-compute';

/** Makes views of services, as of now. */
export function viewServices({
  app,
  version,
  now,
}: Pick<ComputeContext, 'app' | 'version' | 'now'>): (service: ComputeService) => Record<string, unknown> {
  const zoneOfHost = hostZones(app);
  const show = view.at(version);
  return (service) => show({ service, zone: zoneOfHost(service.host), now });
}

/** Whether servers may go there, as operators have said. */
export function statusOf({ disabled }: Pick<ComputeService, 'disabled'>): 'enabled' | 'disabled' {
  return disabled === null ? 'enabled' : 'disabled';
}

export function stateOf({ isUp, isForcedDown }: ComputeService): 'up' | 'down' {
  return isUp && !isForcedDown ? 'up' : 'down';
}

/** When it was last heard of: one that is there is heard of all the time, and that is not written down. */
export function heardOfAt({ isUp, seenAt }: ComputeService, now: Instant): Instant {
  return isUp ? now : seenAt;
}

interface Shown {
  readonly service: ComputeService;
  readonly zone: string;
  readonly now: Instant;
}

const view = versions.view<Shown>({
  binary: { get: () => computeBinary },
  host: { get: ({ service }) => service.host },
  id: [
    { until: '2.52', get: ({ service }) => service.number },
    { since: '2.53', get: ({ service }) => service.id },
  ],
  zone: { get: ({ zone }) => zone },
  status: { get: ({ service }) => statusOf(service) },
  state: { get: ({ service }) => stateOf(service) },
  updated_at: { get: ({ service, now }) => shownTime(heardOfAt(service, now)) },
  disabled_reason: { get: ({ service }) => service.disabled?.reason ?? null },
  forced_down: { since: '2.11', get: ({ service }) => service.isForcedDown },
});
