import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SheetPool } from './sheet-pool.ts';

test('what is written stays as it was when the sheet grows', () => {
  const sheet = new SheetPool().take();
  sheet.add(Buffer.from('begin['));
  sheet.addJoined([]);
  sheet.addJoined([Buffer.alloc(100_000, 'a'), Buffer.from('b'), Buffer.alloc(300_000, 'c')]);
  const at = sheet.extend(1);
  sheet.bytes[at] = 0x5d;
  const expected = `begin[${'a'.repeat(100_000)},b,${'c'.repeat(300_000)}]`;
  assert.ok(Buffer.from(sheet.written).toString() === expected);
});

test('a cleared sheet is empty', () => {
  const sheet = new SheetPool().take();
  sheet.add(Buffer.from('something'));
  sheet.clear();
  assert.equal(sheet.written.length, 0);
  sheet.add(Buffer.from('else'));
  assert.equal(Buffer.from(sheet.written).toString(), 'else');
});
