import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Order } from '@berth/compute-engine/orders/order.ts';
import type { Server } from '@berth/compute-engine/servers/server.ts';
import { ServersCheck } from './servers-check.ts';

const address = { network: 'private', version: 4, address: '10.0.0.1', mac: '' } as const;
const place = { host: 'host1', nodeId: 'n', nodeName: 'cn1', zone: 'nova' };

/** As much of a server as is looked at. */
const server = (id: string, change: object = {}) =>
  ({
    id,
    deletedAt: null,
    place: null,
    taskState: null,
    addresses: [],
    ports: [],
    ...change,
  }) as unknown as Server;

function told(
  consumers: Record<string, string | null>,
  servers: readonly Server[],
  orders: readonly string[] = [],
) {
  const check = new ServersCheck();
  for (const [id, type] of Object.entries(consumers)) {
    check.see({ kind: 'consumer', consumer: { id, type } } as { kind: string });
  }
  const problems = servers.flatMap((each) => [...check.problemsOf('server', each)]);
  for (const serverId of orders) {
    assert.deepEqual([...check.problemsOf('order', { serverId } as unknown as Order)], []);
  }
  return [...problems, ...check.problemsOfAll()].map(({ text, allowance }) => `${allowance}: ${text}`);
}

test('a server that lives somewhere holds something, and one that is gone nothing', () => {
  const gone = server('b', { deletedAt: 1, place });
  assert.deepEqual(told({ a: 'INSTANCE' }, [server('a', { place }), gone]), []);
  assert.deepEqual(told({ b: 'INSTANCE' }, [server('a', { place }), gone]), [
    'servers-without-allocations: server a is on host1, and holds nothing in Placement',
    'allocations-of-deleted-servers: server b is gone, and holds something in Placement',
  ]);
});

test('whatever a server is busy with, an order ends it', () => {
  const busy = server('a', { taskState: 'rebooting' });
  assert.deepEqual(told({}, [busy], ['a']), []);
  assert.deepEqual(told({}, [busy]), [
    'busy-servers: server a is busy (rebooting), and nobody has anything to do with it',
  ]);
});

test('no two servers have one address, but on networks of different names', () => {
  const one = server('a', { addresses: [address] });
  assert.deepEqual(told({}, [one, server('b', { addresses: [{ ...address, network: 'other' }] })]), []);
  assert.deepEqual(told({}, [one, server('b', { addresses: [address] })]), [
    'shared-addresses: servers a and b have one address, 10.0.0.1',
  ]);
});

test('networks of a network service may be alike', () => {
  const ports = [{ id: 'port' }];
  const servers = ['a', 'b'].map((id) => server(id, { addresses: [address], ports }));
  assert.deepEqual(told({}, servers), []);
});
