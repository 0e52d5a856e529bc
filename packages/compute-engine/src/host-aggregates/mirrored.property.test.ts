import assert from 'node:assert/strict';
import { test } from 'node:test';
import { apply } from '@berth/engine/apply.ts';
import { decide } from '@berth/engine/decide.ts';
import type { AggregateId, ProviderId } from '@berth/engine/ids.ts';
import { now } from '@berth/engine/testing/instants.ts';
import { aggregateId, id } from '@berth/engine/testing/names.ts';
import { assertProperty } from '@berth/testing/assert-property.ts';
import fc from 'fast-check';
import type { ServiceId } from '../ids.ts';
import { ComputeRefusal } from '../refusals.ts';
import { ServerCloud } from '../testing/server-cloud.ts';
import { aggregatesOfNode } from './aggregates-of-node.ts';

const hosts = ['cn1', 'cn2'];
const nodes = ['cn1', 'cn2', 'new1', 'new2'];
const numbers = [1, 2, 3];
const theirs = aggregateId('theirs');

const arbitraryStep = fc.oneof(
  { weight: 4, arbitrary: step('add', fc.constantFrom(...numbers), fc.constantFrom(...hosts)) },
  { weight: 3, arbitrary: step('remove', fc.constantFrom(...numbers), fc.constantFrom(...hosts)) },
  { weight: 3, arbitrary: step('register', fc.constantFrom(...hosts), fc.subarray(nodes)) },
  { weight: 1, arbitrary: step('leave', fc.constantFrom(...hosts)) },
  { weight: 2, arbitrary: step('provide', fc.constantFrom(...nodes)) },
  { weight: 1, arbitrary: step('join theirs', fc.constantFrom(...nodes)) },
  { weight: 1, arbitrary: step('recreate', fc.constantFrom(...numbers)) },
);

function step<const Kind extends string, Values extends [unknown, ...unknown[]]>(
  kind: Kind,
  ...values: { readonly [Index in keyof Values]: fc.Arbitrary<Values[Index]> }
): fc.Arbitrary<readonly [Kind, ...Values]> {
  return fc.tuple<Values>(...values).map((drawn) => [kind, ...drawn] as const);
}

type Step = typeof arbitraryStep extends fc.Arbitrary<infer Drawn> ? Drawn : never;

/** Hosts, and aggregates in which there is nobody. */
function given(): ServerCloud {
  const cloud = new ServerCloud('cn1 VCPU:8\ncn2 VCPU:8');
  for (const number of numbers) create(cloud, `a${number}`);
  return cloud;
}

function create(cloud: ServerCloud, name: string): void {
  cloud.decide({ kind: 'create-aggregate', aggregate: { id: aggregateId(name), name, zone: null }, now });
}

function doStep(cloud: ServerCloud, drawn: Step, turn: number): void {
  const { placement, compute } = cloud;
  switch (drawn[0]) {
    case 'add':
      return void cloud.decide({ kind: 'add-aggregate-host', number: drawn[1], host: drawn[2], now });
    case 'remove':
      return void cloud.decide({ kind: 'remove-aggregate-host', number: drawn[1], host: drawn[2], now });
    case 'register': {
      const [, host, told] = drawn;
      const newServiceId = `${host} ${turn}` as ServiceId;
      return void cloud.decide({ kind: 'register-host', host, newServiceId, nodes: told.map(factsOf), now });
    }
    case 'leave': {
      const service = compute.services.ofHost(drawn[1]);
      return service && void cloud.decide({ kind: 'remove-service', id: service.id });
    }
    case 'provide': {
      const [, name] = drawn;
      if (placement.providers.has(id(name))) return;
      const aggregates = aggregatesOfNode(compute, id(name));
      const command = {
        kind: 'create-provider',
        id: id(name),
        name,
        parentId: null,
        aggregates,
        now,
      } as const;
      for (const change of decide(placement, command)) apply(placement, change);
      return;
    }
    case 'join theirs': {
      const root = placement.providers.get(id(drawn[1]));
      if (root)
        apply(placement, { kind: 'aggregates-set', id: root.id, aggregates: [...root.aggregates, theirs] });
      return;
    }
    case 'recreate':
      cloud.decide({ kind: 'delete-aggregate', number: drawn[1] });
      return create(cloud, `again ${turn}`);
  }
}

function factsOf(name: string) {
  const facts = { vcpus: 1, memoryMb: 1, diskGb: 1, cpuInfo: '{}', guests: [], address: '' };
  return { id: id(name), name, hypervisor: { type: 'fake', version: 1 }, ...facts };
}

test('whatever comes and goes, Placement has the nodes of hosts in their aggregates, in no others of ours, and in all that were theirs', () => {
  assertProperty(
    fc.property(fc.array(arbitraryStep, { maxLength: 40, size: '+1' }), (steps) => {
      const cloud = given();
      const joined = new Set<ProviderId>();
      for (const [turn, drawn] of steps.entries()) {
        try {
          doStep(cloud, drawn, turn);
        } catch (error) {
          if (!(error instanceof ComputeRefusal)) throw error;
        }
        for (const { id: root, aggregates } of cloud.placement.providers.values()) {
          if (aggregates.has(theirs)) joined.add(root);
          const wanted = new Set<AggregateId>(aggregatesOfNode(cloud.compute, root));
          if (joined.has(root)) wanted.add(theirs);
          assert.deepEqual([...aggregates].sort(), [...wanted].sort(), `after ${drawn.join(' ')}`);
        }
        for (const root of joined) if (!cloud.placement.providers.has(root)) joined.delete(root);
      }
    }),
  );
});
