import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { renameSync, writeFileSync } from 'node:fs';
import { after, type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ServiceAnswer, Transport } from '@berth/client/transport.ts';
import { transportContract } from '@berth/client/transport.contract.ts';
import { JournalGone } from '@berth/ledger/journal/journal-errors.ts';
import { lookEveryMs } from '@berth/ledger/journal/sqlite/files-in-place.ts';
import { hasPostgres } from '@berth/ledger/testing/postgres-place.ts';
import { writeServingNote } from '../serving/serving-note.ts';
import { directConfigs } from './testing/direct-configs.ts';
import { openPlacementDirect } from './testing/open-placement-direct.ts';
import { LedgerHeld, withPlacementDirect } from './with-placement-direct.ts';
import { LedgerFailed } from './with-placement-on.ts';

const configs = directConfigs();
after(() => configs.remove());

const getProvider = (placement: Transport, uuid: string): Promise<ServiceAnswer> =>
  placement.send({ method: 'GET', path: `/resource_providers/${uuid}` });

const createProvider = (placement: Transport, uuid: string): Promise<ServiceAnswer> =>
  placement.send({ method: 'POST', path: '/resource_providers', body: { uuid, name: `host ${uuid}` } });

/** So that whoever writes notices: it looks now and then. */
async function movedAway(path: string): Promise<void> {
  renameSync(path, `${path}-moved`);
  await sleep(2 * lookEveryMs);
}

transportContract('a ledger in a file', () => openPlacementDirect(configs.onFile()));

test('on PostgreSQL', async (t) => {
  if (!(await hasPostgres(t))) return;
  transportContract('a ledger in PostgreSQL', async () => openPlacementDirect(await configs.onPostgres()));
});

for (const [name, configOf, isThere] of [
  ['a file', async () => configs.onFile(), async () => true],
  ['PostgreSQL', () => configs.onPostgres(), (t: TestContext) => hasPostgres(t)],
] as const) {
  test(`what was written in ${name} is there the next time, also where nobody waited for it or the work failed`, async (t) => {
    if (!(await isThere(t))) return;
    const config = await configOf();
    const uuids = [randomUUID(), randomUUID(), randomUUID()] as const;
    const told = await withPlacementDirect(config, async (placement) => {
      void createProvider(placement, uuids[0]);
      return (await createProvider(placement, uuids[1])).status;
    });
    assert.equal(told, 201);
    const failing = withPlacementDirect(config, async (placement) => {
      await createProvider(placement, uuids[2]);
      throw new Error('no more');
    });
    await assert.rejects(failing, { message: 'no more' });
    const found = await withPlacementDirect(config, (placement) =>
      Promise.all(uuids.map((uuid) => getProvider(placement, uuid))),
    );
    assert.deepEqual(
      found.map(({ status }) => status),
      [200, 200, 200],
    );
  });

  test(`a second one on ${name} is refused, and who has it is named`, async (t) => {
    if (!(await isThere(t))) return;
    const config = await configOf();
    await withPlacementDirect(config, async (placement) => {
      const second = withPlacementDirect({ ...config, leaseMs: 500 }, () => assert.fail('both have it'));
      await assert.rejects(
        second,
        (error) => error instanceof LedgerHeld && error.message.includes(`process ${process.pid}`),
      );
      assert.equal((await placement.send({ method: 'GET', path: '/' })).status, 200);
    });
  });
}

test('where the holder has said where it serves, that is told', async () => {
  const config = configs.onFile();
  await withPlacementDirect(config, async () => {
    writeServingNote(config.ledgerPath.path, { pid: process.pid, url: 'http://0.0.0.0:8778/placement' });
    const second = withPlacementDirect(config, () => assert.fail('both have it'));
    await assert.rejects(second, {
      name: 'LedgerHeld',
      message:
        /It serves it at http:\/\/127\.0\.0\.1:8778\/placement\. Stop it first\. Nothing was changed\.$/,
    });
  });
});

test('requests that name no version have the one that is given', async () => {
  const config = configs.onFile();
  const versionWith = (version?: string) =>
    withPlacementDirect(
      config,
      async (placement) =>
        (await placement.send({ method: 'GET', path: '/resource_providers' })).headers[
          'openstack-api-version'
        ],
      version === undefined ? {} : { version },
    );
  assert.equal(await versionWith('1.30'), 'placement 1.30');
  assert.equal(await versionWith('latest'), 'placement 1.39');
  assert.equal(await versionWith(), 'placement 1.0');
});

test('nobody is authenticated, and the rules for others are not for us', async () => {
  const config = configs.onFile();
  const policyFile = `${config.ledgerPath.path}-policy.yaml`;
  writeFileSync(policyFile, '"placement:resource_providers:list": "!"\n');
  const strict = {
    ...config,
    policyFile,
    authStrategy: 'keystone',
    keystoneAuthUrl: 'http://127.0.0.1:1',
  } as const;
  const listed = await withPlacementDirect(strict, (placement) =>
    placement.send({ method: 'GET', path: '/resource_providers' }),
  );
  assert.equal(listed.status, 200);
});

test('a ledger that can no longer be written is told, and whoever goes on asking is told at once', async () => {
  const config = configs.onFile();
  const { path } = config.ledgerPath;
  let answers: unknown[] = [];
  const failing = withPlacementDirect(config, async (placement) => {
    await movedAway(path);
    answers = [
      (await createProvider(placement, randomUUID())).status,
      await getProvider(placement, randomUUID()).catch(({ name }: Error) => name),
    ];
    return 'done';
  });
  await assert.rejects(
    failing,
    (error) => error instanceof LedgerFailed && error.cause instanceof JournalGone,
  );
  assert.deepEqual(answers, [503, 'Unreachable']);
});

test('a ledger that fails with what nobody has waited for is told, too', async () => {
  const config = configs.onFile();
  const { path } = config.ledgerPath;
  const failing = withPlacementDirect(config, async (placement) => {
    await movedAway(path);
    void createProvider(placement, randomUUID());
    return 'done';
  });
  await assert.rejects(failing, LedgerFailed);
});
