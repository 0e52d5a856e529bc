import { assert } from '@berth/engine/assert.ts';
import type { Compute } from '@berth/compute-engine/compute-state.ts';
import type { Flavor } from '@berth/compute-engine/flavors/flavor.ts';
import type { FlavorId } from '@berth/compute-engine/ids.ts';

/** One that a command has just written. */
export function flavorIn({ flavors }: Compute, id: FlavorId): Flavor {
  const flavor = flavors.get(id);
  assert(flavor, 'a flavor that was written is there');
  return flavor;
}
