import assert from 'node:assert/strict';
import { readdirSync, writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { JournalNotCopied } from '@berth/ledger/journal/journal-errors.ts';
import { temporaryDirectory } from '@berth/ledger/testing/temporary-directory.ts';
import { makeBackupCopy } from './backup-copies.ts';

test('a disk that does not take a copy is no fault of the program, and keeps nothing of it', async (t) => {
  const ledger = join(temporaryDirectory(t), 'berth.db');
  writeFileSync(ledger, 'a ledger');
  for (const code of ['ENOSPC', 'EDQUOT', 'EIO', 'EROFS']) {
    const copyTo = async (path: string) => {
      await writeFile(path, 'half');
      throw Object.assign(new Error(`${code}: it cannot be written`), { code, syscall: 'write' });
    };
    await assert.rejects(makeBackupCopy({ copyTo }, ledger), (error) => {
      assert.ok(error instanceof JournalNotCopied);
      assert.ok(error.told.includes(code), error.told);
      assert.ok(!error.told.includes(ledger), error.told);
      return true;
    });
    assert.deepEqual(readdirSync(join(ledger, '..')), ['berth.db']);
  }
});

test('what is a fault of the program stays one', async (t) => {
  const ledger = join(temporaryDirectory(t), 'berth.db');
  writeFileSync(ledger, 'a ledger');
  const fault = new TypeError('a mistake');
  await assert.rejects(makeBackupCopy({ copyTo: () => Promise.reject(fault) }, ledger), fault);
});
