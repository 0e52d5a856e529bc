import assert from 'node:assert/strict';
import { test } from 'node:test';
import { KeptPages } from './kept-pages.ts';

const [one, other, third] = [{ id: 1 }, { id: 2 }, { id: 3 }];
const body = Buffer.from('page');

test('a page is there for those who see the same, as long as the things on it are the same', () => {
  const pages = new KeptPages<object>();
  pages.keep('admin', [one, other], body);
  assert.equal(pages.of('admin', [one, other]), body);
  assert.equal(pages.of('member', [one, other]), undefined);
  assert.equal(pages.of('admin', [one]), undefined);
  assert.equal(pages.of('admin', [one, other, third]), undefined);
  assert.equal(pages.of('admin', [one, { ...other }]), undefined);
});

test('a page that has changed takes the place of the one before', () => {
  const pages = new KeptPages<object>();
  const changed = Buffer.from('changed');
  pages.keep('admin', [one], body);
  pages.keep('admin', [other], changed);
  assert.equal(pages.of('admin', [one]), undefined);
  assert.equal(pages.of('admin', [other]), changed);
});

for (const [what, count, length] of [
  ['many', 257, 1],
  ['large', 17, 1024 * 1024],
] as const) {
  test(`pages that are too ${what} together are forgotten`, () => {
    const pages = new KeptPages<object>();
    for (let number = 1; number <= count; number++) pages.keep(`${number}`, [one], Buffer.alloc(length));
    assert.equal(pages.of('1', [one]), undefined);
    pages.keep('1', [one], body);
    assert.equal(pages.of('1', [one]), body);
  });
}
