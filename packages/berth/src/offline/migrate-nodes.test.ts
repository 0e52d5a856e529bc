import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import { Unreachable } from '@berth/client/transport.ts';
import { FakeDriver } from '@berth/host/drivers/fake/fake-driver.ts';
import { readFakeHost } from '@berth/host/drivers/fake/fake-host.ts';
import { readProviderConfig } from '@berth/host/provider-config/read-provider-config.ts';
import { directConfigs } from '../direct/testing/direct-configs.ts';
import { withPlacementDirect } from '../direct/with-placement-direct.ts';
import { type Migration, migrateNodes } from './migrate-nodes.ts';

const configs = directConfigs();
after(() => configs.remove());

async function migrationOf(nodes: number): Promise<Migration> {
  const driver = new FakeDriver(readFakeHost({ name: 'host', nodes }), randomUUID());
  const host = { driver, configs: [], isDisabled: false };
  const { signal } = new AbortController();
  return { host, nodes: await driver.nodes(), isDryRun: false, signal, onOutcome: () => {} };
}

test('once it is to stop no other node is begun, and the next run does the rest', async () => {
  await withPlacementDirect(configs.onFile(), async (placement) => {
    const migration = await migrationOf(50);
    const stopping = new AbortController();
    const first = await migrateNodes(placement, {
      ...migration,
      signal: stopping.signal,
      onOutcome: () => stopping.abort(),
    });
    assert.ok(first.left > 0 && first.byKind.updated > 0, JSON.stringify(first));
    assert.equal(first.left + first.byKind.updated, 50);
    const second = await migrateNodes(placement, migration);
    assert.deepEqual(second.byKind, {
      reshaped: 0,
      updated: first.left,
      unchanged: 50 - first.left,
      failed: 0,
    });
  });
});

test('a provider that no node has is told once, and one that any has is not', async () => {
  await withPlacementDirect(configs.onFile(), async (placement) => {
    const migration = await migrationOf(3);
    const provider = (name: string) => `
  - identification: {name: ${name}}
    traits: {additional: [CUSTOM_GOLD]}`;
    const text = `meta: {schema_version: '1.0'}\nproviders:${provider('host-1')}${provider('nobody')}\n`;
    const { configs: read, errors } = readProviderConfig('site.yaml', text);
    assert.deepEqual(errors, []);
    const { warnings } = await migrateNodes(placement, {
      ...migration,
      host: { ...migration.host, configs: read },
    });
    assert.equal(warnings.length, 1);
    assert.match(warnings[0] ?? '', /nobody/);
  });
});

test('where Placement is gone it ends, and tries no other node', async () => {
  const migration = await migrationOf(50);
  let asked = 0;
  const gone = {
    send: () => {
      asked += 1;
      return Promise.reject(new Unreachable('the transport is closed', { isUnsent: true }));
    },
    close: () => Promise.resolve(),
  };
  await assert.rejects(migrateNodes(gone, migration), Unreachable);
  assert.ok(asked <= 16, `${asked} were asked for`);
});
