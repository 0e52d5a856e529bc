/** A functional suite of Debian's: what of it is run. Whatever is not named in `leftOut` is. */
export interface Suite {
  /** The Python package; its modules are below `tests.functional`. */
  readonly package: string;
  readonly debian: string;
  /** What runs: a whole cloud with users, or a Placement with nothing in it. */
  readonly against: 'whole' | 'placement';
  /** Modules, and single tests, that are not run, by how their names begin; and why. */
  readonly leftOut: Readonly<Record<string, string>>;
}

const neutron = 'needs Neutron';
const cinder = 'needs Cinder';
const cinderAfterwards = 'asks Cinder for volumes when it cleans up';

export const suites: readonly Suite[] = [
  {
    package: 'novaclient',
    debian: 'python3-novaclient',
    against: 'whole',
    leftOut: {
      'v2.legacy.test_extended_attributes': cinder,
      'v2.legacy.test_instances.TestInstanceCLI.test_attach_volume': cinder,
      'v2.legacy.test_servers.TestServersBootNovaClient.test_boot_server_with_legacy_bdm': cinder,
      'v2.test_device_tagging.TestBlockDeviceTaggingCLI.': cinder,
      'v2.test_device_tagging.TestDeviceTaggingCLIV233.test_boot_server_with_tagged_nic_devices': cinder,
      'v2.test_device_tagging.TestDeviceTaggingCLIV236.test_boot_server_with_tagged_nic_devices': cinder,
      'v2.test_device_tagging.TestDeviceTaggingCLIV242.': cinder,
      'v2.test_device_tagging.TestNICDeviceTaggingCLI.': cinder,
      'v2.test_extended_attributes': cinder,
      'v2.test_instances.TestInstanceCLI.test_attach_volume': cinder,
      'v2.test_servers.TestServersBootNovaClient.test_boot_server_with_legacy_bdm': cinder,
      'v2.test_servers.TestInterfaceAttach': neutron,
      'v2.test_trigger_crash_dump': 'waits for a CirrOS that has booted; hosts that are made up boot nothing',
    },
  },
  {
    package: 'openstackclient',
    debian: 'python3-openstackclient',
    against: 'whole',
    leftOut: {
      'network.': neutron,
      'volume.': cinder,
      'object.': 'needs Swift',
      'identity.v2.': 'needs version 2 of Keystone, which is gone since 2018',
      'common.test_extension.ExtensionTests.test_extension_list_network': neutron,
      'common.test_extension.ExtensionTests.test_extension_show_network': neutron,
      'common.test_extension.ExtensionTests.test_extension_list_volume': cinder,
      'common.test_quota.QuotaTests.test_quota_list_details_network': neutron,
      'common.test_quota.QuotaTests.test_quota_list_network_option': neutron,
      'common.test_quota.QuotaTests.test_quota_list_volume_option': cinder,
      'common.test_quota.QuotaTests.test_quota_set_': cinder,
      'compute.v2.test_server.ServerTests.test_boot_from_volume': cinder,
      'compute.v2.test_server.ServerTests.test_server_add_fixed_ip': neutron,
      'compute.v2.test_server.ServerTests.test_server_add_remove_network': neutron,
      'compute.v2.test_server.ServerTests.test_server_add_remove_port': neutron,
      'compute.v2.test_server.ServerTests.test_server_add_remove_volume': cinder,
      'compute.v2.test_server.ServerTests.test_server_attach_detach_floating_ip': neutron,
      'compute.v2.test_server.ServerTests.test_server_boot_from_volume': cinder,
      'compute.v2.test_server.ServerTests.test_server_boot_with_bdm': cinder,
      'compute.v2.test_server.ServerTests.test_server_create_with_security_group': neutron,
      'image.v1.': 'needs version 1 of Glance, which is gone since 2018',
    },
  },
  {
    package: 'openstack',
    debian: 'python3-openstacksdk',
    against: 'whole',
    leftOut: {
      'network.': neutron,
      'cloud.test_floating_ip': neutron,
      'cloud.test_network': neutron,
      'cloud.test_port': neutron,
      'compute.v2.test_server.TestServer.': neutron,
      'cloud.test_inventory': neutron,
      'cloud.test_project_cleanup': neutron,
      'cloud.test_qos_': neutron,
      'cloud.test_quotas.TestNetworkQuotas': neutron,
      'cloud.test_router': neutron,
      'cloud.test_security_groups': neutron,
      'block_storage.': cinder,
      'cloud.test_limits.TestUsage.test_get_other_volume_limits': cinder,
      'cloud.test_limits.TestUsage.test_get_our_volume_limits': cinder,
      'cloud.test_volume': cinder,
      'compute.v2.test_server.TestServerAdmin': cinder,
      'cloud.test_compute.TestCompute.test_create_image_snapshot_wait_active': cinderAfterwards,
      'cloud.test_compute.TestCompute.test_get_compute_usage': cinderAfterwards,
      'cloud.test_compute.TestCompute.test_get_server_console': cinderAfterwards,
      'cloud.test_compute.TestCompute.test_list_all_servers': cinderAfterwards,
      'cloud.test_compute.TestCompute.test_set_and_delete_metadata': cinderAfterwards,
      'cloud.test_compute.TestCompute.test_update_server': cinderAfterwards,
      'baremetal.': 'needs Ironic',
      'clustering.': 'needs Senlin',
      'cloud.test_clustering': 'needs Senlin',
      'cloud.test_cluster_templates': 'needs Magnum',
      'cloud.test_coe_clusters': 'needs Magnum',
      'cloud.test_magnum_services': 'needs Magnum',
      'dns.': 'needs Designate',
      'cloud.test_recordset': 'needs Designate',
      'cloud.test_zone': 'needs Designate',
      'instance_ha.': 'needs Masakari',
      'load_balancer.': 'needs Octavia',
      'object_store.': 'needs Swift',
      'cloud.test_object': 'needs Swift',
      'orchestration.': 'needs Heat',
      'cloud.test_stack': 'needs Heat',
      'shared_file_system.': 'needs Manila',
      'examples.': 'imports `examples` of the source tree, which Debian does not install',
    },
  },
  {
    package: 'osc_placement',
    debian: 'python3-osc-placement',
    against: 'placement',
    leftOut: {},
  },
];
