import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { ConsumerId } from '@berth/engine/ids.ts';
import { now } from '@berth/engine/testing/instants.ts';
import type { ServiceId } from '../ids.ts';
import { moveRequestOf } from '../plans/move-request-of.ts';
import type { PlaceSearch } from '../scheduler/place-request.ts';
import { defaultSchedulerSettings } from '../scheduler/settings.ts';
import { ServerCloud } from '../testing/server-cloud.ts';
import { noLimits, serverId } from '../testing/some-server-request.ts';
import { searchOf } from './search-of.ts';

const filters = [...defaultSchedulerSettings.filters, 'DifferentHostFilter', 'SameHostFilter'];
const scheduling = { ...defaultSchedulerSettings, filters } as typeof defaultSchedulerSettings;

/** A server on cn1 that is never to be where the one on cn2 is; cn3 is the smallest, so that it is chosen last. */
function apart() {
  const cloud = new ServerCloud(`
    cn1 VCPU:8 MEMORY_MB:4096 DISK_GB:100
    cn2 VCPU:8 MEMORY_MB:8192 DISK_GB:100
    cn3 VCPU:8 MEMORY_MB:2100 DISK_GB:100`);
  cloud.create(['other']);
  const hints = {
    groupId: null,
    sameHosts: [],
    differentHosts: [serverId('other')],
    others: { my_own: 'x' },
  };
  const search: PlaceSearch = { diskFormat: 'qcow2', forced: null, requested: null, hints, ignoredHosts: [] };
  cloud.create(['web'], { search, scheduling });
  cloud.settle();
  assert.equal(cloud.server('other').place?.host, 'cn2');
  assert.equal(cloud.server('web').place?.host, 'cn1');
  return cloud;
}

const newIds = (cloud: ServerCloud) => ({ migration: 'migration' as ConsumerId, order: cloud.newOrderId() });
const target = (cloud: ServerCloud) => cloud.compute.migrations.newest.from().next().value?.target?.host;

describe('what was asked for a server when it was made is asked for again', () => {
  test('when it moves', () => {
    const cloud = apart();
    cloud.decide({
      kind: 'move-server',
      id: serverId('web'),
      flavor: null,
      host: null,
      mayStay: false,
      by: cloud.by(),
      newIds: newIds(cloud),
      configured: noLimits,
      scheduling,
      now,
    });
    assert.equal(target(cloud), 'cn3');
  });

  test('when it is evacuated', () => {
    const cloud = apart();
    cloud.decide({ kind: 'change-service', id: 'cn1' as ServiceId, isForcedDown: true, now });
    cloud.decide({
      kind: 'evacuate-server',
      id: serverId('web'),
      host: null,
      isForced: false,
      endsOff: false,
      hasSharedDisks: null,
      hasAskedPassword: false,
      by: cloud.by({ isAdmin: true }),
      newIds: newIds(cloud),
      scheduling,
      now,
    });
    assert.equal(target(cloud), 'cn3');
  });

  test('when it comes back from its shelf', () => {
    const cloud = apart();
    cloud.shelve('web');
    cloud.settle();
    cloud.decide({ kind: 'change-service', id: 'cn1' as ServiceId, isForcedDown: true, now });
    cloud.unshelve('web', { scheduling });
    assert.equal(cloud.server('web').place?.host, 'cn3');
  });

  test('when it is planned where it could go', () => {
    const cloud = apart();
    assert.deepEqual(moveRequestOf(cloud.server('web'), null).hints, {
      groupId: null,
      sameHosts: [],
      differentHosts: [serverId('other')],
      others: { my_own: 'x' },
    });
  });
});

test('the format of its image is what a host has to take', () => {
  const { image } = apart().server('web');
  const wanted = { groupId: null, image: image && { ...image, diskFormat: 'qcow2' } };
  assert.equal(searchOf(wanted, { host: null, ignoredHosts: [] }).diskFormat, 'qcow2');
  assert.equal(searchOf({ ...wanted, image }, { host: null, ignoredHosts: [] }).diskFormat, null);
});

test('nothing is kept where nothing was said', () => {
  const cloud = apart();
  assert.ok(!('hints' in cloud.server('other')));
});
