import assert from 'node:assert/strict';
import { test } from 'node:test';
import { storedCloud } from '@berth/berth/cloud/stored-cloud.ts';
import { serverChanges } from './server-changes.ts';

test('a ledger of servers is one that nothing contradicts, with as many that live as were asked for', () => {
  const cloud = storedCloud.newWorld();
  for (const change of serverChanges({ servers: 40, liveOfTen: 3 })) storedCloud.domain.apply(cloud, change);
  assert.deepEqual(storedCloud.contradictionsIn(cloud), []);
  const { live, deleted } = cloud.compute.servers.listsOf(null);
  assert.deepEqual([live.byCreation.size, deleted.byCreation.size], [12, 28]);
  assert.equal(cloud.placement.consumers.size, 12);
  assert.equal([...cloud.compute.actions.values()].length, 68);
});
