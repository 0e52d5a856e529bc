import { boolean, choices, integer, number, text } from './kinds.ts';
import { optional, type Setting, withDefault } from './setting.ts';

/** All that there are. That compute has these and no others, a test of what is made of the settings says. */
export const filterNames = [
  'ComputeFilter',
  'ComputeCapabilitiesFilter',
  'ImagePropertiesFilter',
  'ServerGroupAntiAffinityFilter',
  'ServerGroupAffinityFilter',
  'AvailabilityZoneFilter',
  'SameHostFilter',
  'DifferentHostFilter',
  'AggregateImagePropertiesIsolation',
  'AggregateInstanceExtraSpecsFilter',
  'AggregateMultiTenancyIsolation',
  'IoOpsFilter',
  'AggregateIoOpsFilter',
  'NumInstancesFilter',
  'AggregateNumInstancesFilter',
] as const;

/**
 * How hosts are chosen for servers. The names are the original's, of its sections `scheduler` and `filter_scheduler`, so that what an operator has
 * there can be taken over line by line. All of them can be changed while it serves.
 */
export const schedulerSettings = {
  enabledFilters: withDefault(choices('FILTER', filterNames), {
    name: 'enabled-filters',
    path: 'scheduler.enabled_filters',
    default:
      'ComputeFilter,ComputeCapabilitiesFilter,ImagePropertiesFilter,ServerGroupAntiAffinityFilter,ServerGroupAffinityFilter',
    help: 'The filters that hosts for servers have to pass, in this order. docs/scheduler.md has all that there are.',
    isReloadable: true,
  }),
  maxPlacementResults: withDefault(integer('N', 1, 10_000), {
    name: 'max-placement-results',
    path: 'scheduler.max_placement_results',
    default: '1000',
    help: 'How many hosts with room are looked at for a server.',
    isReloadable: true,
  }),
  ramMultiplier: multiplier('ram', '1', 'memory that is left'),
  cpuMultiplier: multiplier('cpu', '1', 'CPUs that are left'),
  diskMultiplier: multiplier('disk', '1', 'disk that is left'),
  ioOpsMultiplier: multiplier(
    'io-ops',
    '-1',
    'servers of a host that are being built or have their disks worked on',
  ),
  buildFailureMultiplier: multiplier(
    'build-failure',
    '1000000',
    'servers that could not be built on a host, one after the other; it counts against the host',
  ),
  softAffinityMultiplier: multiplier('soft-affinity', '1', 'members of the same group, for soft-affinity'),
  softAntiAffinityMultiplier: multiplier(
    'soft-anti-affinity',
    '1',
    'members of the same group, for soft-anti-affinity; it counts against the host',
  ),
  limitsTenantsToAggregates: switched(
    'limit-tenants-to-placement-aggregate',
    'Let servers of a project only go to aggregates with its id in filter_tenant_id, if there are any.',
  ),
  tenantsNeedAggregates: switched(
    'placement-aggregate-required-for-tenants',
    'With the one before: a project without such an aggregate has no host at all.',
  ),
  asksForImageType: switched(
    'query-placement-for-image-type-support',
    "Ask only for hosts that can take the image's disk format.",
  ),
  isolatesAggregates: switched(
    'enable-isolated-aggregate-filtering',
    'Let only servers that require the same traits go to aggregates with trait:NAME=required.',
  ),
  asksForImageTraits: switched(
    'image-metadata-prefilter',
    'Ask only for hosts with the traits that go with the properties of the image.',
  ),
  disablesSharedCpuFallback: switched(
    'disable-fallback-pcpu-query',
    'Do not look for hosts that do not tell dedicated CPUs from others, where a server wants dedicated ones.',
  ),
  defaultZone: withDefault(text('ZONE'), {
    name: 'default-availability-zone',
    path: 'scheduler.default_availability_zone',
    default: 'nova',
    help: 'The zone of hosts that are in no aggregate with one.',
    isReloadable: true,
  }),
  zoneOfNewServers: optional(text('ZONE'), {
    name: 'default-schedule-zone',
    path: 'scheduler.default_schedule_zone',
    help: 'The zone of servers for which none is asked for; without it, they go to any.',
    isReloadable: true,
  }),
  defaultArchitecture: optional(text('ARCHITECTURE'), {
    name: 'image-properties-default-architecture',
    path: 'scheduler.image_properties_default_architecture',
    help: 'What images that do not say it are for, such as x86_64; without it, for any.',
    isReloadable: true,
  }),
  maxInstancesPerHost: withDefault(integer('N', 1), {
    name: 'max-instances-per-host',
    path: 'scheduler.max_instances_per_host',
    default: '50',
    help: 'For NumInstancesFilter: how many servers a host may have.',
    isReloadable: true,
  }),
  maxIoOpsPerHost: withDefault(integer('N', 0), {
    name: 'max-io-ops-per-host',
    path: 'scheduler.max_io_ops_per_host',
    default: '8',
    help: 'For IoOpsFilter: how many servers of a host may be built, or have their disks worked on, at one time.',
    isReloadable: true,
  }),
  imageIsolationNamespace: optional(text('NAME'), {
    name: 'aggregate-image-properties-isolation-namespace',
    path: 'scheduler.aggregate_image_properties_isolation_namespace',
    help: 'For AggregateImagePropertiesIsolation: only properties that begin with it and the separator count; without it, all do.',
    isReloadable: true,
  }),
  imageIsolationSeparator: withDefault(text('TEXT'), {
    name: 'aggregate-image-properties-isolation-separator',
    path: 'scheduler.aggregate_image_properties_isolation_separator',
    default: '.',
    help: 'What stands between that and the rest of the name.',
    isReloadable: true,
  }),
} as const satisfies Readonly<Record<string, Setting<unknown>>>;

export type SchedulerKey = keyof typeof schedulerSettings;
export const schedulerKeys = Object.keys(schedulerSettings) as readonly SchedulerKey[];

function multiplier(name: string, byDefault: string, what: string): Setting<number> {
  return withDefault(number('NUMBER', 1e9), {
    name: `${name}-weight-multiplier`,
    path: `scheduler.${name.replaceAll('-', '_')}_weight_multiplier`,
    default: byDefault,
    help: `How much it counts for a host, compared with others: ${what}. Below 0 it counts the other way round, and 0 is not asked at all.`,
    isReloadable: true,
  });
}

function switched(name: string, help: string): Setting<boolean> {
  return withDefault(boolean(), {
    name,
    path: `scheduler.${name.replaceAll('-', '_')}`,
    default: 'false',
    help,
    isReloadable: true,
  });
}
