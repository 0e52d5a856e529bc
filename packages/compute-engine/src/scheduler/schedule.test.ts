import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { consumerId } from '@berth/engine/testing/names.ts';
import { type AskedServer, GivenCloud, groupId } from '../testing/given-cloud.ts';
import { type Decision, decisionMax } from './decision.ts';
import type { Scheduling } from './schedule.ts';

const three = `
  cn1  VCPU:8(ratio=4)  MEMORY_MB:8192   DISK_GB:100
  cn2  VCPU:8(ratio=4)  MEMORY_MB:16384  DISK_GB:100
  cn3  VCPU:8(ratio=4)  MEMORY_MB:4096   DISK_GB:100`;

const inGroup: AskedServer = { hints: { groupId: groupId('g') } };

/** `cn1:VCPU=1,MEMORY_MB=512`, as `allocate` writes it. */
function taken(cloud: GivenCloud, scheduling: Scheduling): string[] {
  assert.ok(scheduling.isPlaced);
  return scheduling.servers.map(({ allocations }) =>
    allocations
      .map(({ providerId, resourceClass, amount }) => {
        return `${cloud.placement.providers.get(providerId)?.name}:${resourceClass}=${amount}`;
      })
      .join(' '),
  );
}

function decisionOf(scheduling: Scheduling): Decision {
  if (!scheduling.isPlaced) return scheduling.decision;
  return scheduling.servers[0]?.decision ?? assert.fail('there is a server');
}

describe('a server', () => {
  test('goes to the host with the most that is left', () => {
    assert.equal(new GivenCloud(three).hostFor('vm'), 'cn2');
  });

  test('takes there what its flavor says', () => {
    const cloud = new GivenCloud(three);
    const scheduling = cloud.schedule(['vm'], { flavor: { ephemeralGb: 2, swapMb: 1 } });
    assert.deepEqual(taken(cloud, scheduling), ['cn2:VCPU=1 cn2:MEMORY_MB=512 cn2:DISK_GB=4']);
  });

  test('is told its node and its zone', () => {
    const cloud = new GivenCloud('cn1 VCPU:8 MEMORY_MB:8192 DISK_GB:100 agg:A')
      .withNode('cn1', { host: 'host1' })
      .withService('host1', {})
      .withAggregate('A', { availability_zone: 'east' }, { hosts: ['host1'] });
    const scheduling = cloud.schedule(['vm']);
    assert.ok(scheduling.isPlaced);
    const { host, nodeName, zone } = scheduling.servers[0]?.place ?? {};
    assert.deepEqual({ host, nodeName, zone }, { host: 'host1', nodeName: 'cn1', zone: 'east' });
  });

  test('does not go to trees that are no hosts, nor where it has been in vain', () => {
    const cloud = new GivenCloud(three).withoutNode('cn2');
    assert.equal(cloud.hostFor('vm'), 'cn1');
    assert.equal(cloud.hostFor('again', { request: { ignoredHosts: ['CN1'] } }), 'cn3');
  });

  test('does not go to hosts that are out of service', () => {
    assert.equal(new GivenCloud(three).withDisabled('cn2').hostFor('vm'), 'cn1');
  });

  test('takes from whoever shares with its host', () => {
    const cloud = new GivenCloud(`
      cn1  VCPU:8  MEMORY_MB:8192  agg:A
      cn2  VCPU:8  MEMORY_MB:4096  agg:A
      ss1  DISK_GB:2000  MISC_SHARES_VIA_AGGREGATE  agg:A`).withoutNode('ss1');
    assert.deepEqual(taken(cloud, cloud.schedule(['vm'])), ['cn1:VCPU=1 cn1:MEMORY_MB=512 ss1:DISK_GB=1']);
    cloud.withGroup('g', 'affinity').withServer('one', 'cn2', { groupId: groupId('g') });
    assert.equal(cloud.hostFor('next', inGroup), 'cn2');
  });

  test('with CPUs of its own goes to hosts that count those, or else to others', () => {
    const asked = { flavor: { vcpus: 2, extraSpecs: { 'hw:cpu_policy': 'dedicated' } } };
    const cloud = new GivenCloud(`
      cn1  PCPU:2   MEMORY_MB:8192  DISK_GB:100
      cn2  VCPU:16  MEMORY_MB:1024  DISK_GB:100`);
    assert.equal(cloud.hostFor('one', asked, { fallsBackToSharedCpus: false }), 'cn1');
    assert.equal(cloud.hostFor('two', asked, { fallsBackToSharedCpus: false }), 'none: candidates');
    assert.equal(cloud.hostFor('two', asked), 'cn2');
  });
});

describe('a host that is asked for', () => {
  const cloud = () => new GivenCloud(three).withService('cn3', { disabled: { reason: null } });
  const cn3 = { host: 'cn3', nodeName: null };

  test('is taken if the filters have nothing against it', () => {
    assert.equal(cloud().hostFor('vm', { request: { requested: { host: 'cn1', nodeName: 'cn1' } } }), 'cn1');
    assert.equal(cloud().hostFor('vm', { request: { requested: cn3 } }), 'none: ComputeFilter');
  });

  test('is taken whatever the filters say, where it is forced', () => {
    assert.equal(cloud().hostFor('vm', { request: { forced: cn3 } }), 'cn3');
  });

  test('may have several nodes', () => {
    const pool = new GivenCloud(three).withNode('cn1', { host: 'pool' }).withNode('cn3', { host: 'pool' });
    pool.withService('pool', {});
    const scheduling = pool.schedule(['vm'], { request: { requested: { host: 'pool', nodeName: null } } });
    assert.ok(scheduling.isPlaced);
    assert.equal(scheduling.servers[0]?.place.nodeName, 'cn1');
    assert.equal(decisionOf(scheduling).found, 2);
  });
});

describe('servers that are asked for together', () => {
  const names = (count: number) => Array.from({ length: count }, (_, index) => `vm${index}`);

  test('see each other', () => {
    const cloud = new GivenCloud(`
      cn1  VCPU:8  MEMORY_MB:2048  DISK_GB:100
      cn2  VCPU:8  MEMORY_MB:1900  DISK_GB:100`);
    assert.deepEqual(cloud.hostsFor(names(4)), ['cn1', 'cn2', 'cn1', 'cn2']);
  });

  test('go where they would go one after the other, once they are built', () => {
    const text = `
      cn1  VCPU:9   MEMORY_MB:9192   DISK_GB:100
      cn2  VCPU:17  MEMORY_MB:7384   DISK_GB:80
      cn3  VCPU:6   MEMORY_MB:14096  DISK_GB:90`;
    const settings = { multipliers: { ...noOthers, ram: 1, cpu: 1, disk: 1 } };
    const [together, apart] = [new GivenCloud(text), new GivenCloud(text)];
    const hosts = together.hostsFor(names(12), {}, settings);
    assert.deepEqual(
      hosts,
      names(12).map((name) => apart.hostFor(name, {}, settings)),
    );
  });

  test('are all placed, or none', () => {
    const cloud = new GivenCloud(
      'cn1 VCPU:3 MEMORY_MB:8192 DISK_GB:100\ncn2 VCPU:2 MEMORY_MB:8192 DISK_GB:100',
    );
    const scheduling = cloud.schedule(names(6));
    assert.ok(!scheduling.isPlaced);
    assert.equal(scheduling.fault.message, 'No valid host was found. There are not enough hosts available.');
    assert.deepEqual(scheduling.decision.ended, { step: 'claims', reason: 'No host was left.' });
    assert.equal(cloud.hostsFor(names(5)).length, 5);
  });

  test('use every way that a host has', () => {
    const cloud = new GivenCloud(`
      cn1      MEMORY_MB:8192  DISK_GB:100
        numa0  VCPU:2
        numa1  VCPU:2`);
    const scheduling = cloud.schedule(names(2), { flavor: { vcpus: 2 } });
    const cells = taken(cloud, scheduling).flatMap((text) => /numa./.exec(text) ?? []);
    assert.deepEqual(new Set(cells), new Set(['numa0', 'numa1']));
  });

  test('are together in a group with affinity, and apart with anti-affinity', () => {
    const together = new GivenCloud(three).withGroup('g', 'affinity');
    assert.deepEqual(together.hostsFor(names(3), inGroup), ['cn2', 'cn2', 'cn2']);
    const apart = new GivenCloud(three).withGroup('g', 'anti-affinity');
    assert.deepEqual(apart.hostsFor(names(3), inGroup), ['cn2', 'cn1', 'cn3']);
    assert.equal(apart.hostsFor(['more'], inGroup), 'ServerGroupAntiAffinityFilter');
    const pairs = new GivenCloud(three).withGroup('g', 'anti-affinity', 2);
    assert.equal(pairs.hostsFor(names(6), inGroup).length, 6);
    assert.equal(pairs.hostsFor(['more'], inGroup), 'ServerGroupAntiAffinityFilter');
  });
});

const noOthers = { ram: 0, cpu: 0, disk: 0, ioOps: 0, buildFailure: 0, softAffinity: 0, softAntiAffinity: 0 };

describe('of more hosts than are looked at', () => {
  const many = Array.from(
    { length: 20 },
    (_, index) => `cn${index} VCPU:8 MEMORY_MB:${4096 + index} DISK_GB:100`,
  );
  const settings = { candidatesMax: 5 };

  test('some are looked at', () => {
    const scheduling = new GivenCloud(many.join('\n')).schedule(['vm'], {}, settings);
    const { found, isCut } = decisionOf(scheduling);
    assert.deepEqual({ found, isCut }, { found: 5, isCut: true });
  });

  test('those are among them that hints are about', () => {
    const cloud = new GivenCloud(many.join('\n')).withServer('one', 'cn17', { groupId: groupId('g') });
    const filters = ['SameHostFilter', 'DifferentHostFilter', 'ServerGroupAffinityFilter'] as const;
    const sameHosts = [consumerId('one')];
    assert.equal(cloud.hostFor('vm1', { hints: { sameHosts } }, { ...settings, filters }), 'cn17');
    for (const policy of ['affinity', 'soft-affinity'] as const) {
      cloud.withGroup('g', policy);
      assert.equal(cloud.hostFor(`vm of ${policy}`, inGroup, { ...settings, filters }), 'cn17');
    }
  });

  test('of those that a group prefers, all that have the most members are among them, and no more others than of those that it does not', () => {
    const fleet = Array.from({ length: 80 }, (_, index) => `cn${index} VCPU:8 MEMORY_MB:4096 DISK_GB:100`);
    const cloud = new GivenCloud(fleet.join('\n')).withGroup('g', 'soft-affinity');
    for (let index = 20; index < 79; index++)
      cloud.withServer(`one${index}`, `cn${index}`, { groupId: groupId('g') });
    cloud.withServer('two', 'cn78', { groupId: groupId('g') });
    const { found, isCut } = decisionOf(cloud.schedule(['vm1', 'vm2'], inGroup, settings));
    assert.deepEqual({ found, isCut }, { found: 5 + 5 + 1, isCut: true });
    const multipliers = { ...noOthers, softAffinity: 1 };
    assert.deepEqual(cloud.hostsFor(['vm1', 'vm2'], inGroup, { ...settings, multipliers }), ['cn78', 'cn78']);
  });

  test('there are enough, though hints rule some out', () => {
    const cloud = new GivenCloud(many.join('\n'));
    cloud.withGroup('g', 'anti-affinity');
    const hosts = new Set(
      Array.from({ length: 20 }, (_, index) => cloud.hostFor(`vm${index}`, inGroup, settings)),
    );
    assert.equal(hosts.size, 20);
  });
});

describe('a decision', () => {
  test('says what the filters left, and what the best hosts weigh', () => {
    const cloud = new GivenCloud(three).withService('cn2', { isUp: false });
    assert.deepEqual(decisionOf(cloud.schedule(['vm'], {}, { multipliers: { ...noOthers, ram: 1 } })), {
      found: 3,
      isCut: false,
      steps: [{ name: 'ComputeFilter', left: 2, refused: [{ host: 'cn2', reason: 'it is down' }] }],
      best: [
        { host: 'cn1', node: 'cn1', weight: 1, parts: { ram: 1 } },
        { host: 'cn3', node: 'cn3', weight: 0.5, parts: { ram: 0.5 } },
      ],
      ended: null,
      asked: null,
    });
  });

  test('says that the hosts that alone were possible have no room', () => {
    const cloud = new GivenCloud(three)
      .withGroup('g', 'affinity')
      .withServer('one', 'cn3', { groupId: groupId('g') });
    const scheduling = cloud.schedule(['vm'], { ...inGroup, flavor: { memoryMb: 5000 } });
    assert.ok(!scheduling.isPlaced);
    assert.equal(scheduling.decision.ended?.step, 'ServerGroupAffinityFilter');
    assert.equal(scheduling.fault.message, 'No valid host was found. There are not enough hosts available.');
  });

  test('says what left no host', () => {
    const ended = (asked: AskedServer) => {
      const scheduling = new GivenCloud(three).schedule(['vm'], asked);
      assert.ok(!scheduling.isPlaced);
      return [scheduling.decision.ended?.step, scheduling.decision.ended?.reason, scheduling.fault.message];
    };
    const nothing = 'No valid host was found. ';
    assert.deepEqual(ended({ flavor: { vcpus: 99 } }), [
      'candidates',
      'No host has room for what is asked for.',
      nothing,
    ]);
    const extraSpecs = { 'trait:CUSTOM_X': 'required' };
    assert.deepEqual(ended({ flavor: { extraSpecs } }), [
      'candidates',
      'There is no trait CUSTOM_X.',
      nothing,
    ]);
    assert.deepEqual(ended({ request: { requested: { host: 'x', nodeName: null } } }), [
      'request',
      'No such host - host: x node: None ',
      'No valid host was found. No such host - host: x node: None ',
    ]);
  });

  test('is small, however many hosts there are and however long their names', () => {
    const long = 'x'.repeat(200);
    const text = Array.from(
      { length: 300 },
      (_, index) => `${long}${index} VCPU:8 MEMORY_MB:8192 DISK_GB:100 agg:A`,
    );
    const cloud = new GivenCloud(text.join('\n')).withAggregate('A', {
      grade: 'tin',
      filter_tenant_id: 'project',
    });
    for (let index = 0; index < 40; index++) {
      const host = `${long}${index}`;
      cloud.withFailures(host, index);
      if (index < 20) cloud.withService(host, index < 10 ? { isUp: false } : { disabled: { reason: null } });
      else cloud.withNode(host, { guests: [], hypervisor: { type: index < 30 ? 'a' : 'QEMU', version: 1 } });
    }
    const asked = {
      flavor: { extraSpecs: { 'capabilities:hypervisor_type': 'QEMU', grade: `<or> tin <or> ${long}` } },
      image: { hw_architecture: 'x86_64' },
      request: { ignoredHosts: Array.from({ length: 9 }, (_, index) => `${long}${60 + index}`) },
    };
    const filters = [
      'ComputeFilter',
      'ComputeCapabilitiesFilter',
      'ImagePropertiesFilter',
      'NumInstancesFilter',
    ] as const;
    const decision = decisionOf(cloud.schedule(['vm'], asked, { filters }));
    assert.equal(decision.best.length, 4);
    assert.ok(decision.steps.some(({ refused }) => refused.length > 0));
    const { length } = JSON.stringify(decision);
    assert.ok(length > decisionMax / 2 && length <= decisionMax, `${length}`);
    assert.deepEqual(JSON.parse(JSON.stringify(decision)), decision);
  });
});
