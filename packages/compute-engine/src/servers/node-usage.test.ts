import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ProviderId } from '@berth/engine/ids.ts';
import { ComputeState } from '../compute-state.ts';
import type { Migration } from '../migrations/migration.ts';
import { someMigration } from '../testing/some-migration.ts';
import { placeOn, someServer } from '../testing/some-server.ts';
import { usageWithMoves } from './node-usage.ts';

const [cn1, cn2] = ['cn1', 'cn2'].map((name) => ({ ...placeOn(name), nodeId: name as ProviderId })) as [
  ReturnType<typeof placeOn>,
  ReturnType<typeof placeOn>,
];
const small = { ...someServer().flavor, number: 1, vcpus: 1, memoryMb: 100, rootGb: 1 };
const large = { ...small, number: 2, vcpus: 4, memoryMb: 400, rootGb: 2, ephemeralGb: 1, swapMb: 1500 };

/** A server that is resized from cn1 to cn2: what both count, `servers vcpus memory disk`. */
function usages(move: Partial<Migration>, at: Partial<ReturnType<typeof someServer>> = {}) {
  const compute = new ComputeState();
  const target = { ...cn2, address: null };
  const server = someServer({ place: cn1, flavor: small, ...at });
  compute.servers.put(server);
  compute.migrations.put(someMigration({ source: cn1, target, oldFlavor: small, newFlavor: large, ...move }));
  return [cn1, cn2].map(({ nodeId }) => {
    const { servers, vcpus, memoryMb, diskGb } = usageWithMoves(compute, nodeId);
    return `${servers} ${vcpus} ${memoryMb} ${diskGb}`;
  });
}

test('a server that is to come is counted where it is to come, and not among the servers there', () => {
  assert.deepEqual(usages({ status: 'pre-migrating' }), ['1 1 100 1', '0 4 400 4']);
});

test('a server that has come, and may have to go back, is counted where it came from', () => {
  assert.deepEqual(usages({ status: 'finished' }, { place: cn2, flavor: large }), ['0 1 100 1', '1 4 400 4']);
});

test('a server whose move is over is counted where it is alone', () => {
  for (const status of ['confirmed', 'reverted', 'error', 'done', 'completed'] as const) {
    assert.deepEqual(usages({ status }), ['1 1 100 1', '0 0 0 0']);
  }
});

test('a server that is resized where it is counts with both flavors there', () => {
  const target = { ...cn1, address: null };
  assert.deepEqual(usages({ status: 'pre-migrating', target }), ['1 5 500 5', '0 0 0 0']);
  assert.deepEqual(usages({ status: 'finished', target }, { flavor: large }), ['1 5 500 5', '0 0 0 0']);
});

test('a server that is moved live is counted where it runs', () => {
  assert.deepEqual(usages({ status: 'running', type: 'live-migration' }), ['1 1 100 1', '0 0 0 0']);
});

test('a move without a host yet holds nothing but what the server does', () => {
  assert.deepEqual(usages({ status: 'pre-migrating', target: null }), ['1 1 100 1', '0 0 0 0']);
});

test('what is counted of moves changes with them, and goes with them', () => {
  const compute = new ComputeState();
  const moving = someMigration({ status: 'pre-migrating', source: cn1, target: null });
  const at = ({ nodeId }: typeof cn1) => [...compute.migrations.underWayAt(nodeId)].length;
  compute.migrations.put(moving);
  assert.deepEqual([at(cn1), at(cn2)], [1, 0]);
  compute.migrations.put({ ...moving, target: { ...cn2, address: null } });
  assert.deepEqual([at(cn1), at(cn2)], [1, 1]);
  compute.migrations.remove(moving.id);
  assert.deepEqual([at(cn1), at(cn2)], [0, 0]);
});
