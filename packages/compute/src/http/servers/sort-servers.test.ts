import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Server } from '@berth/compute-engine/servers/server.ts';
import { serverIdOf, someServer } from '@berth/compute-engine/testing/some-server.ts';
import type { ComputeContext } from '../endpoint.ts';
import { versions } from '../versions.ts';
import { orderOf, sortingIn } from './sort-servers.ts';

/** The order of a list, for whoever may sort by all of these. */
function orderBy(keys: readonly string[], directions: readonly string[]) {
  const context = { version: versions.indexOf('2.96') } as ComputeContext;
  const order = orderOf(sortingIn(context, { sort_key: keys, sort_dir: directions }));
  assert.ok(order);
  return order;
}

const [one, other] = [someServer({ id: serverIdOf(1) }), someServer({ id: serverIdOf(2) })];

test('a key that is named again decides nothing', () => {
  for (const direction of ['asc', 'desc']) {
    const once = orderBy(['user_id', 'display_name'], [direction, 'asc']);
    const again = orderBy(['user_id', 'display_name', 'user_id'], [direction, 'asc', 'desc']);
    for (const server of [someServer({ userId: 'bob' }), someServer({ name: 'bob' })]) {
      assert.equal(Math.sign(once(one, server)), Math.sign(again(one, server)));
    }
  }
});

test('and costs nothing, however often it is named', () => {
  let looks = 0;
  const counted = (server: Server) =>
    new Proxy(server, {
      get: (target, name) => {
        if (name === 'userId') looks++;
        return Reflect.get(target, name);
      },
    });
  assert.notEqual(orderBy(Array(3_000).fill('user_id'), ['asc'])(counted(one), counted(other)), 0);
  assert.equal(looks, 2);
});
