import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test, type TestContext } from 'node:test';
import { consumerId, id } from '@berth/engine/testing/names.ts';
import { MemoryJournal } from '@berth/ledger/journal/memory-journal.ts';
import { openSqliteJournal } from '@berth/ledger/journal/sqlite-journal.ts';
import { openSqliteJournalReadOnly } from '@berth/ledger/journal/sqlite-journal-reader.ts';
import { temporaryDirectory } from '@berth/ledger/testing/temporary-directory.ts';
import { projectionsOf } from '../cloud/cloud-part.ts';
import { cloudWithServers } from '../testing/cloud-with-servers.ts';
import { createServer } from '../testing/servers/create-server.ts';
import { livedWithServers } from '../testing/servers/lived-with-servers.ts';
import { checkLedger } from './check-ledger.ts';

const projections = projectionsOf(cloudWithServers.parts);
const vm1 = consumerId('vm1');

test('a ledger of two parts is in order, and each tells its version and its rows', async (t) => {
  const { parts, problems, remarks, repairs, lastNumber } = await checked(ledger(t));
  assert.deepEqual([problems, remarks, repairs], [[], [], []]);
  assert.ok(lastNumber > 4);
  assert.deepEqual(
    parts.map(({ name, schemaVersion, counts }) => [name, schemaVersion, Object.keys(counts).length]),
    [
      ['placement', 2, 8],
      ['servers', 1, 1],
    ],
  );
  assert.deepEqual(parts[1]?.counts, { servers: 1 });
});

for (const [sql, found] of [
  // In the rows by themselves, whichever part's they are.
  [`update servers set host_id = ''`, { problems: [`Server ${vm1} has no host.`] }],
  [
    `update allocations set resource_class = 'CUSTOM_GONE'; update servers set host_id = ''`,
    {
      problems: [
        `The allocation of CUSTOM_GONE from provider ${id('cn1')} to consumer ${vm1} has no inventory.`,
        `Server ${vm1} has no host.`,
      ],
    },
  ],
  // Against the rules, and against the changes.
  [
    `update servers set status = 'ODD'`,
    {
      problems: [
        `Server ${vm1} is ODD, which no server can be.`,
        `The row of server ${vm1} is not what change N has made it.`,
      ],
    },
  ],
  [
    `update servers set name = 'other'`,
    { problems: [`The row of server ${vm1} is not what change N has made it.`] },
  ],
  [`delete from servers`, { problems: [`The row of server ${vm1} is not what change N has made it.`] }],
  // Of one part, seen by the other.
  [
    `update servers set host_id = '${id('cn2')}'`,
    {
      problems: [`The row of server ${vm1} is not what change N has made it.`],
      remarks: [`Server ${vm1} holds nothing of its host, ${id('cn2')}.`],
    },
  ],
] as const) {
  test(`it is found after: ${sql}`, async (t) => {
    const path = ledger(t, sql);
    const { problems, remarks } = await checked(path);
    assert.deepEqual(
      {
        problems: problems.map((each) => each.replace(/change \d+/, 'change N')),
        ...(remarks.length > 0 && { remarks }),
      },
      found,
    );
  });
}

test('what a part can mend is mended in its part', async (t) => {
  const path = ledger(t, `update servers set name = 'other'`);
  const { repairs } = await checked(path);
  assert.deepEqual(repairs, [{ kind: 'server-renamed', id: vm1, name: 'web' }]);
  const journal = openSqliteJournal(path, projections);
  journal.append(repairs, 9);
  journal.close();
  assert.deepEqual((await checked(path)).problems, []);
});

test('what cannot be loaded is told, with the reason', async () => {
  const broken = new MemoryJournal(projections);
  broken.load = function* () {
    yield { kind: 'server-renamed', id: vm1, name: 'web' };
  };
  const { problems } = await checkLedger(cloudWithServers, async (parts) =>
    parts[0]?.changesOf === projections[0]?.changesOf ? (broken as never) : new MemoryJournal(parts),
  );
  assert.deepEqual(problems.slice(0, 2), [
    `The ledger cannot be loaded. This should hold: server ${vm1} is known`,
    'The rules cannot be checked. This should hold: a stored state is not made by server-renamed',
  ]);
});

test('a change of a kind that no part has is told', async (t) => {
  const path = ledger(t, `update changes set change = replace(change, 'server-added', 'server-made')`);
  const { problems } = await checked(path);
  assert.ok(
    problems.some((each) => /^Change \d+ is of the kind server-made, which no part has\.$/.test(each)),
    problems.join('\n'),
  );
});

async function checked(path: string) {
  return await checkLedger(cloudWithServers, async (parts) => openSqliteJournalReadOnly(path, parts));
}

/** A host with a server, to which something is then done by hand. */
function ledger(t: TestContext, sql = ''): string {
  const path = join(temporaryDirectory(t), 'ledger.db');
  const journal = openSqliteJournal(path, projections);
  const commands = [createServer('vm1', 'cn1', { name: 'web' })];
  livedWithServers({ text: 'cn1  VCPU:8', commands }, (changes) => journal.append(changes, 1));
  journal.close();
  const database = new DatabaseSync(path);
  database.exec(sql);
  database.close();
  return path;
}
