import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { assertProperty } from '@berth/testing/assert-property.ts';
import { given } from '@berth/engine/testing/given.ts';
import { MemoryJournal } from '@berth/ledger/journal/memory-journal.ts';
import { temporaryDirectory } from '@berth/ledger/testing/temporary-directory.ts';
import fc from 'fast-check';
import { changesThatMake } from '@berth/placement/testing/changes-that-make.ts';
import { storedCloud, cloudProjections } from '../cloud/stored-cloud.ts';
import { checkRecords } from './check-records.ts';
import { LedgerRecords } from './ledger-records.ts';
import { exportFile } from './read-export.ts';
import { exported } from './testing/exported.ts';

const records = new LedgerRecords(storedCloud.parts);
const whole = await exportOf(`
  cn1      DISK_GB:100(used=10)  CUSTOM_GOLD  agg:A
    numa0  VCPU:8(used=2)
  ss1      DISK_GB:2000  MISC_SHARES_VIA_AGGREGATE  agg:A,B`);
const lines = whole.trimEnd().split('\n');

test('an export is a header, a line for each thing, and the counts', async (t) => {
  assert.match(
    lines[0] ?? '',
    /^\{"format":"berth-ledger","version":1,"written_by":"berth \d+\.\d+\.\d+"\}$/,
  );
  assert.match(
    lines.at(-1) ?? '',
    /^\{"end":\{"resource_classes":\d+,"traits":2,"resource_providers":3,"consumers":2,"allocations":2\},"sha256":"[0-9a-f]{64}"\}$/,
  );
  assert.deepEqual(await problemsOf(t, whole), []);
});

test('a file that is cut off anywhere is told', async (t) => {
  const path = join(temporaryDirectory(t), 'export');
  await assertProperty(
    fc.asyncProperty(fc.nat(Buffer.byteLength(whole) - 2), async (length) => {
      writeFileSync(path, Buffer.from(whole).subarray(0, length));
      await assert.rejects(checkRecords(records, exportFile(path, records)), { name: 'BadExport' });
    }),
    150,
  );
});

test('a file in which any byte is another one is told', async (t) => {
  const path = join(temporaryDirectory(t), 'export');
  await assertProperty(
    fc.asyncProperty(
      fc.nat(Buffer.byteLength(whole) - 2),
      fc.integer({ min: 1, max: 255 }),
      async (at, bits) => {
        const bytes = Buffer.from(whole);
        bytes[at] = (bytes[at] as number) ^ bits;
        writeFileSync(path, bytes);
        await assert.rejects(checkRecords(records, exportFile(path, records)), { name: 'BadExport' });
      },
    ),
    300,
  );
});

test('what is wrong with a file is told with its line', async (t) => {
  const last = lines.length;
  for (const [text, problem] of [
    ['', 'line 1: the file is empty'],
    ['SQLite format 3\0', 'line 1: this is no line of an export: it is no JSON object'],
    ['{"format":"other"}\n', "line 1: this is no export of a ledger: its format is not named 'berth-ledger'"],
    [
      '{"format":"berth-ledger","version":2,"written_by":"berth 9.0.0"}\n',
      'line 1: the format has version 2 (written by "berth 9.0.0"), and this program reads version 1',
    ],
    [lines.slice(0, 9).join('\n'), 'line 10: the file ends here, before its last line: it was cut off'],
    [`${whole}{}\n`, `line ${last + 1}: there is more after what should be the last line`],
    [withLine(3, '[]'), 'line 3: this is no line of an export: it is no JSON object'],
    [
      withLine(3, '{"resource_class":"X","position":"1"}'),
      "line 3: the record is damaged: 'position' is not a whole number",
    ],
    [
      withLine(3, '{"what":1}'),
      "line 3: this program knows no records that begin with 'what': a newer one may have written the file",
    ],
    [
      withLine(3, '{"trait":"X","created_at":"2026-01-01"}'),
      "line 3: the record is damaged: 'created_at' is not a time such as 2026-01-31T12:00:00.000Z",
    ],
  ] as const) {
    const [problem1] = await problemsOf(t, text);
    assert.equal(problem1, problem);
  }
});

test('records that do not make a ledger are told, each with its line, though the file is whole', async (t) => {
  const provider = lines.findIndex((line) => line.includes('"name":"numa0"'));
  const consumer = lines.findIndex((line) => line.startsWith('{"consumer"'));
  for (const [index, from, to, problem] of [
    [
      provider,
      /"parent_provider_uuid":"[^"]+"/,
      '"parent_provider_uuid":"x"',
      /is below x, which does not come before it/,
    ],
    [provider, '"name":"numa0"', '"name":"cn1"', /a provider named cn1 is there twice/],
    [provider, '"VCPU":', '"NONE":', /has an inventory of NONE, and there is no such class/],
    [provider, '"traits":[]', '"traits":["NONE"]', /has the trait NONE, which does not exist/],
    [consumer, /"allocations":.*/, '"allocations":{}}', /holds nothing/],
    [consumer, '"DISK_GB":10', '"DISK_GB":0', /0 is less than the minimum of 1/],
    [consumer, '"DISK_GB":10', '"VGPU":10', /holds 10 VGPU of provider [^ ]+, which has no inventory of it/],
    [
      consumer,
      /"allocations":\{"[^"]+"/,
      '"allocations":{"x"',
      /holds 10 DISK_GB of provider x, which does not exist/,
    ],
  ] as const) {
    const line = lines[index] ?? '';
    const changed = line.replace(from, to);
    assert.notEqual(changed, line);
    const problems = await problemsOf(t, sealed(lines.toSpliced(index, 1, changed)));
    assert.match(problems.join(), problem);
    assert.ok(
      problems.some((each) => each.includes(`line ${index + 1}: `)),
      problems.join(),
    );
  }
  const twice = sealed(lines.toSpliced(consumer, 0, lines[consumer] ?? ''));
  assert.match((await problemsOf(t, twice)).join(), /consumer [^ ]+ is there twice/);
});

async function exportOf(text: string): Promise<string> {
  const journal = new MemoryJournal(cloudProjections);
  journal.append([...changesThatMake(given(text))], 1);
  return await exported(records, journal);
}

function withLine(number: number, line: string): string {
  return `${lines.toSpliced(number - 1, 1, line).join('\n')}\n`;
}

/** The lines with a last one that fits them, whatever else they say. */
function sealed(given: readonly string[]): string {
  const body = `${given.slice(0, -1).join('\n')}\n`;
  const counts = {
    resource_classes: given.filter((line) => line.startsWith('{"resource_class"')).length,
    traits: given.filter((line) => line.startsWith('{"trait"')).length,
    resource_providers: given.filter((line) => line.startsWith('{"resource_provider"')).length,
    consumers: given.filter((line) => line.startsWith('{"consumer"')).length,
    allocations: given.join().split('"allocations":{"').length - 1,
  };
  return `${body}${JSON.stringify({ end: counts, sha256: createHash('sha256').update(body).digest('hex') })}\n`;
}

/** What is wrong with a file of this text, without its name. */
async function problemsOf(t: Parameters<typeof temporaryDirectory>[0], text: string): Promise<string[]> {
  const path = join(temporaryDirectory(t), 'export');
  writeFileSync(path, text);
  try {
    await checkRecords(records, exportFile(path, records));
    return [];
  } catch (error) {
    assert.ok(error instanceof Error);
    return error.message.replace(`${path}, `, '').replace(`${path} cannot be imported: `, '').split('; ');
  }
}
