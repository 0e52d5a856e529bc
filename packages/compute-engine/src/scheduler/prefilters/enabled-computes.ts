import type { TraitName } from '@berth/engine/ids.ts';
import type { Prefilter } from './prefilter.ts';

/** Hosts that were taken out of service say so in Placement. */
export const enabledComputes: Prefilter = (_, demands) => {
  demands.rootForbidden.add(disabled);
  return null;
};

const disabled = 'COMPUTE_STATUS_DISABLED' as TraitName;
