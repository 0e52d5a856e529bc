import { aggregateExtraSpecsFilter } from './aggregate-extra-specs.ts';
import { aggregateImageIsolationFilter } from './aggregate-image-isolation.ts';
import { aggregateTenantIsolationFilter } from './aggregate-tenant-isolation.ts';
import { availabilityZoneFilter } from './availability-zone.ts';
import { computeCapabilitiesFilter } from './compute-capabilities.ts';
import { computeFilter } from './compute.ts';
import { differentHostFilter } from './different-host.ts';
import { groupAffinityFilter } from './group-affinity.ts';
import { groupAntiAffinityFilter } from './group-anti-affinity.ts';
import {
  aggregateIoOpsFilter,
  aggregateNumInstancesFilter,
  ioOpsFilter,
  numInstancesFilter,
} from './host-load.ts';
import type { HostFilter } from './host-filter.ts';
import { imagePropertiesFilter } from './image-properties.ts';
import { sameHostFilter } from './same-host.ts';

/** Every filter, by the name that operators switch it on with: the original's. */
export const filters = {
  ComputeFilter: computeFilter,
  ComputeCapabilitiesFilter: computeCapabilitiesFilter,
  ImagePropertiesFilter: imagePropertiesFilter,
  ServerGroupAntiAffinityFilter: groupAntiAffinityFilter,
  ServerGroupAffinityFilter: groupAffinityFilter,
  AvailabilityZoneFilter: availabilityZoneFilter,
  SameHostFilter: sameHostFilter,
  DifferentHostFilter: differentHostFilter,
  AggregateImagePropertiesIsolation: aggregateImageIsolationFilter,
  AggregateInstanceExtraSpecsFilter: aggregateExtraSpecsFilter,
  AggregateMultiTenancyIsolation: aggregateTenantIsolationFilter,
  IoOpsFilter: ioOpsFilter,
  AggregateIoOpsFilter: aggregateIoOpsFilter,
  NumInstancesFilter: numInstancesFilter,
  AggregateNumInstancesFilter: aggregateNumInstancesFilter,
} as const satisfies Record<string, HostFilter>;

export type FilterName = keyof typeof filters;
