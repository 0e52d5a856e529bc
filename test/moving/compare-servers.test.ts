import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { id } from '@berth/engine/testing/names.ts';
import { temporaryDirectory } from '@berth/ledger/testing/temporary-directory.ts';
import { startBerth } from '../malformed/berth-process.ts';
import { compareServers } from './compare-servers.ts';
import { fillLedger } from './filled-ledger.ts';
import { hosts } from './hosts.ts';

test('two servers with one generation that is not the same are told apart, wherever it shows', async (t) => {
  const directory = temporaryDirectory(t);
  const [one, other] = [join(directory, 'a.db'), join(directory, 'b.db')];
  const world = hosts(2);
  fillLedger(one, world);
  fillLedger(other, world.replace('gen:1', 'gen:7'));
  const [a, b] = await Promise.all([startBerth({ ledger: one }), startBerth({ ledger: other })]);
  try {
    const { unexplained } = await compareServers({ a: a.url, b: b.url });
    const places = new Set(unexplained.map((line) => line.split(': ')[0]?.replace(id('cn1'), 'cn1')));
    for (const part of ['', '/inventories', '/usages', '/aggregates', '/traits', '/allocations']) {
      assert.ok(places.has(`GET /resource_providers/cn1${part}`), `${part} is compared`);
    }
    assert.ok(places.has('GET /resource_providers'));
    assert.deepEqual((await compareServers({ a: a.url, b: a.url })).unexplained, []);
  } finally {
    await Promise.all([a.stop(), b.stop()]);
  }
});
