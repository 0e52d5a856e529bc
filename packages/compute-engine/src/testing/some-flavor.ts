import { longAgo } from '@berth/engine/testing/instants.ts';
import type { Flavor } from '../flavors/flavor.ts';
import type { FlavorId } from '../ids.ts';

/** A flavor that nothing is wrong with. */
export function someFlavor(change: Partial<Flavor> = {}): Flavor {
  return {
    number: 1,
    id: 'small' as FlavorId,
    name: 'm1.small',
    vcpus: 1,
    memoryMb: 2048,
    rootGb: 20,
    ephemeralGb: 0,
    swapMb: 0,
    rxtxFactor: 1,
    isPublic: true,
    description: null,
    extraSpecs: {},
    projects: [],
    createdAt: longAgo,
    updatedAt: null,
    ...change,
  };
}
