import { notFound } from '@berth/api-kit/http-error.ts';
import { type Flavor, isOfferedTo } from '@berth/compute-engine/flavors/flavor.ts';
import type { FlavorId } from '@berth/compute-engine/ids.ts';
import type { ComputeContext } from '../endpoint.ts';
import { isAdmin } from '../is-admin.ts';
import { refuseOutsiders } from '../refuse-outsiders.ts';

/** The flavor of the path. One that is not offered to the caller's project is not there, but for administrators. */
export function findFlavor(context: ComputeContext): Flavor {
  refuseOutsiders(context);
  const id = flavorIdIn(context);
  const flavor = seenFlavor(context, id);
  if (flavor === undefined) throw notFound(`Flavor ${id} could not be found.`);
  return flavor;
}

export function seenFlavor({ app, caller }: ComputeContext, id: FlavorId): Flavor | undefined {
  const flavor = app.cloud.compute.flavors.get(id);
  const isSeen = flavor && (isAdmin({ app, caller }) || isOfferedTo(flavor, caller.projectId));
  return isSeen ? flavor : undefined;
}

export function flavorIdIn({ params }: Pick<ComputeContext, 'params'>): FlavorId {
  return params['flavor_id'] as FlavorId; // All paths about a flavor have it under this name.
}
