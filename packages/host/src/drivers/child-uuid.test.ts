import assert from 'node:assert/strict';
import { test } from 'node:test';
import { childUuid } from './child-uuid.ts';

test('the uuid of a child is that of version 5 for its name in the namespace of its root', () => {
  // The namespace of DNS names and the example of RFC 9562.
  assert.equal(
    childUuid('6ba7b810-9dad-11d1-80b4-00c04fd430c8', 'www.example.com'),
    '2ed6657d-e927-568b-95e1-2665a8aea6a2',
  );
});

test('other roots and other names have others', () => {
  const [one, other] = ['11111111-2222-4333-8444-555555555555', '11111111-2222-4333-8444-555555555556'];
  assert.notEqual(childUuid(one, 'a'), childUuid(other, 'a'));
  assert.notEqual(childUuid(one, 'a'), childUuid(one, 'b'));
});
