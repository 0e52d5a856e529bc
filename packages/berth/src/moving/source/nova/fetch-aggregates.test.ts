import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fetchAggregates } from './fetch-aggregates.ts';
import type { NovaClient } from './nova-client.ts';

const uuid = '00000000-0000-4000-8000-00000000000a';
const said = {
  id: 7,
  uuid,
  name: 'rack1',
  hosts: ['host1', 'gone'],
  metadata: { availability_zone: 'east' },
  created_at: '2026-01-01T00:00:00.000000',
  updated_at: null,
};

test('an aggregate comes with its number and those of its hosts that there are; the others are told', async () => {
  const client = { get: async () => ({ aggregates: [said] }) } as unknown as NovaClient; // All that is asked of it.
  const [read, member, ...more] = await fetchAggregates(client, (name) => name === 'host1');
  assert.equal(read?.number, 7);
  assert.deepEqual(JSON.parse(read.line), {
    thing: {
      id: uuid,
      number: 0,
      name: 'rack1',
      metadata: { availability_zone: 'east' },
      createdAt: Date.UTC(2026, 0, 1),
      updatedAt: null,
    },
    losses: [{ kind: 'host-in-aggregate', what: `aggregate ${uuid}: gone` }],
  });
  assert.deepEqual(JSON.parse(member?.line ?? ''), {
    thing: { id: `${uuid}/host1`, aggregateId: uuid, host: 'host1', position: 1 },
    losses: [],
  });
  assert.deepEqual(more, []);
});
