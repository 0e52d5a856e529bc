import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Sheet } from './sheet.ts';

test('what is written stays as it was when the sheet grows', () => {
  const sheet = new Sheet();
  sheet.add(Buffer.from('begin['));
  sheet.addJoined([]);
  sheet.addJoined([Buffer.alloc(100_000, 'a'), Buffer.from('b'), Buffer.alloc(300_000, 'c')]);
  const at = sheet.extend(1);
  sheet.bytes[at] = 0x5d;
  const expected = `begin[${'a'.repeat(100_000)},b,${'c'.repeat(300_000)}]`;
  assert.ok(Buffer.from(sheet.written).toString() === expected);
});

test('a cleared sheet is empty', () => {
  const sheet = new Sheet();
  sheet.add(Buffer.from('something'));
  sheet.clear();
  assert.equal(sheet.written.length, 0);
  sheet.add(Buffer.from('else'));
  assert.equal(Buffer.from(sheet.written).toString(), 'else');
});

test('a sheet that is given back is taken again, empty, and by one only', () => {
  const sheet = Sheet.take();
  sheet.add(Buffer.from('something'));
  sheet.giveBack();
  const again = Sheet.take();
  assert.equal(again, sheet);
  assert.equal(again.written.length, 0);
  assert.notEqual(Sheet.take(), sheet);
});

test('no more than some megabytes are kept', () => {
  const large = Array.from({ length: 40 }, () => Sheet.take());
  for (const sheet of large) sheet.extend(4 * 1024 * 1024);
  for (const sheet of large) sheet.giveBack();
  const again = new Set(large.map(() => Sheet.take()));
  assert.equal(large.filter((sheet) => again.has(sheet)).length, 16);
  for (const sheet of again) sheet.giveBack();
});

test('they are scarce while many megabytes are written on, and no longer', () => {
  const isScarceWith = (count: number): boolean => {
    const sheets = Array.from({ length: count }, () => Sheet.take());
    for (const sheet of sheets) sheet.extend(4 * 1024 * 1024);
    const { areScarce } = Sheet;
    for (const sheet of sheets) sheet.giveBack();
    return areScarce;
  };
  assert.ok(!isScarceWith(7));
  assert.ok(isScarceWith(9));
  assert.ok(!isScarceWith(7));
});
