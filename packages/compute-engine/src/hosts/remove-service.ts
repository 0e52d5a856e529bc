import type { ComputeChange } from '../changes.ts';
import type { Compute } from '../compute-state.ts';
import type { ServiceId } from '../ids.ts';
import { refuse } from '../refusals.ts';
import { removalOf } from '../removal-of.ts';

/** A host is gone for good. If its agent is heard of again, it is a new host. */
export interface RemoveService {
  readonly kind: 'remove-service';
  readonly id: ServiceId;
}

export function removeService(compute: Compute, { id }: RemoveService): readonly ComputeChange[] {
  const service = compute.services.get(id) ?? refuse({ kind: 'service-not-found', id });
  const { host } = service;
  for (const _ of compute.servers.onHost(host)) refuse({ kind: 'host-has-servers', host });
  const nodes = compute.nodes.ofHost(host).map((node) => removalOf('node', node));
  return [...nodes, removalOf('service', service)];
}
