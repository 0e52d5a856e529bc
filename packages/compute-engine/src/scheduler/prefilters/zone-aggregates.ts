import { aggregatesWhere } from './aggregates-where.ts';
import type { Prefilter } from './prefilter.ts';

/** In the zone that was asked for. A zone that is no aggregate's is a matter of the filters. */
export const zoneAggregates: Prefilter = ({ view, request: { zone }, settings }, demands) => {
  if (!settings.zoneAggregates || zone === null || zone === '') return null;
  const ids = aggregatesWhere(view, (key, value) => key === 'availability_zone' && value === zone);
  demands.demandOneOf('map_az_to_placement_aggregate', ids);
  return null;
};
