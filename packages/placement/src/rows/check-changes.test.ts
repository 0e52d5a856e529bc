import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { DatabaseSync } from 'node:sqlite';
import type { Change } from '@berth/engine/changes.ts';
import type { JournalReader } from '@berth/ledger/journal/journal.ts';
import { openSqliteJournal } from '@berth/ledger/journal/sqlite-journal.ts';
import { temporaryDirectory } from '@berth/ledger/testing/temporary-directory.ts';
import { CheckChanges, type ChangesCheck } from './check-changes.ts';
import { placementProjection } from './projection.ts';
import { ledgerOfVersion } from './testing/ledger-of-version.ts';

const id = (start: string) => `${start}000000-0000-4000-8000-000000000000`;

for (const version of [1, 2] as const) {
  test(`the rows of a ledger of version ${version} are what its changes have made`, (t) => {
    assert.deepEqual(check(ledger(t, version)), { problems: [], repairs: [] });
  });
}

const damages: readonly (readonly [string, string])[] = [
  [
    `insert into allocations values (1700000019000, '${id('b4')}', '${id('c2')}', 'VCPU', 3)`,
    `The rows of consumer ${id('b4')} are not what change N has made them: it holds 1 VCPU of ${id('a0')}, 3 VCPU of ${id('c2')}, and was given 1 VCPU of ${id('a0')}.`,
  ],
  [
    `delete from consumers where id = '${id('b4')}'; delete from allocations where consumer_id = '${id('b4')}'`,
    `There are no rows of consumer ${id('b4')}, and change N has set it.`,
  ],
  [
    `update providers set generation = 9 where id = '${id('c1')}'`,
    `The rows of provider ${id('c1')} are not what change N has made them.`,
  ],
  [
    `update inventories set total = 7 where resource_class = 'CUSTOM_NEW'`,
    `The rows of inventories of provider ${id('c2')} are not what change N has made them.`,
  ],
  [
    `insert into traits values ('CUSTOM_SHORT', 1)`,
    'There are rows of trait CUSTOM_SHORT, and change N has removed it.',
  ],
];

for (const [damage, problem] of damages) {
  test(`it is told: ${problem}`, (t) => {
    const { problems } = check(ledger(t, 2, damage));
    assert.deepEqual(
      problems.map((each) => each.replace(/hange \d+/, 'hange N')),
      [problem],
    );
  });
}

test('rows of consumers can be made what they should be', (t) => {
  for (const [damage] of damages.slice(0, 1)) {
    const path = ledger(t, 2, damage);
    const { repairs } = check(path);
    const journal = openSqliteJournal(path, [placementProjection]);
    journal.append(repairs, 1_800_000_000_000);
    journal.close();
    assert.deepEqual(check(path), { problems: [], repairs: [] });
  }
});

test('what only forgotten changes tell of is not compared', (t) => {
  const path = ledger(t, 2, damages[0]?.[0]);
  const journal = openSqliteJournal(path, [placementProjection]);
  journal.prune(1_900_000_000_000);
  journal.close();
  assert.deepEqual(check(path), { problems: [], repairs: [] });
});

function ledger(t: Parameters<typeof temporaryDirectory>[0], version: 1 | 2, damage = ''): string {
  const path = ledgerOfVersion(version, join(temporaryDirectory(t), 'ledger.db'));
  openSqliteJournal(path, [placementProjection]).close();
  const database = new DatabaseSync(path);
  database.exec(damage);
  database.close();
  return path;
}

function check(path: string): ChangesCheck {
  const journal = openSqliteJournal(path, [placementProjection]);
  try {
    return checked(journal);
  } finally {
    journal.close();
  }
}

function checked(journal: JournalReader<Change>): ChangesCheck {
  const checking = new CheckChanges();
  for (const change of journal.changesAfter(0, 10_000) as Iterable<never>) checking.note(change);
  return checking.compare(journal.load() as Iterable<Change>);
}
