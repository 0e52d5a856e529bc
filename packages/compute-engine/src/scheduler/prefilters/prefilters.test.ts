import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { aggregateId } from '@berth/engine/testing/names.ts';
import { type AskedServer, GivenCloud, requestOf } from '../../testing/given-cloud.ts';
import { ask } from '../asking/ask.ts';
import { defaultSchedulerSettings, type PrefilterSettings } from '../settings.ts';

const cloud = new GivenCloud('cn1 VCPU:8 MEMORY_MB:8192 DISK_GB:100')
  .withAggregate('east1', { availability_zone: 'east' })
  .withAggregate('east2', { availability_zone: 'east' })
  .withAggregate('ours', { filter_tenant_id2: 'project' })
  .withAggregate('licensed', { 'trait:CUSTOM_WINDOWS': 'required' })
  .withAggregate('not', { 'trait:CUSTOM_OTHER': 'forbidden' });

/** What is demanded of the host, besides its size; or why there is none. */
function demanded(asked: AskedServer, prefilters: Partial<PrefilterSettings> = {}) {
  const settings = {
    ...defaultSchedulerSettings,
    prefilters: { ...defaultSchedulerSettings.prefilters, ...prefilters },
  };
  const answer = ask(cloud, requestOf(asked), settings);
  if ('reason' in answer) return answer.reason;
  const [request] = answer.requests;
  const host = request?.groups.find(({ suffix }) => suffix === '');
  return {
    memberOf: host?.conditions.memberOf,
    forbidden: host?.conditions.forbiddenAggregates,
    root: request?.rootRequiredTraits,
    notRoot: request?.rootForbiddenTraits,
  };
}

const nothing = { memberOf: [], forbidden: [], root: [], notRoot: ['COMPUTE_STATUS_DISABLED'] };

test('every host is to be in service', () => {
  assert.deepEqual(demanded({}), nothing);
});

test('a zone is any of its aggregates', () => {
  const ids = [aggregateId('east1'), aggregateId('east2')];
  assert.deepEqual(demanded({ request: { zone: 'east' } }), { ...nothing, memberOf: [ids] });
  assert.deepEqual(demanded({ request: { zone: 'east' } }, { zoneAggregates: false }), nothing);
});

test('a zone that no aggregate is says nothing', () => {
  assert.deepEqual(demanded({ request: { zone: 'nova' } }), nothing);
});

describe('projects', () => {
  test('stay in their aggregates, if they have any', () => {
    const own = { ...nothing, memberOf: [[aggregateId('ours')]] };
    assert.deepEqual(demanded({}, { tenantAggregates: true }), own);
    assert.deepEqual(demanded({ request: { projectId: 'another' } }, { tenantAggregates: true }), nothing);
  });

  test('may be asked to have one', () => {
    const prefilters = { tenantAggregates: true, tenantsNeedAggregates: true };
    assert.equal(
      demanded({ request: { projectId: 'another' } }, prefilters),
      'No hosts available for tenant',
    );
  });
});

describe('aggregates that require a trait', () => {
  test('are forbidden to whoever does not ask for it', () => {
    const isolated = { ...nothing, forbidden: [aggregateId('licensed')] };
    assert.deepEqual(demanded({}, { isolatedAggregates: true }), isolated);
  });

  test('are open to those who do, in the flavor or in the image', () => {
    for (const asked of [
      { flavor: { extraSpecs: { 'trait:CUSTOM_WINDOWS': 'required' } } },
      { flavor: { extraSpecs: { 'trait1:CUSTOM_WINDOWS': 'required', 'resources1:VGPU': '1' } } },
      { image: { 'trait:CUSTOM_WINDOWS': 'required' } },
    ]) {
      assert.deepEqual(demanded(asked, { isolatedAggregates: true }), nothing);
    }
  });
});

describe('images', () => {
  test('are for hosts that know their format, unless a volume is made of them', () => {
    const prefilters = { imageTypeSupport: true };
    const asked = { image: {}, diskFormat: 'vhdx' };
    assert.deepEqual(demanded(asked, prefilters), { ...nothing, root: ['COMPUTE_IMAGE_TYPE_VHDX'] });
    assert.deepEqual(demanded({ ...asked, request: { isVolumeBacked: true } }, prefilters), nothing);
    assert.deepEqual(demanded({ image: {}, diskFormat: 'unheard' }, prefilters), nothing);
  });

  test('are for hosts with the devices that they name, if there are such traits', () => {
    const prefilters = { imageTraits: true };
    const image = { hw_disk_bus: 'virtio', hw_vif_model: 'spapr-vlan' };
    const traits = ['COMPUTE_STORAGE_BUS_VIRTIO', 'COMPUTE_NET_VIF_MODEL_SPAPR_VLAN'];
    assert.deepEqual(demanded({ image }, prefilters), { ...nothing, root: traits });
    assert.deepEqual(demanded({ image: { ...image, hw_disk_bus: 'lxc' } }, prefilters), {
      ...nothing,
      root: ['COMPUTE_STORAGE_BUS_LXC', 'COMPUTE_NET_VIF_MODEL_SPAPR_VLAN'],
    });
  });
});

test('encrypted disks and accelerators are not for every host', () => {
  const extraSpecs = { 'hw:ephemeral_encryption': 'true', 'hw:ephemeral_encryption_format': 'luks' };
  assert.deepEqual(demanded({ flavor: { extraSpecs } }), {
    ...nothing,
    root: ['COMPUTE_EPHEMERAL_ENCRYPTION', 'COMPUTE_EPHEMERAL_ENCRYPTION_LUKS'],
  });
  assert.deepEqual(demanded({ flavor: { extraSpecs: { 'accel:device_profile': 'fast' } } }), {
    ...nothing,
    root: ['COMPUTE_ACCELERATORS'],
  });
});
