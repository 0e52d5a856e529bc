import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { assertProperty } from '@berth/testing/assert-property.ts';
import { afterAllCases } from '@berth/testing/random-cases.ts';
import { given } from '@berth/engine/testing/given.ts';
import { consumerId, id } from '@berth/engine/testing/names.ts';
import { JournalFull } from '@berth/ledger/journal/journal-errors.ts';
import { MemoryJournal } from '@berth/ledger/journal/memory-journal.ts';
import { openSqliteJournal } from '@berth/ledger/journal/sqlite-journal.ts';
import { temporaryDirectory } from '@berth/ledger/testing/temporary-directory.ts';
import { changesThatMake } from '@berth/placement/testing/changes-that-make.ts';
import fc from 'fast-check';
import { placementPart } from '../cloud/placement-part.ts';
import { projectionsOf } from '../cloud/cloud-part.ts';
import { type ChangeWithServers, cloudWithServers } from '../testing/cloud-with-servers.ts';
import { createServer } from '../testing/servers/create-server.ts';
import {
  arbitraryHistoryWithServers,
  dumpWithServers,
  type HistoryWithServers,
  livedWithServers,
  loadedWithServers,
} from '../testing/servers/lived-with-servers.ts';
import { checkRecords } from './check-records.ts';
import { ImportInterrupted, importRecords } from './import-records.ts';
import { LedgerRecords } from './ledger-records.ts';
import { exportFile } from './read-export.ts';
import { exported } from './testing/exported.ts';

const records = new LedgerRecords(cloudWithServers.parts);
const recordsOfPlacement = new LedgerRecords<ChangeWithServers>([placementPart]);
const projections = projectionsOf(cloudWithServers.parts);
/** Inventories may have shrunk, and clients of Placement may have taken claims away. */
const allowed = new Set(cloudWithServers.parts.flatMap((part) => part.records.allowances));
const options = { ledgerName: 'the ledger', now: () => 9_000 };

test('any two parts that are exported, imported and exported again give the same bytes, and are the same', async (t) => {
  const path = join(temporaryDirectory(t), 'export');
  await assertProperty(
    fc.asyncProperty(
      arbitraryHistoryWithServers,
      fc.integer({ min: 1, max: 9 }),
      async (history, batchSize) => {
        const { world, journal } = lived(history);
        const text = await exported(records, journal);
        writeFileSync(path, text);
        const target = openSqliteJournal(':memory:', projections);
        const source = exportFile(path, records);
        const checked = await checkRecords(records, source, { allowed });
        assert.equal(checked.counts['servers'], world.servers.size);
        await importRecords(records, source, target, { ...options, checked, batchSize });
        assert.equal(await exported(records, target), text);
        assert.deepEqual(dumpWithServers(await loadedWithServers(target)), dumpWithServers(world));
        target.close();
      },
    ),
    60,
  );
});

test('an import of two parts that is interrupted anywhere and called again comes to the same', async (t) => {
  const path = join(temporaryDirectory(t), 'export');
  let amidServers = 0;
  await assertProperty(
    fc.asyncProperty(
      arbitraryHistoryWithServers,
      fc.nat(8),
      fc.array(fc.nat(3), { maxLength: 3 }),
      async ({ text: world, commands }, missing, lives) => {
        const servers = ['s0', 's1'].map((name) => createServer(name, 'x0'));
        const { journal } = lived({ text: world, commands: [...servers, ...commands] });
        const text = await exported(records, journal);
        writeFileSync(path, text);
        const source = exportFile(path, records);
        const checked = await checkRecords(records, source, { allowed });
        const target = new MemoryJournal(projections);
        const first = Math.max(text.split('\n').length - 3 - missing, 0);
        for (const appends of [first, ...lives]) {
          const failing = new FailingJournal(target, appends);
          await importRecords(records, source, failing, { ...options, checked, batchSize: 1 }).catch(
            (error: unknown) => assert.ok(error instanceof ImportInterrupted, String(error)),
          );
          const there = (await loadedWithServers(target)).servers.size;
          if (there > 0 && there < (checked.counts['servers'] ?? 0)) amidServers++;
        }
        await importRecords(records, source, target, { ...options, checked });
        assert.equal(await exported(records, target), text);
      },
    ),
    60,
  );
  afterAllCases(() => assert.ok(amidServers > 5, `only ${amidServers} interruptions among servers`));
});

test('an export of Placement alone is that of both parts where the second has nothing, and can be imported by either', async (t) => {
  const placement = new MemoryJournal([placementPart.projection]);
  placement.append([...changesThatMake(given('cn1  VCPU:8(used=3)'))], 1);
  const text = await exported(recordsOfPlacement, placement);
  const source = fileOf(t, text);
  const checked = await checkRecords(records, source);
  const target = new MemoryJournal(projections);
  await importRecords(records, source, target, { ...options, checked });
  assert.equal(await exported(records, target), text);
});

test('records of a part that the program does not have are refused with their line and first key', async (t) => {
  const text = await exported(records, withOneServer().journal);
  const line = text.trimEnd().split('\n').length - 1;
  const source = fileOf(t, text, recordsOfPlacement);
  await assert.rejects(checkRecords(recordsOfPlacement, source), {
    name: 'BadExport',
    message: `${source.name}, line ${line}: this program knows no records that begin with 'server': a newer one may have written the file`,
  });
});

test('a ledger with something else in either part is refused', async (t) => {
  const source = fileOf(t, await exported(records, withOneServer().journal));
  const checked = await checkRecords(records, source);
  const { journal } = withOneServer('db');
  const before = await exported(records, journal);
  await assert.rejects(importRecords(records, source, journal, { ...options, checked }), {
    name: 'LedgerNotEmpty',
    message: new RegExp(`^the ledger is not empty: it holds server ${consumerId('vm1')} \\(db\\), which `),
  });
  assert.equal(await exported(records, journal), before);
});

test('what is wrong with records of the second part is told with its line, and what an allowance lets in', async (t) => {
  const lines = (await exported(records, withOneServer().journal)).trimEnd().split('\n');
  const at = lines.length - 2;
  const server = lines[at] ?? '';
  const line = `line ${at + 1}: `;
  for (const [changed, problem] of [
    [[server.replace('ACTIVE', 'ODD')], `${line}server ${consumerId('vm1')} is ODD, which no server can be`],
    [[server, server], `line ${at + 2}: server ${consumerId('vm1')} is there twice`],
    [
      [server, lines[at - 1] ?? ''],
      `line ${at + 2}: a consumer, of the part placement, comes after records of the part servers`,
    ],
    [
      [server.replace(id('cn1'), id('cn2'))],
      `${line}server ${consumerId('vm1')} holds nothing of its host, ${id('cn2')} (--allow lost-claims lets it in)`,
    ],
  ] as const) {
    const source = fileOf(t, sealed([...lines.slice(0, at), ...changed]));
    await assert.rejects(checkRecords(records, source), (error: Error) => {
      assert.ok(error.message.includes(problem), error.message);
      return true;
    });
  }
  const source = fileOf(t, sealed([...lines.slice(0, at), server.replace(id('cn1'), id('cn2'))]));
  const told: string[] = [];
  await checkRecords(records, source, {
    allowed: new Set(['lost-claims']),
    onAllowed: (what) => void told.push(what),
  });
  assert.deepEqual(told, [`server ${consumerId('vm1')} holds nothing of its host, ${id('cn2')}`]);
});

test('parts that have a kind, a first key or a count in common are a mistake', () => {
  const [placement, servers] = cloudWithServers.parts;
  assert.ok(placement && servers);
  for (const [bent, message] of [
    [{ kinds: { trait: 'server' } }, /the kind of record trait of servers is another part's, too/],
    [{ kinds: { server: 'trait' } }, /the first key trait of servers is another part's, too/],
    [{ kinds: { server: 'end' } }, /lines that begin with 'end' are no records/],
    [{ counted: ['traits'] }, /the count traits of servers is another part's, too/],
  ] as const) {
    const parts = [placement, { ...servers, records: { ...servers.records, ...bent } }];
    assert.throws(() => new LedgerRecords(parts), message);
  }
});

/** The journal with room for so many appends only. */
class FailingJournal extends MemoryJournal<ChangeWithServers> {
  readonly #journal: MemoryJournal<ChangeWithServers>;
  #left: number;

  constructor(journal: MemoryJournal<ChangeWithServers>, appends: number) {
    super(projections);
    this.#journal = journal;
    this.#left = appends;
  }

  override load(): Iterable<ChangeWithServers> {
    return this.#journal.load();
  }

  override append(changes: readonly ChangeWithServers[], at: number): void {
    if (this.#left-- <= 0) throw new JournalFull('memory', null);
    this.#journal.append(changes, at);
  }
}

function lived(history: HistoryWithServers) {
  const journal = new MemoryJournal(projections);
  const world = livedWithServers(history, (changes) => journal.append(changes, 1));
  return { world, journal };
}

function withOneServer(name = 'web') {
  return lived({ text: 'cn1  VCPU:8(used=3)', commands: [createServer('vm1', 'cn1', { name })] });
}

function fileOf(t: TestContext, text: string, known = records) {
  const path = join(temporaryDirectory(t), 'export');
  writeFileSync(path, text);
  return exportFile(path, known);
}

/** The lines with a last one that fits them, whatever else they say. */
function sealed(lines: readonly string[]): string {
  const body = `${lines.join('\n')}\n`;
  const countOf = (key: string) => lines.filter((line) => line.startsWith(`{"${key}"`)).length;
  const end = {
    resource_classes: countOf('resource_class'),
    traits: countOf('trait'),
    resource_providers: countOf('resource_provider'),
    consumers: countOf('consumer'),
    allocations: body.split('"allocations":{"').length - 1,
    servers: countOf('server'),
  };
  return `${body}${JSON.stringify({ end, sha256: createHash('sha256').update(body).digest('hex') })}\n`;
}
