import assert from 'node:assert/strict';
import { test } from 'node:test';
import { consumerId, id, traitName } from '@berth/engine/testing/names.ts';
import { type ChangeWithServers, cloudWithServers } from '../testing/cloud-with-servers.ts';
import { stateByPart } from './state-by-part.ts';

const { parts } = cloudWithServers;
const trait: ChangeWithServers = {
  kind: 'trait-added',
  trait: { name: traitName('CUSTOM_A'), createdAt: 1 },
};
const server: ChangeWithServers = {
  kind: 'server-added',
  server: {
    id: consumerId('vm1'),
    name: 'vm1',
    projectId: 'project',
    status: 'ACTIVE',
    hostId: id('cn1'),
    createdAt: 1,
  },
};

test('each part gets its own changes, and every part is there', () => {
  const taken = (state: readonly ChangeWithServers[]) =>
    Array.from(stateByPart(parts, state), ([{ projection }, changes]) => [
      projection.name,
      Array.from(changes, ({ kind }) => kind),
    ]);
  assert.deepEqual(taken([trait, trait, server]), [
    ['placement', ['trait-added', 'trait-added']],
    ['servers', ['server-added']],
  ]);
  assert.deepEqual(taken([server]), [
    ['placement', []],
    ['servers', ['server-added']],
  ]);
  assert.throws(
    () => taken([server, trait]),
    /changes come part by part, and one of the kind trait-added does not/,
  );
});

test('nothing is read ahead, and what is not gone through to its end is ended', () => {
  const events: string[] = [];
  function* state(): Generator<ChangeWithServers> {
    try {
      for (const change of [trait, trait, server]) {
        events.push(`read ${change.kind}`);
        yield change;
      }
    } finally {
      events.push('ended');
    }
  }
  for (const [, changes] of stateByPart(parts, state())) {
    for (const { kind } of changes) {
      events.push(`took ${kind}`);
      break;
    }
    break;
  }
  assert.deepEqual(events, ['read trait-added', 'took trait-added', 'ended']);
});
