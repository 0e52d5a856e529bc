import { aggregateValues } from './aggregate-values.ts';
import type { HostFilter } from './host-filter.ts';

/** The host is in the zone that was asked for. Placement sees to that already, unless it is not asked, or the zone is nobody's. */
export const availabilityZoneFilter: HostFilter = {
  isAskedAgain: false,
  testFor: ({ view, request: { zone }, settings }) => {
    if (zone === null || zone === '') return null;
    return ({ node }) => {
      const zones = aggregateValues(view.aggregatesOf(node.host), 'availability_zone');
      const isThere = zones.size === 0 ? zone === settings.defaultZone : zones.has(zone);
      return isThere ? null : 'it is in another zone';
    };
  },
};
