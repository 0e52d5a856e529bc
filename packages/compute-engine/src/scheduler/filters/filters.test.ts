import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { consumerId } from '@berth/engine/testing/names.ts';
import { type AskedServer, GivenCloud, groupId } from '../../testing/given-cloud.ts';
import { defaultSchedulerSettings, type SchedulerSettings } from '../settings.ts';
import type { FilterName } from './filters.ts';

const hosts = `
  cn1  VCPU:8  MEMORY_MB:8192  DISK_GB:100  agg:A
  cn2  VCPU:8  MEMORY_MB:8192  DISK_GB:100  agg:A,B
  cn3  VCPU:8  MEMORY_MB:8192  DISK_GB:100  agg:C`;

/** The hosts that one filter alone lets pass, by a look at where a server could be forced by being asked onto each. */
function passed(
  cloud: GivenCloud,
  name: FilterName,
  asked: AskedServer = {},
  settings: Partial<SchedulerSettings> = {},
): string[] {
  return ['cn1', 'cn2', 'cn3'].filter((host) => {
    const request = { ...asked.request, requested: { host, nodeName: null } };
    const only = { ...settings, filters: [name] };
    return cloud.decisionOn(['vm'], { ...asked, request }, only)().isPlaced;
  });
}

describe('ComputeFilter', () => {
  test('wants a service that is up and not disabled', () => {
    const cloud = new GivenCloud(hosts)
      .withService('cn1', { disabled: { reason: 'broken' } })
      .withService('cn2', { isUp: false });
    assert.deepEqual(passed(cloud, 'ComputeFilter'), ['cn3']);
  });

  test('takes no host that an operator has forced down', () => {
    const cloud = new GivenCloud(hosts).withService('cn3', { isForcedDown: true });
    assert.deepEqual(passed(cloud, 'ComputeFilter'), ['cn1', 'cn2']);
  });
});

describe('AvailabilityZoneFilter', () => {
  const cloud = new GivenCloud(hosts).withAggregate('A', { availability_zone: 'east' });
  const asksFor = (zone: string | null): AskedServer => ({ request: { zone } });

  test('takes hosts of the zone, and any without one', () => {
    assert.deepEqual(passed(cloud, 'AvailabilityZoneFilter', asksFor('east')), ['cn1', 'cn2']);
    assert.deepEqual(passed(cloud, 'AvailabilityZoneFilter', asksFor(null)), ['cn1', 'cn2', 'cn3']);
  });

  test('takes hosts in no zone for those of the default zone', () => {
    assert.deepEqual(passed(cloud, 'AvailabilityZoneFilter', asksFor('nova')), ['cn3']);
    assert.deepEqual(passed(cloud, 'AvailabilityZoneFilter', asksFor('west')), []);
  });
});

describe('ImagePropertiesFilter', () => {
  const cloud = new GivenCloud(hosts)
    .withNode('cn2', { guests: [{ architecture: 'aarch64', hypervisorType: 'kvm', vmMode: 'hvm' }] })
    .withNode('cn3', { guests: [] });
  const runs = (image: Record<string, string>, settings = {}) =>
    passed(cloud, 'ImagePropertiesFilter', { image }, settings);

  test('wants a host that runs such guests', () => {
    assert.deepEqual(runs({}), ['cn1', 'cn2', 'cn3']);
    assert.deepEqual(runs({ hw_architecture: 'aarch64' }), ['cn2']);
    assert.deepEqual(runs({ hw_architecture: 'amd64', hw_vm_mode: 'hvm' }), ['cn1']);
    assert.deepEqual(runs({ img_hv_type: 'kvm' }), ['cn1', 'cn2']);
    assert.deepEqual(runs({ img_hv_type: 'xen' }), []);
  });

  test('has a default for images that say nothing', () => {
    assert.deepEqual(runs({}, { defaultArchitecture: 'aarch64' }), ['cn2']);
  });

  test('wants a hypervisor of the right version', () => {
    const versioned = { img_hv_type: 'kvm', img_hv_requested_version: '>=7.0,<8.0' };
    assert.deepEqual(runs(versioned), ['cn1', 'cn2']);
    assert.deepEqual(runs({ ...versioned, img_hv_requested_version: '>7.2.0' }), []);
  });
});

describe('groups', () => {
  const inGroup: AskedServer = { hints: { groupId: groupId('g') } };

  test('with affinity are together, once they have begun', () => {
    const cloud = new GivenCloud(hosts).withGroup('g', 'affinity');
    assert.deepEqual(passed(cloud, 'ServerGroupAffinityFilter', inGroup), ['cn1', 'cn2', 'cn3']);
    cloud.withServer('one', 'cn2', { groupId: groupId('g') });
    assert.deepEqual(passed(cloud, 'ServerGroupAffinityFilter', inGroup), ['cn2']);
  });

  test('with anti-affinity have one on each host, or as many as they say', () => {
    for (const [max, expected] of [
      [null, ['cn1', 'cn3']],
      [2, ['cn1', 'cn2', 'cn3']],
    ] as const) {
      const cloud = new GivenCloud(hosts).withGroup('g', 'anti-affinity', max);
      cloud.withServer('one', 'cn2', { groupId: groupId('g') });
      assert.deepEqual(passed(cloud, 'ServerGroupAntiAffinityFilter', inGroup), expected);
    }
  });

  test('with anti-affinity let a server stay where it is', () => {
    const cloud = new GivenCloud(hosts).withGroup('g', 'anti-affinity');
    cloud.withServer('vm', 'cn2', { groupId: groupId('g') });
    assert.deepEqual(passed(cloud, 'ServerGroupAntiAffinityFilter', inGroup), ['cn1', 'cn2', 'cn3']);
  });

  test('have nothing to say with a soft policy', () => {
    const cloud = new GivenCloud(hosts).withGroup('g', 'soft-anti-affinity');
    cloud.withServer('one', 'cn2', { groupId: groupId('g') });
    assert.deepEqual(passed(cloud, 'ServerGroupAntiAffinityFilter', inGroup), ['cn1', 'cn2', 'cn3']);
  });
});

describe('hints about other servers', () => {
  const cloud = new GivenCloud(hosts).withServer('one', 'cn1').withServer('two', 'cn2');
  const [one, two, none] = [consumerId('one'), consumerId('two'), consumerId('none')];

  test('mean the hosts that these are on', () => {
    assert.deepEqual(passed(cloud, 'SameHostFilter', { hints: { sameHosts: [one, two] } }), ['cn1', 'cn2']);
    assert.deepEqual(passed(cloud, 'SameHostFilter', { hints: { sameHosts: [none] } }), []);
    assert.deepEqual(passed(cloud, 'DifferentHostFilter', { hints: { differentHosts: [one] } }), [
      'cn2',
      'cn3',
    ]);
    assert.deepEqual(passed(cloud, 'DifferentHostFilter', { hints: { differentHosts: [none] } }).length, 3);
  });

  test('are not heeded where their filters are off', () => {
    assert.equal(defaultSchedulerSettings.filters.includes('SameHostFilter'), false);
    const asked = { hints: { sameHosts: [none] } };
    assert.equal(cloud.decisionOn(['vm'], asked)().isPlaced, true);
  });
});

describe('AggregateInstanceExtraSpecsFilter', () => {
  const cloud = new GivenCloud(hosts)
    .withAggregate('A', { grade: 'gold, silver', cores: '16' })
    .withAggregate('B', { cores: '32' });
  const wants = (extraSpecs: Record<string, string>) =>
    passed(cloud, 'AggregateInstanceExtraSpecsFilter', { flavor: { extraSpecs } });

  test('wants what the flavor says of any aggregate of the host', () => {
    assert.deepEqual(wants({}), ['cn1', 'cn2', 'cn3']);
    assert.deepEqual(wants({ grade: 'silver' }), ['cn1', 'cn2']);
    assert.deepEqual(wants({ 'aggregate_instance_extra_specs:cores': '>= 20' }), ['cn2']);
    assert.deepEqual(wants({ 'aggregate_instance_extra_specs:grade': '<or> brass <or> gold' }), [
      'cn1',
      'cn2',
    ]);
    assert.deepEqual(wants({ grade: 'brass' }), []);
  });

  test('does not care for other namespaces', () => {
    assert.deepEqual(wants({ 'hw:numa_nodes': '1' }), ['cn1', 'cn2', 'cn3']);
  });
});

describe('AggregateImagePropertiesIsolation', () => {
  const cloud = new GivenCloud(hosts)
    .withAggregate('A', { os_distro: 'debian,fedora' })
    .withAggregate('B', { 'licence.os': 'windows', hw_qemu_guest_agent: 'True' });
  const runs = (image: Record<string, string>, settings = {}) =>
    passed(cloud, 'AggregateImagePropertiesIsolation', { image }, settings);

  test('keeps images away that say something else than the aggregates', () => {
    assert.deepEqual(runs({ os_distro: 'fedora' }), ['cn1', 'cn2', 'cn3']);
    assert.deepEqual(runs({ os_distro: 'suse' }), ['cn3']);
    assert.deepEqual(runs({}), ['cn1', 'cn2', 'cn3']);
  });

  test('reads properties as what they mean', () => {
    assert.deepEqual(runs({ hw_qemu_guest_agent: 'yes' }), ['cn1', 'cn2', 'cn3']);
  });

  test('heeds only what begins with the prefix, if there is one', () => {
    assert.deepEqual(runs({ os_distro: 'suse' }, { imageIsolationPrefix: 'licence.' }), [
      'cn1',
      'cn2',
      'cn3',
    ]);
  });
});

test('AggregateMultiTenancyIsolation keeps hosts for the projects of their aggregates', () => {
  const cloud = new GivenCloud(hosts)
    .withAggregate('A', { filter_tenant_id: 'another' })
    .withAggregate('B', { filter_tenant_id: 'one,project' });
  assert.deepEqual(passed(cloud, 'AggregateMultiTenancyIsolation'), ['cn2', 'cn3']);
});

describe('how much a host has to do', () => {
  const cloud = new GivenCloud(hosts).withAggregate('B', {
    max_instances_per_host: '3',
    max_io_ops_per_host: '1',
  });
  for (const name of ['one', 'two'])
    cloud.withServer(name, 'cn1').withServer(`${name}'`, 'cn2', { vmState: 'building' });

  test('is bounded by the number of servers', () => {
    assert.deepEqual(passed(cloud, 'NumInstancesFilter', {}, { serversPerHostMax: 2 }), ['cn3']);
    assert.deepEqual(passed(cloud, 'AggregateNumInstancesFilter', {}, { serversPerHostMax: 2 }), [
      'cn2',
      'cn3',
    ]);
  });

  test('is bounded by those that work on their disks', () => {
    assert.deepEqual(passed(cloud, 'IoOpsFilter', {}, { diskWorkPerHostMax: 2 }), ['cn1', 'cn3']);
    assert.deepEqual(passed(cloud, 'AggregateIoOpsFilter', {}, { diskWorkPerHostMax: 8 }), ['cn1', 'cn3']);
  });

  test('counts the servers of the same call', () => {
    const many = Array.from({ length: 7 }, (_, index) => `vm${index}`);
    const settings = { filters: ['NumInstancesFilter'], serversPerHostMax: 3 } as const;
    assert.equal(new GivenCloud(hosts).hostsFor([...many, 'vm7', 'vm8'], {}, settings).length, 9);
    assert.equal(
      new GivenCloud(hosts).hostsFor([...many, 'vm7', 'vm8', 'vm9'], {}, settings),
      'NumInstancesFilter',
    );
  });
});

describe('ComputeCapabilitiesFilter', () => {
  const cloud = new GivenCloud(hosts)
    .withNode('cn2', { hypervisor: { type: 'VMware', version: 5 } })
    .withNode('cn3', { cpuInfo: 'not JSON' });
  const wants = (extraSpecs: Record<string, string>) =>
    passed(cloud, 'ComputeCapabilitiesFilter', { flavor: { extraSpecs } });

  test('looks at what the node tells', () => {
    assert.deepEqual(wants({ 'capabilities:hypervisor_type': '<in> VM' }), ['cn2']);
    assert.deepEqual(wants({ hypervisor_version: '>= 6' }), ['cn1', 'cn3']);
    assert.deepEqual(wants({ 'capabilities:cpu_info:arch': 'x86_64' }), ['cn1', 'cn2']);
    assert.deepEqual(wants({ 'capabilities:cpu_info:features': '<all-in> avx sse4' }), ['cn1', 'cn2']);
    assert.deepEqual(wants({ 'capabilities:cpu_info:topology:cores': '== 4' }), ['cn1', 'cn2']);
  });

  test('takes no host that does not tell, and leaves alone what is not for it', () => {
    assert.deepEqual(wants({ 'capabilities:no_such_thing': '1' }), []);
    assert.deepEqual(wants({ no_such_thing: '1', 'hw:numa_nodes': '1' }), ['cn1', 'cn2', 'cn3']);
  });
});
