import type { Instant } from '@berth/engine/ids.ts';
import type { ComputeChange } from '../changes.ts';
import type { Compute } from '../compute-state.ts';

/** A host that had fallen silent is heard of again. */
export interface HostSeen {
  readonly kind: 'host-seen';
  readonly host: string;
  readonly now: Instant;
}

/** Hosts have not been heard of for longer than they may be silent. Each with when it was heard of last. */
export interface HostsSilent {
  readonly kind: 'hosts-silent';
  readonly hosts: readonly { readonly host: string; readonly seenAt: Instant }[];
}

export function hostSeen({ services }: Compute, { host, now }: HostSeen): readonly ComputeChange[] {
  const service = services.ofHost(host);
  if (!service || service.isUp) return [];
  return [{ kind: 'service-set', thing: { ...service, isUp: true, seenAt: now, backAt: now } }];
}

export function hostsSilent({ services }: Compute, { hosts }: HostsSilent): readonly ComputeChange[] {
  return hosts.flatMap(({ host, seenAt }): readonly ComputeChange[] => {
    const service = services.ofHost(host);
    if (!service?.isUp) return [];
    return [{ kind: 'service-set', thing: { ...service, isUp: false, seenAt } }];
  });
}
