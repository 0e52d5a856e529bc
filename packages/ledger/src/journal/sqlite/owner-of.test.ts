import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findOwner, lockName, ownerOf } from './owner-of.ts';

const locks = `1: FLOCK  ADVISORY  WRITE 11 fe:00:2147302 0 EOF
2: POSIX  ADVISORY  READ 22 fe:00:99 1073741826 1073742335
3: POSIX  ADVISORY  WRITE 33 fe:00:2147302 1073741824 1073742335
4: POSIX  ADVISORY  WRITE 0 fe:00:77 1073741824 1073742335
`;

test('the owner is who holds the lock on that very file', () => {
  assert.equal(findOwner(locks, 'fe:00:2147302'), 33);
  assert.equal(findOwner(locks, 'fe:00:99'), 22);
  assert.equal(findOwner(locks, 'fe:01:99'), null);
});

test('a process outside this container is not named', () => {
  assert.equal(findOwner(locks, 'fe:00:77'), null);
});

test('device numbers are written as the kernel does', () => {
  assert.equal(lockName(65024n, 2147302n), 'fe:00:2147302');
  assert.equal(lockName(0x10_3002n, 5n), '30:102:5');
});

test('a file that is not there has no owner', () => {
  assert.equal(ownerOf('/nowhere/ledger.db'), null);
});
