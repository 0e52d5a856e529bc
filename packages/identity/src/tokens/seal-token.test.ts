import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertProperty } from '@berth/testing/assert-property.ts';
import fc from 'fast-check';
import { IdentityState } from '../domain/identity-state.ts';
import { type Claims, methods } from './claims.ts';
import { newTokenKey, openToken, sealToken } from './seal-token.ts';

const hexId = fc.stringMatching(/^[0-9a-f]{32}$/);
const anyId = fc.oneof(hexId, fc.stringMatching(/^[a-zA-Z0-9-]{1,64}$/));
const auditId = fc
  .uint8Array({ minLength: 16, maxLength: 16 })
  .map((bytes) => Buffer.from(bytes).toString('base64url'));
const instant = fc.integer({ min: 0, max: 2 ** 47 });

const arbitraryClaims: fc.Arbitrary<Claims> = fc.record({
  userId: anyId,
  methods: fc.subarray([...methods], { minLength: 1 }),
  scope: fc.oneof(
    fc.constantFrom({ kind: 'unscoped' } as const, { kind: 'system' } as const),
    fc.record(
      { kind: fc.constantFrom('project' as const, 'domain' as const), id: anyId },
      { noNullPrototype: true },
    ),
  ),
  issuedAt: instant,
  expiresAt: instant,
  auditIds: fc.array(auditId, { minLength: 1, maxLength: 2 }),
  applicationCredentialId: fc.option(hexId),
});

function keysOf(...keys: ReturnType<typeof newTokenKey>[]) {
  const { tokenKeys } = new IdentityState();
  for (const key of keys) tokenKeys.put(key);
  return { tokenKeys };
}

test('what a token says comes out of it again, and nothing where its key is gone', () => {
  const key = newTokenKey(1);
  assertProperty(
    fc.property(arbitraryClaims, (claims) => {
      const token = sealToken(key, claims);
      const opened = openToken(keysOf(newTokenKey(2), key), token);
      assert.deepEqual(
        { ...opened, methods: opened?.methods.toSorted() },
        { ...claims, methods: claims.methods.toSorted() },
      );
      assert.equal(openToken(keysOf(newTokenKey(2)), token), null);
      assert.match(token, /^[\w-]+$/);
    }),
    200,
  );
});

test('no other text is a token: not with one letter changed, added or left out', () => {
  const key = newTokenKey(1);
  const keys = keysOf(key);
  assertProperty(
    fc.property(arbitraryClaims, fc.nat(), fc.nat(63), (claims, place, letter) => {
      const token = sealToken(key, claims);
      const at = place % token.length;
      const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
      const other = letters[letter] ?? '';
      const changed = `${token.slice(0, at)}${other}${token.slice(at + 1)}`;
      if (changed !== token) assert.equal(openToken(keys, changed), null, 'changed');
      assert.equal(openToken(keys, `${token.slice(0, at)}${token.slice(at + 1)}`), null, 'left out');
      assert.equal(openToken(keys, `${token.slice(0, at)}${other}${token.slice(at)}`), null, 'added');
      assert.equal(openToken(keys, token.slice(0, at)), null, 'cut off');
    }),
    300,
  );
});

test('whatever is no token is none', () => {
  const keys = keysOf(newTokenKey(1));
  for (const text of [
    '',
    'a',
    'gAAAAABq_C747K8ksMp5OKiorVwjlB',
    '='.repeat(200),
    'A'.repeat(100_000),
    '\0',
    '⚙'.repeat(60),
  ]) {
    assert.equal(openToken(keys, text), null);
  }
});

test('a token of a project has less than 255 letters', () => {
  const id = 'f'.repeat(32);
  const auditIds = ['x'.repeat(21) + 'A', 'y'.repeat(21) + 'A'];
  const claims: Claims = {
    userId: id,
    methods: ['password', 'token'],
    scope: { kind: 'project', id },
    issuedAt: 1,
    expiresAt: 2,
    auditIds,
    applicationCredentialId: id,
  };
  assert.ok(sealToken(newTokenKey(1), claims).length < 255);
});
