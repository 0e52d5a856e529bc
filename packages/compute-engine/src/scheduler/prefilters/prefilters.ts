import { accelerators } from './accelerators.ts';
import { enabledComputes } from './enabled-computes.ts';
import { ephemeralEncryption } from './ephemeral-encryption.ts';
import { imageMetadataTraits } from './image-metadata-traits.ts';
import { imageTypeSupport } from './image-type-support.ts';
import { isolatedAggregates } from './isolated-aggregates.ts';
import type { Prefilter } from './prefilter.ts';
import { tenantAggregates } from './tenant-aggregates.ts';
import { zoneAggregates } from './zone-aggregates.ts';

/** All of them, in the original's order: the first that finds it hopeless ends the decision. */
export const prefilters: readonly Prefilter[] = [
  tenantAggregates,
  zoneAggregates,
  imageTypeSupport,
  enabledComputes,
  isolatedAggregates,
  imageMetadataTraits,
  accelerators,
  ephemeralEncryption,
];
