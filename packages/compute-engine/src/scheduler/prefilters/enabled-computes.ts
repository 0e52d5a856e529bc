import { disabledTrait } from '../../hosts/disabled-nodes.ts';
import type { Prefilter } from './prefilter.ts';

/** Hosts that were taken out of service say so in Placement. */
export const enabledComputes: Prefilter = (_, demands) => {
  demands.rootForbidden.add(disabledTrait);
  return null;
};
