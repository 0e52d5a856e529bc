import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { HttpTransport } from '@berth/client/http-transport.ts';
import { fixedToken } from '@berth/client/token-source.ts';
import { openedBerth } from '../../test/client/opened-berth.ts';
import { startOracle } from '../../test/differential/oracle.ts';
import { withoutOriginal } from '../../test/host/testing/without-original.ts';
import { countRequests } from './count-requests.ts';

const hosts = 20;
const counts = { hosts, consumersPerHost: 10 };
const transportTo = (url: string) =>
  new HttpTransport({ service: 'placement', url, tokens: fixedToken('admin') });

/** What Nova's resource tracker asks for in a pass without a change: who holds something of the root, and what each of them holds. */
const novasRequests = 1 + counts.consumersPerHost;

for (const [shape, providers] of [
  ['flat', 1],
  ['numa', 3],
  ['gpu-v2', 3],
] as const) {
  describe(`${hosts} hosts of the shape ${shape}`, () => {
    test('on Berth a pass without a change is one request at most, and a tree that is known is not told again', async () => {
      await using berth = await openedBerth();
      const transport = transportTo(berth.url);
      const passes = await countRequests(transport, shape, 'whole tree, tag', counts);
      await transport.close();
      assert.deepEqual(passes.slice(1), [
        { pass: 'start', requests: hosts, writes: 0, unchanged: 0 },
        { pass: 'within 5 minutes', requests: 0, writes: 0, unchanged: 0 },
        { pass: 'after 5 minutes', requests: hosts, writes: 0, unchanged: hosts },
      ]);
    });

    test('with the calls of every Placement it is one for the tree and three for each provider', async () => {
      await using berth = await openedBerth();
      const transport = transportTo(berth.url);
      const passes = await countRequests(transport, shape, 'provider by provider', counts);
      await transport.close();
      const requests = hosts * (1 + 3 * providers);
      assert.deepEqual(passes.slice(1), [
        { pass: 'start', requests, writes: 0, unchanged: 0 },
        { pass: 'within 5 minutes', requests: 0, writes: 0, unchanged: 0 },
        { pass: 'after 5 minutes', requests, writes: 0, unchanged: 0 },
      ]);
      assert.ok(requests <= hosts * novasRequests);
    });
  });
}

test('on the original no pass without a change writes', { skip: withoutOriginal() }, async () => {
  const original = await startOracle(1);
  const transport = transportTo(original.peer.url);
  try {
    const passes = await countRequests(transport, 'numa', 'whole tree, tag', {
      hosts: 2,
      consumersPerHost: 10,
    });
    // Once in its life each asks whether a whole tree can be had, which is not here.
    assert.deepEqual(passes.slice(1), [
      { pass: 'start', requests: 2 * 11, writes: 0, unchanged: 0 },
      { pass: 'within 5 minutes', requests: 0, writes: 0, unchanged: 0 },
      { pass: 'after 5 minutes', requests: 2 * 10, writes: 0, unchanged: 0 },
    ]);
  } finally {
    await transport.close();
    await original.stop();
  }
});
