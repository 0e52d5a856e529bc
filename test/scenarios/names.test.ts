import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Names } from './names.ts';

test('a name is one uuid, everywhere and in every run', () => {
  const uuid = new Names().uuidOf('cn1');
  assert.match(uuid, /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-a[0-9a-f]{3}-[0-9a-f]{12}$/);
  assert.equal(new Names().uuidOf('cn1'), uuid);
  assert.notEqual(new Names().uuidOf('cn2'), uuid);
  assert.notEqual(new Names('another run').uuidOf('cn1'), uuid);
});

test('names are replaced in texts, keys and lists, and nothing else is', () => {
  const names = new Names();
  const cn1 = names.uuidOf('cn1');
  const value = { '{cn1}': ['/a/{cn1}/b', 7, null, true], text: "{'type': 'object'} {$S}" };
  assert.deepEqual(names.resolve(value), {
    [cn1]: [`/a/${cn1}/b`, 7, null, true],
    text: "{'type': 'object'} {$S}",
  });
});

test('a captured name stands for what was captured, of whatever type', () => {
  const names = new Names();
  names.capture('generation', 7);
  names.capture('allocations', { a: 1 });
  const value: unknown = names.resolve(['{generation}', 'at {generation}', '{allocations}']);
  assert.deepEqual(value, [7, 'at 7', { a: 1 }]);
});

test('a long text is written short', () => {
  assert.equal(new Names().resolve('CUSTOM_{X*5}'), 'CUSTOM_XXXXX');
});
