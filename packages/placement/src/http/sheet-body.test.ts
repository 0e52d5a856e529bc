import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Sheet } from './sheet.ts';
import { SheetBody } from './sheet-body.ts';
import { SheetPool } from './sheet-pool.ts';

/** Counts how often it is given back. */
class WatchedSheet extends Sheet {
  givenBack = 0;

  override giveBack(): void {
    this.givenBack++;
  }
}

function* chunks(count: number): Generator<Uint8Array> {
  for (let index = 0; index < count; index++) yield Buffer.from(`${index}`);
}

function* failing(): Generator<Uint8Array> {
  yield Buffer.from('0');
  throw new Error('it cannot go on');
}

test('the sheet is given back once: at the end, when it is left, before it began too, and when it fails', () => {
  const sheets = Array.from({ length: 4 }, () => new WatchedSheet(new SheetPool()));
  const [read, left, unbegun, failed] = sheets as [WatchedSheet, WatchedSheet, WatchedSheet, WatchedSheet];
  const whole = new SheetBody(read, chunks(3), 3);
  assert.equal(whole.byteLength, 3);
  assert.equal([...whole].join(), '0,1,2');
  whole.return();
  assert.equal(whole.next().done, true);
  const some = new SheetBody(left, chunks(3));
  some.next();
  assert.equal(left.givenBack, 0);
  some.return();
  assert.equal(some.next().done, true);
  new SheetBody(unbegun, chunks(3)).return();
  const broken = new SheetBody(failed, failing());
  broken.next();
  assert.throws(() => broken.next(), /cannot go on/);
  broken.return();
  assert.deepEqual(
    sheets.map(({ givenBack }) => givenBack),
    [1, 1, 1, 1],
  );
});
