import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { after, test } from 'node:test';
import { hasPostgres } from '@berth/ledger/testing/postgres-place.ts';
import type { Transport } from '@berth/client/transport.ts';
import { directConfigs } from './testing/direct-configs.ts';
import { withPlacementDirect } from './with-placement-direct.ts';
import { withPlacementTrial } from './with-placement-trial.ts';

const configs = directConfigs();
after(() => configs.remove());

const [kept, tried] = [randomUUID(), randomUUID()];

const create = async (placement: Transport, uuid: string) =>
  (await placement.send({ method: 'POST', path: '/resource_providers', body: { uuid, name: uuid } })).status;

const exists = async (placement: Transport, uuid: string) =>
  (await placement.send({ method: 'GET', path: `/resource_providers/${uuid}` })).status === 200;

/** Writes, and says what of it is seen. */
const tryOut = async (placement: Transport) => {
  assert.equal(await create(placement, tried), 201);
  return [await exists(placement, kept), await exists(placement, tried)];
};

test('what is tried on a file is seen, and leaves not a byte of it', async () => {
  const config = configs.onFile();
  const { path } = config.ledgerPath;
  await withPlacementDirect(config, (placement) => create(placement, kept));
  const before = readFileSync(path);
  assert.deepEqual(await withPlacementTrial(config, tryOut), [true, true]);
  assert.deepEqual(readFileSync(path), before);
  const later = await withPlacementTrial(config, (placement) => exists(placement, tried));
  assert.equal(later, false);
});

test('on PostgreSQL it can be tried while another process leads, which is not disturbed', async (t) => {
  if (!(await hasPostgres(t))) return;
  const config = await configs.onPostgres();
  await withPlacementDirect(config, async (leading) => {
    await create(leading, kept);
    assert.deepEqual(await withPlacementTrial(config, tryOut), [true, true]);
    assert.equal(await exists(leading, tried), false);
    assert.equal(await create(leading, tried), 201);
  });
});

test('a file that is not there is not made', async () => {
  const config = configs.onFile();
  const missing = withPlacementTrial(config, () => assert.fail('there is nothing to try it on'));
  await assert.rejects(missing, { name: 'JournalMissing' });
});
