import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test, type TestContext } from 'node:test';
import type { Flavor } from '@berth/compute-engine/flavors/flavor.ts';
import { someFlavor } from '@berth/compute-engine/testing/some-flavor.ts';
import type { Change as PlacementChange } from '@berth/engine/changes.ts';
import { given } from '@berth/engine/testing/given.ts';
import { MemoryJournal } from '@berth/ledger/journal/memory-journal.ts';
import { openSqliteJournal } from '@berth/ledger/journal/sqlite-journal.ts';
import { temporaryDirectory } from '@berth/ledger/testing/temporary-directory.ts';
import { changesThatMake } from '@berth/placement/testing/changes-that-make.ts';
import { runCommand } from '../commands/testing/run-command.ts';
import { LedgerRecords } from '../moving/ledger-records.ts';
import { exported } from '../moving/testing/exported.ts';
import { loadedCloud } from '../testing/loaded-cloud.ts';
import { placementPart } from './placement-part.ts';
import { type CloudChange, cloudProjections, storedCloud } from './stored-cloud.ts';

const placement: readonly PlacementChange[] = [...changesThatMake(given('cn1  VCPU:8(used=3)'))];
const numbers: CloudChange = { kind: 'numbers-given', series: 'flavors', last: 1 };

function flavorSet(change: Partial<Flavor> = {}): CloudChange {
  return { kind: 'flavor-set', thing: someFlavor(change) };
}

test('an export where compute has nothing is the one that a program without compute writes', async () => {
  const whole = new MemoryJournal(cloudProjections);
  const alone = new MemoryJournal<PlacementChange>([placementPart.projection]);
  whole.append(placement, 1);
  alone.append(placement, 1);
  const text = await exported(new LedgerRecords(storedCloud.parts), whole);
  assert.equal(text, await exported(new LedgerRecords([placementPart]), alone));
});

/** A ledger with both parts, to which something is then done by hand. */
function ledgerWith(t: TestContext, flavor: Partial<Flavor> = {}, sql = ''): string {
  const path = join(temporaryDirectory(t), 'ledger.db');
  const journal = openSqliteJournal(path, cloudProjections);
  journal.append([...placement, numbers, flavorSet(flavor)], 1);
  journal.close();
  const database = new DatabaseSync(path);
  database.exec(sql);
  database.close();
  return path;
}

test('a cloud is moved through a file, whatever keys its things have', async (t) => {
  const extraSpecs = JSON.parse('{"__proto__":"x","constructor":"y","2":"z"}') as Flavor['extraSpecs'];
  const ledger = ledgerWith(t, { extraSpecs, projects: ['__proto__'] });
  const [file, target] = [`${ledger}.export`, `${ledger}.target`];
  const written = await runCommand(['export', file, '--ledger', ledger]);
  assert.equal(written.code, 0, written.said);
  assert.match(written.said, /1 providers, 1 consumers with 1 allocations, 1 flavors/);
  const taken = await runCommand(['import', file, '--ledger', target]);
  assert.equal(taken.code, 0, taken.said);

  const journal = openSqliteJournal(target, cloudProjections);
  const { compute } = loadedCloud(journal.load());
  journal.close();
  assert.deepEqual([...compute.flavors.values()], [someFlavor({ extraSpecs, projects: ['__proto__'] })]);
  assert.equal(compute.numbers.get('flavors'), 1);
});

test('lines that no client could have led to are refused with their number', async (t) => {
  const ledger = ledgerWith(t, { vcpus: 0 });
  const file = `${ledger}.export`;
  assert.equal((await runCommand(['export', file, '--ledger', ledger])).code, 0);
  const line =
    readFileSync(file, 'utf8')
      .split('\n')
      .findIndex((each) => each.startsWith('{"flavor"')) + 1;
  const { code, said } = await runCommand(['import', file, '--ledger', `${ledger}.target`]);
  assert.equal(code, 1);
  assert.match(said, new RegExp(`line ${line}: flavor small: vcpus: 0 is less than the minimum of 1`));
});

test('berth status counts the rows of compute, too', async (t) => {
  const { code, said } = await runCommand(['status', '--ledger', ledgerWith(t)]);
  assert.equal(code, 0, said);
  assert.match(said, /schema placement 2, compute 4, identity 3, images 1, change \d+$/m);
  assert.match(said, /^number_series +1\nflavors +1$/m);
  assert.match(said, /^in order$/m);
});

for (const [sql, told, isMendable] of [
  [`update flavors set thing = '{'`, /The row small of flavors is no JSON\./, false],
  [
    `update flavors set thing = json_set(thing, '$.memoryMb', 0)`,
    /The row small of flavors is not as it should be: flavor small: memoryMb: 0 is less than the minimum of 1\./,
    false,
  ],
  [`update flavors set row_key = 'large'`, /The row large of flavors is not kept by its key\./, false],
  [
    `update flavors set thing = json_set(thing, '$.memoryMb', 4096)`,
    /The row of flavor small is not what change \d+ has made it\./,
    true,
  ],
  [`delete from flavors`, /The row of flavor small is not what change \d+ has made it\./, true],
  [`delete from number_series`, /1 is a number of flavors, of which 0 were given\./, true],
] as const) {
  test(`berth status finds, and mends where it can: ${sql}`, async (t) => {
    const ledger = ledgerWith(t, {}, sql);
    const found = await runCommand(['status', '--ledger', ledger]);
    assert.equal(found.code, 1);
    assert.match(found.said, told);
    const mended = await runCommand(['status', '--repair', '--ledger', ledger]);
    assert.equal(mended.code, isMendable ? 0 : 1, mended.said);
  });
}

test('a damaged row keeps the service from starting, and is named', async (t) => {
  const journal = openSqliteJournal(ledgerWith(t, {}, `update flavors set thing = '{'`), cloudProjections);
  assert.throws(() => loadedCloud(journal.load()), /the flavor in the row small is no JSON/);
  journal.close();
});
