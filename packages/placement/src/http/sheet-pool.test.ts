import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SheetPool } from './sheet-pool.ts';

test('a sheet that is given back is taken again, empty, and by one only', () => {
  const pool = new SheetPool();
  const sheet = pool.take();
  sheet.add(Buffer.from('something'));
  sheet.giveBack();
  const again = pool.take();
  assert.equal(again, sheet);
  assert.equal(again.written.length, 0);
  assert.notEqual(pool.take(), sheet);
});

test('no more than some megabytes are kept', () => {
  const pool = new SheetPool();
  const large = Array.from({ length: 40 }, () => pool.take());
  for (const sheet of large) sheet.extend(4 * 1024 * 1024);
  for (const sheet of large) sheet.giveBack();
  const again = new Set(large.map(() => pool.take()));
  assert.equal(large.filter((sheet) => again.has(sheet)).length, 16);
});

test('they are scarce while many megabytes are written on, and no longer', () => {
  const pool = new SheetPool();
  const isScarceWith = (count: number): boolean => {
    const sheets = Array.from({ length: count }, () => pool.take());
    for (const sheet of sheets) sheet.extend(4 * 1024 * 1024);
    const { isScarce } = pool;
    for (const sheet of sheets) sheet.giveBack();
    return isScarce;
  };
  assert.ok(!isScarceWith(7));
  assert.ok(isScarceWith(9));
  assert.ok(!isScarceWith(7));
});
