import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type AggregateHost, aggregateHostId } from '@berth/compute-engine/host-aggregates/aggregate-host.ts';
import type { HostAggregate } from '@berth/compute-engine/host-aggregates/host-aggregate.ts';
import { ServerCloud } from '@berth/compute-engine/testing/server-cloud.ts';
import { aggregateId, id } from '@berth/engine/testing/names.ts';
import { AggregatesCheck } from './aggregates-check.ts';

interface WithHosts extends HostAggregate {
  readonly hosts: readonly string[];
}

function aggregate(name: string, change: Partial<WithHosts>): WithHosts {
  const times = { createdAt: 0, updatedAt: null };
  return { id: aggregateId(name), number: 1, name, hosts: [], metadata: {}, ...times, ...change };
}

function membersOf({ id: aggregateOf, hosts }: WithHosts): readonly AggregateHost[] {
  return hosts.map((host, index) => {
    return { id: aggregateHostId(aggregateOf, host), aggregateId: aggregateOf, host, position: index + 1 };
  });
}

/** What is told of these, where there is cn1, which is in an aggregate of Placement. */
function problemsOf(...aggregates: readonly WithHosts[]): readonly string[] {
  const { compute } = new ServerCloud('cn1 VCPU:8');
  const check = new AggregatesCheck();
  check.see({ kind: 'consumer' });
  const provider = { id: id('cn1'), parentId: null };
  check.see({ kind: 'provider', provider, aggregates: [aggregateId('a')] } as { kind: string });
  for (const noun of ['service', 'node'] as const) {
    for (const thing of compute.of[noun].values()) check.seeThing(noun, thing);
  }
  for (const thing of aggregates) check.seeThing('host-aggregate', thing);
  for (const thing of aggregates.flatMap(membersOf)) check.seeThing('aggregate-host', thing);
  return Array.from(check.problemsOfAll(), ({ text, allowance }) => `${allowance}: ${text}`);
}

test('a host that is in its aggregates in Placement, too, is in order', () => {
  assert.deepEqual(problemsOf(aggregate('a', { hosts: ['cn1'] }), aggregate('empty', {})), []);
});

test('who is in an aggregate and is no host is not let in', () => {
  assert.deepEqual(problemsOf(aggregate('a', { hosts: ['nobody'] })), [
    'null: host nobody is in aggregate 1, and is not there',
  ]);
});

test('a host in two zones, or outside of its aggregate in Placement, is let in by name', () => {
  const [east, west] = [{ availability_zone: 'east' }, { availability_zone: 'west' }];
  assert.deepEqual(
    problemsOf(
      aggregate('a', { hosts: ['cn1'], metadata: east }),
      aggregate('b', { hosts: ['cn1'], metadata: west, number: 2 }),
    ),
    [
      'hosts-in-several-zones: host cn1 is in zones east and west',
      `hosts-outside-aggregates: host cn1 is in aggregate 2, and in Placement its node ${id('cn1')} is not in ${aggregateId('b')}`,
    ],
  );
});
