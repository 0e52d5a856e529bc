import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  closeSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  readSync,
  renameSync,
} from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { temporaryDirectory } from '@berth/ledger/testing/temporary-directory.ts';
import { FileSink } from './file-sink.ts';

test('a file that was moved away is closed when the last write to it is done, and not before', async (t) => {
  const path = join(temporaryDirectory(t), 'log');
  // A disk that stands still: a pipe that nobody reads.
  execFileSync('mkfifo', [path]);
  const reader = openSync(path, 'r+');
  t.after(() => closeSync(reader));
  const sink = new FileSink(path);
  const bytes = Buffer.alloc(1 << 20, 'x');
  const written = new Promise<number>((resolve, reject) => {
    sink.write(bytes, (error, taken) => (error === null ? resolve(taken) : reject(error)));
  });
  renameSync(path, `${path}.1`);
  t.mock.timers.enable({ apis: ['setTimeout'] });
  sink.reopen();
  t.mock.timers.tick(3_600_000);
  assert.equal(howOftenOpen(`${path}.1`), 2, 'by the reader and by the write');

  t.mock.timers.reset();
  for (let read = 0; read < bytes.length; ) read += readSync(reader, Buffer.alloc(1 << 16));
  assert.equal(await written, bytes.length);
  assert.equal(howOftenOpen(`${path}.1`), 1);
  assert.equal(sink.writeSync(Buffer.from('next')), 4);
  assert.equal(readFileSync(path, 'utf8'), 'next');
});

test('a file that cannot be opened anew is written on', (t) => {
  const directory = join(temporaryDirectory(t), 'logs');
  mkdirSync(directory);
  const sink = new FileSink(join(directory, 'log'));
  renameSync(directory, `${directory}-moved`);
  assert.throws(() => sink.reopen(), /ENOENT/);
  sink.writeSync(Buffer.from('still here'));
  assert.equal(readFileSync(join(`${directory}-moved`, 'log'), 'utf8'), 'still here');
});

function howOftenOpen(path: string): number {
  return readdirSync('/proc/self/fd').filter((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`) === path;
    } catch {
      return false; // The one that the directory itself was read by.
    }
  }).length;
}
