import { filterNames } from '../config/scheduler-settings.ts';
import { byHand, each, type Fate, type Fates, type Left, meaningless, taken } from './fate.ts';
import { seconds, sharedFates } from './shared-fates.ts';

const shared = sharedFates('computePolicyFile');

const ofHosts = meaningless(
  "It is of what runs on a host: see docs/hosts.md for what Berth's hosts are told.",
);
const noMessages = meaningless('There is no message queue: hosts ask for their orders over HTTP.');
const noConsoles = meaningless('There are no consoles.');
const noVolumes = meaningless('There are no volumes.');
const ledger = byHand(
  'Berth keeps a ledger of its own: choose its place (ledger.path), and bring in what is there with berth import.',
);
const ownPlacement = meaningless('Placement is in the same process.');
const noKeyManager = meaningless('There are no encrypted volumes and signed images.');
const noMetadata = meaningless('There is no metadata service: servers have a config drive.');
const oneProcess = meaningless('All that Nova has processes for is in one.');

/** What becomes of the options of a nova.conf: those that matter for a control plane are taken. */
export const novaFates: Readonly<Record<string, Fates>> = {
  ...shared,
  DEFAULT: {
    ...shared['DEFAULT'],
    allow_resize_to_same_host: taken('mayResizeInPlace'),
    resize_confirm_window: taken('resizeConfirmWindowMs', seconds),
    reclaim_instance_interval: taken('reclaimIntervalMs', seconds),
    shelved_offload_time: taken('shelvedOffloadMs', seconds),
    service_down_time: taken('hostSilenceMaxMs', seconds),
    default_availability_zone: taken('defaultZone'),
    default_schedule_zone: taken('zoneOfNewServers', orUnset),
    network_allocate_retries: taken('networkAttempts', (value) => `${Number(value) + 1}`),
    osapi_compute_listen: byHand('Compute is served on the port of the whole service: server.host.'),
    osapi_compute_listen_port: byHand('Compute is served on the port of the whole service: server.port.'),
    osapi_compute_workers: byHand('Threads that answer are set for the whole service: server.workers.'),
    osapi_compute_unique_server_name_scope: byHand('Servers may always have the same name.'),
    transport_url: noMessages,
    control_exchange: noMessages,
    ...each(noMessages, 'rpc_response_timeout', 'rpc_conn_pool_size', 'rpc_ping_enabled', 'long_rpc_timeout'),
    ...each(noMetadata, 'metadata_listen', 'metadata_listen_port', 'metadata_workers'),
    ...each(oneProcess, 'enabled_apis', 'enabled_ssl_apis', 'servicegroup_driver', 'report_interval'),
    ...each(byHand('TLS is set for the whole service: docs/tls.md.'), 'ssl_only', 'cert', 'key'),
    '*': meaningless('It is of processes and hosts of Nova that Berth does not have.'),
  },
  api: {
    auth_strategy: taken('authStrategy'),
    max_limit: taken('pageMax'),
    '*': meaningless('Compute answers in the same way wherever it is, and has no cells and no vendor data.'),
  },
  quota: {
    instances: taken('quotaInstances'),
    cores: taken('quotaCores'),
    ram: taken('quotaRam'),
    key_pairs: taken('quotaKeyPairs'),
    metadata_items: taken('quotaMetadataItems'),
    server_groups: taken('quotaServerGroups'),
    server_group_members: taken('quotaServerGroupMembers'),
    injected_files: taken('quotaInjectedFiles'),
    injected_file_content_bytes: taken('quotaInjectedFileContentBytes'),
    injected_file_path_length: taken('quotaInjectedFilePathLength'),
    driver: taken('quotaInstances', (value) =>
      /Unified|NoopQuota/.test(value)
        ? byHand('Quotas are those of the ledger; for none, set them to -1.')
        : meaningless('Quotas are those of the ledger.'),
    ),
    '*': meaningless('Use is counted in the ledger in the same turn in which it changes.'),
  },
  scheduler: {
    max_attempts: taken('buildAttemptsMax'),
    max_placement_results: taken('maxPlacementResults'),
    limit_tenants_to_placement_aggregate: taken('limitsTenantsToAggregates'),
    placement_aggregate_required_for_tenants: taken('tenantsNeedAggregates'),
    query_placement_for_image_type_support: taken('asksForImageType'),
    enable_isolated_aggregate_filtering: taken('isolatesAggregates'),
    image_metadata_prefilter: taken('asksForImageTraits'),
    query_placement_for_availability_zone: meaningless('Zones are always asked for with Placement.'),
    query_placement_for_routed_network_aggregates: byHand('Routed networks are not looked at.'),
    '*': oneProcess,
  },
  filter_scheduler: {
    enabled_filters: taken('enabledFilters', knownFilters),
    ram_weight_multiplier: taken('ramMultiplier'),
    cpu_weight_multiplier: taken('cpuMultiplier'),
    disk_weight_multiplier: taken('diskMultiplier'),
    io_ops_weight_multiplier: taken('ioOpsMultiplier'),
    build_failure_weight_multiplier: taken('buildFailureMultiplier'),
    soft_affinity_weight_multiplier: taken('softAffinityMultiplier'),
    soft_anti_affinity_weight_multiplier: taken('softAntiAffinityMultiplier'),
    image_properties_default_architecture: taken('defaultArchitecture', orUnset),
    max_instances_per_host: taken('maxInstancesPerHost'),
    max_io_ops_per_host: taken('maxIoOpsPerHost'),
    aggregate_image_properties_isolation_namespace: taken('imageIsolationNamespace', orUnset),
    aggregate_image_properties_isolation_separator: taken('imageIsolationSeparator'),
    ...each(
      byHand('Isolate hosts by an aggregate: see docs/isolating-hosts.md.'),
      'isolated_hosts',
      'isolated_images',
      'restrict_isolated_hosts_to_isolated_images',
    ),
    host_subset_size: byHand('The best host is always taken: races for it cannot happen.'),
    shuffle_best_same_weighed_hosts: meaningless('Of equal hosts the first is taken.'),
    available_filters: byHand('Only filters that are built in can be used: see docs/scheduler.md.'),
    weight_classes: byHand('All weighers that are built in are used; a multiplier of 0 is none.'),
    pci_weight_multiplier: meaningless('There are no PCI devices.'),
    '*': meaningless('The scheduler sees what is true at that moment, and knows no cells.'),
  },
  workarounds: {
    disable_fallback_pcpu_query: taken('disablesSharedCpuFallback'),
    '*': meaningless("What it works around is not Berth's."),
  },
  glance: {
    endpoint_override: taken('imageUrl'),
    api_servers: taken('imageUrl', (value) =>
      value.includes(',') ? byHand('Give one address for images: compute.image_url.') : value,
    ),
    timeout: taken('imageTimeoutMs', seconds),
    '*': meaningless('Images are asked for with the token of the user, where compute.image_url says.'),
  },
  neutron: {
    endpoint_override: taken('networkUrl'),
    timeout: taken('networkTimeoutMs', seconds),
    ...each(
      byHand(
        "Ports are made with a service's token (compute.network_token) or Keystone's: docs/networks.md.",
      ),
      'username',
      'password',
      'auth_url',
      'project_name',
      'user_domain_name',
      'project_domain_name',
    ),
    '*': meaningless('Networks are asked for where compute.network_url says: see docs/networks.md.'),
  },
  ...sections(['database', 'api_database'], ledger),
  ...sections(
    ['libvirt', 'hyperv', 'vmware', 'zvm', 'ironic', 'xenserver', 'powervm', 'guestfs', 'image_cache'],
    ofHosts,
  ),
  ...sections(['compute', 'devices', 'pci', 'cyborg', 'ephemeral_storage_encryption', 'metrics'], ofHosts),
  ...sections(['console', 'consoleauth', 'vnc', 'spice', 'rdp', 'mks', 'serial_console'], noConsoles),
  ...sections(
    ['oslo_messaging_amqp', 'oslo_messaging_kafka', 'oslo_messaging_notifications', 'oslo_messaging_rabbit'],
    noMessages,
  ),
  ...sections(['notifications'], byHand('Changes are told by the feed: see docs/changes.md.')),
  ...sections(['placement'], ownPlacement),
  ...sections(['cinder'], noVolumes),
  ...sections(['barbican', 'barbican_service_user', 'vault', 'key_manager'], noKeyManager),
  ...sections(['vendordata_dynamic_auth'], noMetadata),
  ...sections(['keystone'], meaningless('Projects are believed to be there: quotas of any can be set.')),
  ...sections(
    ['service_user'],
    meaningless('Images and networks are asked for with the token that compute has.'),
  ),
  ...sections(['oslo_limit'], byHand('Limits are those of the ledger: docs/compute.md.')),
  ...sections(
    ['cache', 'conductor', 'oslo_concurrency', 'oslo_versionedobjects', 'upgrade_levels', 'remote_debug'],
    oneProcess,
  ),
  ...sections(['wsgi'], byHand('The server is set as a whole: see the section server.')),
};

function sections(names: readonly string[], fate: Fate): Record<string, Fates> {
  return Object.fromEntries(names.map((name) => [name, { '*': fate }]));
}

function orUnset(value: string): string | Left {
  return value === '' || value === 'None' ? meaningless('It says nothing.') : value;
}

/** What Placement does now, or nothing needs any more, is left out of the list; another filter that is not there makes it be left alone. */
function knownFilters(value: string): string | Left {
  const names = value.split(',').map((name) => name.trim());
  const needless = ['RetryFilter', 'RamFilter', 'CoreFilter', 'DiskFilter', 'AllHostsFilter'];
  const wanted = names.filter((name) => name !== '' && !needless.includes(name));
  const known: readonly string[] = filterNames;
  const missing = wanted.filter((name) => !known.includes(name));
  if (missing.length === 0) return [...new Set(wanted)].join(',');
  return byHand(
    `Berth does not have ${missing.join(', ')}: see docs/scheduler.md, and set scheduler.enabled_filters.`,
  );
}
