import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Driver } from '@berth/host/driver.ts';
import { ProviderTree } from '@berth/host/provider-tree.ts';
import { DriverInTurns } from './driver-in-turns.ts';

test('a driver is asked one question after the other, and goes on after one that it could not answer', async () => {
  const seen: string[] = [];
  const driver: Driver = {
    nodes: () => assert.fail('who has one node asks for no others'),
    updateProviderTree: async (_, nodename) => {
      seen.push(`${nodename} begins`);
      await sleep(1);
      seen.push(`${nodename} ends`);
      if (nodename === 'a') throw new Error('a is away');
    },
    capabilityTraits: () => new Map([['COMPUTE_NODE', true]]),
  };
  const inTurns = new DriverInTurns(driver);
  const asked = ['a', 'b', 'c'].map(async (name) => {
    const own = inTurns.only({ uuid: `uuid of ${name}`, name });
    const [node] = await own.nodes();
    await own.updateProviderTree(new ProviderTree(), node?.name ?? '');
  });
  const ends = await Promise.allSettled(asked);
  assert.deepEqual(
    ends.map(({ status }) => status),
    ['rejected', 'fulfilled', 'fulfilled'],
  );
  assert.deepEqual(
    seen,
    ['a', 'b', 'c'].flatMap((name) => [`${name} begins`, `${name} ends`]),
  );
});
