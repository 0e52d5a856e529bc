import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FileError, readBytes } from './read-bytes.ts';

test('what the system says is put in words, and in its own where there are none', () => {
  const said = (code: string): string => {
    const error = Object.assign(new Error(`${code}: as the system has it, open 'x'`), {
      code,
      syscall: 'open',
    });
    return FileError.from(error).message;
  };
  assert.equal(said('EACCES'), 'cannot be read: permission denied');
  assert.equal(said('EMFILE'), "cannot be read: EMFILE: as the system has it, open 'x'");
});

test('what is no trouble with a file is not taken for one', () => {
  const mistake = new TypeError('of ours');
  assert.throws(
    () => FileError.from(mistake),
    (error) => error === mistake,
  );
});

test('a file is read up to what is allowed, and not beyond', () => {
  const own = import.meta.filename;
  const { length } = readBytes(own, 1_000_000);
  assert.ok(length > 500);
  assert.equal(readBytes(own, length).length, length);
  assert.throws(
    () => readBytes(own, length - 1),
    /^FileError: the file is too large: \d+ bytes are allowed$/,
  );
  assert.throws(() => readBytes('/dev/zero', 100), /is not a file/);
});
