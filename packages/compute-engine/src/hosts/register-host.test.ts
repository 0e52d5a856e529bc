import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { given } from '@berth/engine/testing/given.ts';
import { longAgo, now } from '@berth/engine/testing/instants.ts';
import { id } from '@berth/engine/testing/names.ts';
import { applyComputeChange } from '../apply.ts';
import { isComputeChange } from '../changes.ts';
import { ComputeState } from '../compute-state.ts';
import { type ComputeCommand, decideComputeCommand } from '../decide.ts';
import type { ServiceId } from '../ids.ts';
import { ComputeRefusal } from '../refusals.ts';
import { serverNamed } from '../testing/server-named.ts';
import type { HostNode } from './register-host.ts';

function cloudWith(placement = '') {
  const compute = new ComputeState();
  const world = given(placement);
  const decide = (command: ComputeCommand): number => {
    const changes = decideComputeCommand({ placement: world, compute }, command);
    for (const change of changes) if (isComputeChange(change)) applyComputeChange(compute, change);
    return changes.length;
  };
  const register = (host: string, nodes: readonly HostNode[]) =>
    decide({ kind: 'register-host', host, newServiceId: `id of ${host}` as ServiceId, nodes, now });
  return { compute, decide, register };
}

function node(name: string, change: Partial<HostNode> = {}): HostNode {
  return {
    id: id(name),
    name,
    hypervisor: { type: 'fake', version: 1000 },
    address: '127.0.0.1',
    vcpus: 16,
    memoryMb: 1024,
    diskGb: 10,
    cpuInfo: '{}',
    guests: [],
    ...change,
  };
}

describe('a host that is registered', () => {
  test('gets a service and nodes with numbers, and nothing more when it says the same again', () => {
    const { compute, register } = cloudWith();
    register('host1', [node('cn1'), node('cn2')]);
    register('host2', [node('cn3')]);
    assert.deepEqual(
      Array.from(compute.nodes.values(), ({ name, number, host }) => [name, number, host]),
      [
        ['cn1', 1, 'host1'],
        ['cn2', 2, 'host1'],
        ['cn3', 3, 'host2'],
      ],
    );
    assert.deepEqual(
      Array.from(compute.services.values(), ({ host, number, isUp }) => [host, number, isUp]),
      [
        ['host1', 1, true],
        ['host2', 2, true],
      ],
    );
    assert.equal(register('host1', [node('cn1'), node('cn2')]), 0);
    assert.equal(register('host1', [node('cn1'), node('cn2', { vcpus: 8 })]), 1);
    assert.deepEqual([compute.nodes.get(id('cn2'))?.vcpus, compute.nodes.get(id('cn2'))?.number], [8, 2]);
  });

  test('loses a node that it does not have any more, unless there are servers on it', () => {
    const { compute, register } = cloudWith();
    register('host1', [node('cn1'), node('cn2')]);
    const place = { host: 'host1', nodeId: id('cn2'), nodeName: 'cn2', zone: 'nova' };
    applyComputeChange(compute, { kind: 'server-set', thing: serverNamed('vm1', { place }) });
    register('host1', [node('cn3')]);
    assert.deepEqual(
      compute.nodes.ofHost('host1').map(({ name }) => name),
      ['cn2', 'cn3'],
    );
    const gone = serverNamed('vm1', { place, deletedAt: now, vmState: 'deleted' });
    applyComputeChange(compute, { kind: 'server-set', thing: gone });
    register('host1', [node('cn3')]);
    assert.deepEqual(
      compute.nodes.ofHost('host1').map(({ name }) => name),
      ['cn3'],
    );
  });

  test("does not get another host's node, nor a provider that is none", () => {
    const { register } = cloudWith(`
      cn1    VCPU:8
        numa VCPU:8
      ss1    DISK_GB:10  MISC_SHARES_VIA_AGGREGATE
      other  VCPU:1`);
    register('host1', [node('cn1')]);
    const refused = (host: string, nodes: readonly HostNode[], kind: string) =>
      assert.throws(
        () => register(host, nodes),
        (error) => error instanceof ComputeRefusal && error.reason.kind === kind,
      );
    refused('host2', [node('cn1')], 'node-of-other-host');
    refused('host2', [node('numa')], 'provider-is-no-node');
    refused('host2', [node('ss1')], 'provider-is-no-node');
    refused('host2', [node('other', { name: 'cn9' })], 'provider-is-no-node');
    register('host2', [node('other')]);
  });
});

describe('the service of a host', () => {
  test('comes and goes, and what is said of one that is as it is changes nothing', () => {
    const { compute, decide, register } = cloudWith();
    register('host1', [node('cn1')]);
    assert.equal(decide({ kind: 'host-seen', host: 'host1', now }), 0);
    decide({
      kind: 'hosts-silent',
      hosts: [
        { host: 'host1', seenAt: longAgo },
        { host: 'nobody', seenAt: now },
      ],
    });
    const down = compute.services.ofHost('host1');
    assert.deepEqual([down?.isUp, down?.seenAt], [false, longAgo]);
    assert.equal(decide({ kind: 'hosts-silent', hosts: [{ host: 'host1', seenAt: now }] }), 0);
    decide({ kind: 'host-seen', host: 'host1', now });
    assert.deepEqual(
      [compute.services.ofHost('host1')?.isUp, compute.services.ofHost('host1')?.seenAt],
      [true, now],
    );
    assert.equal(compute.services.ofHost('host1')?.backAt, now);
    assert.equal(decide({ kind: 'host-seen', host: 'nobody', now }), 0);
  });

  test('is forced down, and disabled with a reason, until somebody says otherwise', () => {
    const { compute, decide, register } = cloudWith();
    register('host1', [node('cn1')]);
    const { id: service } = compute.services.ofHost('host1') ?? assert.fail();
    decide({ kind: 'change-service', now, id: service, isForcedDown: true });
    decide({ kind: 'change-service', now, id: service, disabled: { reason: 'broken' } });
    const { isUp, isForcedDown, disabled, backAt } = compute.services.get(service) ?? assert.fail();
    assert.deepEqual([isUp, isForcedDown, disabled, backAt], [true, true, { reason: 'broken' }, undefined]);
    decide({ kind: 'change-service', now, id: service, isForcedDown: false, disabled: null });
    assert.equal(compute.services.get(service)?.disabled, null);
    assert.equal(compute.services.get(service)?.backAt, now);
  });

  test('is removed with its nodes when no servers are there', () => {
    const { compute, decide, register } = cloudWith();
    register('host1', [node('cn1')]);
    const { id: service } = compute.services.ofHost('host1') ?? assert.fail();
    applyComputeChange(compute, { kind: 'server-set', thing: serverNamed('vm1') });
    const isRefused = (error: unknown) =>
      error instanceof ComputeRefusal && error.reason.kind === 'host-has-servers';
    assert.throws(() => decide({ kind: 'remove-service', id: service }), isRefused);
    applyComputeChange(compute, { kind: 'server-set', thing: serverNamed('vm1', { deletedAt: now }) });
    decide({ kind: 'remove-service', id: service });
    assert.deepEqual([compute.services.size, compute.nodes.size], [0, 0]);
  });
});
