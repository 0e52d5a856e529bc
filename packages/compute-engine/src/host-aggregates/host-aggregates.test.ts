import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { apply } from '@berth/engine/apply.ts';
import type { AggregateId } from '@berth/engine/ids.ts';
import { now } from '@berth/engine/testing/instants.ts';
import { aggregateId, id, named } from '@berth/engine/testing/names.ts';
import type { ServiceId } from '../ids.ts';
import { assertRefused } from '../testing/assert-refused.ts';
import { ServerCloud } from '../testing/server-cloud.ts';

/** A cloud with two hosts, the second in an aggregate of Placement that compute knows nothing of, and aggregates of these names. */
function cloudWith(...names: readonly string[]) {
  const cloud = new ServerCloud(`
    cn1 VCPU:8 MEMORY_MB:8192 DISK_GB:100
    cn2 VCPU:8 MEMORY_MB:8192 DISK_GB:100 agg:theirs`);
  for (const name of names) {
    const [plain = name, zone = null] = name.split('=');
    cloud.decide({ kind: 'create-aggregate', aggregate: { id: aggregateId(plain), name: plain, zone }, now });
  }
  const add = (number: number, host: string) =>
    cloud.decide({ kind: 'add-aggregate-host', number, host, now });
  const remove = (number: number, host: string) =>
    cloud.decide({ kind: 'remove-aggregate-host', number, host, now });
  const seen = (host: string) => {
    const { aggregates, generation } = named(cloud.placement, host);
    return [[...aggregates].sort(), generation];
  };
  return { cloud, add, remove, seen };
}

const ids = (...names: readonly string[]): readonly AggregateId[] => names.map(aggregateId).sort();

describe('in Placement', () => {
  test('the nodes of a host are in its aggregates in the same decision, and stay in those of others', () => {
    const { add, remove, seen } = cloudWith('a', 'b');
    assert.deepEqual(
      add(1, 'cn2').map(({ kind }) => kind),
      ['aggregate-host-set', 'aggregates-set', 'provider-touched'],
    );
    assert.deepEqual(seen('cn2'), [ids('a', 'theirs'), 1]);
    add(2, 'cn2');
    assert.deepEqual(seen('cn2'), [ids('a', 'b', 'theirs'), 2]);
    remove(1, 'cn2');
    assert.deepEqual(seen('cn2'), [ids('b', 'theirs'), 3]);
    assert.deepEqual(seen('cn1'), [[], 0]);
  });

  test('nothing is written of a node that is there already, or was taken out by somebody else', () => {
    const { cloud, add, remove, seen } = cloudWith('theirs', 'a');
    add(1, 'cn2');
    assert.deepEqual(seen('cn2'), [ids('theirs'), 0]);
    add(2, 'cn2');
    apply(cloud.placement, { kind: 'aggregates-set', id: id('cn2'), aggregates: [] });
    remove(2, 'cn2');
    assert.deepEqual(seen('cn2'), [[], 1]);
  });

  test('a node that its host gets later is in them too, and one that it loses is in none of them', () => {
    const { cloud, add, seen } = cloudWith('a');
    add(1, 'cn1');
    const [node] = cloud.compute.nodes.ofHost('cn1');
    assert.ok(node);
    const { number: _, host, createdAt: __, updatedAt: ___, ...told } = node;
    const register = (...nodes: readonly (typeof told)[]) =>
      cloud.decide({ kind: 'register-host', host, newServiceId: 'cn1' as ServiceId, nodes, now });
    apply(cloud.placement, { kind: 'aggregates-set', id: id('cn1'), aggregates: [] });
    register(told);
    assert.deepEqual(seen('cn1'), [ids('a'), 2]);
    assert.deepEqual(register(told), []);
    register();
    assert.deepEqual(seen('cn1'), [[], 3]);
  });

  test('a host that is gone is in no aggregate any more, and its tree is gone, too', () => {
    const { cloud, add } = cloudWith('a', 'b');
    add(1, 'cn2');
    add(2, 'cn2');
    cloud.decide({ kind: 'remove-service', id: 'cn2' as ServiceId });
    const { hostAggregates, aggregateHosts } = cloud.compute;
    assert.deepEqual(
      hostAggregates.inOrder().map((aggregate) => aggregateHosts.in(aggregate.id)),
      [[], []],
    );
    assert.equal(cloud.placement.providersByName.has('cn2'), false);
  });
});

describe('the zone of a host', () => {
  const rename = (cloud: ServerCloud, number: number, zone: string | null) =>
    cloud.decide({ kind: 'update-aggregate', number, zone, now });

  test('is one: another aggregate with another one does not take the host, nor become one', () => {
    const { cloud, add } = cloudWith('a=east', 'b=west', 'c', 'd=east');
    add(1, 'cn1');
    assertRefused(() => add(2, 'cn1'), { kind: 'host-in-other-zone', number: 2, zones: ['east'] });
    add(3, 'cn1');
    add(4, 'cn1');
    const zones = ['east', 'east'];
    assertRefused(() => rename(cloud, 3, 'west'), {
      kind: 'aggregate-zone-differs',
      by: 'update',
      number: 3,
      zones,
    });
    rename(cloud, 3, 'east');
  });

  test('is not another one while there are servers', () => {
    const { cloud, add } = cloudWith('a=east');
    add(1, 'cn1');
    add(1, 'cn2');
    cloud.create(['vm1']);
    const metadata = { availability_zone: 'west' };
    const set = () => cloud.decide({ kind: 'set-aggregate-metadata', number: 1, metadata });
    assertRefused(set, { kind: 'aggregate-zone-in-use', by: 'set-metadata', number: 1 });
    rename(cloud, 1, 'east');
    cloud.settle();
    cloud.delete('vm1');
    cloud.settle();
    set();
    assert.deepEqual(cloud.compute.hostAggregates.numbered(1)?.metadata, metadata);
  });

  test('is never nothing', () => {
    const { cloud } = cloudWith('a=east');
    const refused = { kind: 'aggregate-zone-empty', by: 'update', number: 1, name: 'a' } as const;
    assertRefused(() => rename(cloud, 1, null), refused);
  });
});

test('of what is wrong with a host for an aggregate, the first is told', () => {
  const { cloud, add, remove } = cloudWith('a');
  assertRefused(() => add(9, 'nobody'), { kind: 'aggregate-host-unknown', host: 'nobody' });
  assertRefused(() => add(9, 'cn1'), { kind: 'aggregate-not-found', number: '9' });
  add(1, 'cn1');
  assertRefused(() => add(1, 'cn1'), { kind: 'aggregate-host-exists', number: 1, host: 'cn1' });
  assertRefused(() => remove(1, 'cn2'), { kind: 'aggregate-host-not-found', number: 1, host: 'cn2' });
  assertRefused(() => cloud.decide({ kind: 'delete-aggregate', number: 1 }), {
    kind: 'aggregate-has-hosts',
    number: 1,
  });
});

test('a name is of one aggregate, and a number is never given again', () => {
  const { cloud } = cloudWith('a', 'b');
  const create = (name: string) =>
    cloud.decide({ kind: 'create-aggregate', aggregate: { id: aggregateId('c'), name, zone: null }, now });
  assertRefused(() => create('a'), { kind: 'aggregate-name-exists', name: 'a' });
  const rename = (name: string) => cloud.decide({ kind: 'update-aggregate', number: 2, name, now });
  assertRefused(() => rename('a'), { kind: 'aggregate-name-exists', name: 'a' });
  assert.deepEqual(rename('b'), []);
  cloud.decide({ kind: 'delete-aggregate', number: 2 });
  create('b');
  assert.equal(cloud.compute.hostAggregates.named('b')?.number, 3);
});

test('metadata is merged, what is null goes, and there is only so much of it', () => {
  const { cloud } = cloudWith('a');
  const set = (metadata: Readonly<Record<string, string | null>>) =>
    cloud.decide({ kind: 'set-aggregate-metadata', number: 1, metadata });
  set({ one: '1', two: '2' });
  set({ one: null, three: '3', four: null });
  assert.deepEqual(cloud.compute.hostAggregates.numbered(1)?.metadata, { two: '2', three: '3' });
  const many = Object.fromEntries(Array.from({ length: 999 }, (_, index) => [`key ${index}`, '']));
  assertRefused(() => set(many), { kind: 'too-much-aggregate-metadata', most: 1000 });
});

test('hosts are in an aggregate in the order in which they came, and what is written when one does is of its own size', () => {
  const { cloud, add, remove } = cloudWith('a', 'b');
  const hosts = () => cloud.compute.aggregateHosts.in(aggregateId('a'));
  const [first, second] = [add(1, 'cn2'), add(1, 'cn1')];
  const before = hosts();
  assert.deepEqual(before, ['cn2', 'cn1']);
  assert.deepEqual(
    [first, second].map((changes) => changes.map(({ kind }) => kind)),
    [first, second].map(() => ['aggregate-host-set', 'aggregates-set', 'provider-touched']),
  );
  assert.equal(JSON.stringify(first[0]).length, JSON.stringify(second[0]).length);
  remove(1, 'cn2');
  add(1, 'cn2');
  assert.deepEqual(hosts(), ['cn1', 'cn2']);
  assert.deepEqual(before, ['cn2', 'cn1']);
  cloud.decide({ kind: 'update-aggregate', number: 1, name: 'c', now });
  assert.deepEqual(hosts(), ['cn1', 'cn2']);
});
