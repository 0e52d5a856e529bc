import assert from 'node:assert/strict';
import { test } from 'node:test';
import { allocate } from '@berth/engine/testing/allocate.ts';
import { checkWorld } from '@berth/engine/testing/check-world.ts';
import { now } from '@berth/engine/testing/instants.ts';
import { id, traitName } from '@berth/engine/testing/names.ts';
import { applyComputeChange } from '../apply.ts';
import type { ServiceId } from '../ids.ts';
import { removalOf } from '../removal-of.ts';
import { assertRefused } from '../testing/assert-refused.ts';
import { ServerCloud } from '../testing/server-cloud.ts';
import type { ComputeNode } from './compute-node.ts';
import type { ComputeService } from './compute-service.ts';
import { leavingDisabled } from './disabled-nodes.ts';
import type { HostNode } from './register-host.ts';

const service = (host: string) => host as ServiceId;

function say(cloud: ServerCloud, host: string, disabled: ComputeService['disabled']) {
  return cloud.decide({ kind: 'change-service', id: service(host), disabled, now });
}

function traitsOf({ placement }: ServerCloud, name: string): readonly string[] {
  return [...(placement.providers.get(id(name))?.traits ?? assert.fail(name))].sort();
}

test('Placement has of nodes, in the same decision, that their host is disabled, and that it is not any more', () => {
  const cloud = new ServerCloud('cn1 VCPU:8 CUSTOM_GOLD\n  numa VCPU:8\ncn2 VCPU:8');
  const generation = () => cloud.placement.providers.get(id('cn1'))?.generation ?? assert.fail();
  const before = generation();
  say(cloud, 'cn1', { reason: 'broken' });
  assert.deepEqual(traitsOf(cloud, 'cn1'), ['COMPUTE_STATUS_DISABLED', 'CUSTOM_GOLD']);
  assert.deepEqual([traitsOf(cloud, 'numa'), traitsOf(cloud, 'cn2')], [[], []]);
  assert.equal(generation(), before + 1);
  assert.equal(say(cloud, 'cn1', { reason: 'other' }).length, 1, 'it is there already');
  assert.equal(generation(), before + 1);
  say(cloud, 'cn1', null);
  assert.deepEqual(traitsOf(cloud, 'cn1'), ['CUSTOM_GOLD']);
});

test('whoever is forced down stays what it was in Placement', () => {
  const cloud = new ServerCloud('cn1 VCPU:8');
  cloud.decide({ kind: 'change-service', id: service('cn1'), isForcedDown: true, now });
  assert.deepEqual(traitsOf(cloud, 'cn1'), []);
  say(cloud, 'cn1', { reason: null });
  cloud.decide({ kind: 'change-service', id: service('cn1'), isForcedDown: false, now });
  assert.deepEqual(traitsOf(cloud, 'cn1'), ['COMPUTE_STATUS_DISABLED']);
});

test('no server goes to a host that is disabled, until it is enabled', () => {
  const cloud = new ServerCloud('cn1 VCPU:8 MEMORY_MB:4096 DISK_GB:100');
  say(cloud, 'cn1', { reason: null });
  cloud.create(['vm1']);
  assert.equal(cloud.server('vm1').place, null);
  say(cloud, 'cn1', null);
  cloud.create(['vm2']);
  assert.equal(cloud.server('vm2').place?.host, 'cn1');
});

test('a node that a disabled host gets later is disabled', () => {
  const cloud = new ServerCloud('cn1 VCPU:8\ncn2 VCPU:8');
  say(cloud, 'cn1', { reason: null });
  const nodes = Array.from(cloud.compute.nodes.values(), told);
  // Its provider was there before.
  applyComputeChange(cloud.compute, removalOf('node', cloud.compute.nodes.get(id('cn2')) ?? assert.fail()));
  cloud.decide({ kind: 'register-host', host: 'cn1', newServiceId: service('new'), nodes, now });
  assert.deepEqual(traitsOf(cloud, 'cn2'), ['COMPUTE_STATUS_DISABLED']);
});

function told(node: ComputeNode): HostNode {
  const { number: _, host: __, createdAt: ___, updatedAt: ____, ...facts } = node;
  return facts;
}

test('whoever writes the traits of a node leaves it disabled as long as its host is', () => {
  const cloud = new ServerCloud('cn1 VCPU:8\n  numa VCPU:8');
  const write = (name: string) => {
    const traits = [traitName('CUSTOM_GOLD')];
    const command = { kind: 'set-traits', id: id(name), expectedGeneration: 0, traits, now } as const;
    const decided = leavingDisabled(cloud.compute, command);
    return 'traits' in decided ? decided.traits : assert.fail();
  };
  assert.deepEqual(write('cn1'), ['CUSTOM_GOLD']);
  say(cloud, 'cn1', { reason: null });
  assert.deepEqual(write('cn1'), ['CUSTOM_GOLD', 'COMPUTE_STATUS_DISABLED']);
  assert.deepEqual(write('numa'), ['CUSTOM_GOLD']);
});

test('with a service go its nodes and all of their trees', () => {
  const cloud = new ServerCloud('cn1 VCPU:8 CUSTOM_GOLD\n  numa VCPU:8\n    pci\ncn2 VCPU:8');
  cloud.decide({ kind: 'remove-service', id: service('cn1') });
  assert.deepEqual(
    Array.from(cloud.placement.providers.values(), ({ name }) => name),
    ['cn2'],
  );
  assert.deepEqual([cloud.compute.services.size, cloud.compute.nodes.size], [1, 1]);
  checkWorld(cloud.placement);
});

test('a service stays as long as somebody holds something of its trees', () => {
  const cloud = new ServerCloud('cn1 VCPU:8\n  numa VCPU:8');
  allocate(cloud.placement, 'somebody', 'numa:VCPU=1');
  const remove = () => cloud.decide({ kind: 'remove-service', id: service('cn1') });
  assertRefused(remove, { kind: 'host-in-use', host: 'cn1', provider: id('numa') });
});
