import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { nodeUuid } from './node-uuid.ts';

function given(context: TestContext): string {
  const directory = mkdtempSync(join(tmpdir(), 'berth-node-'));
  context.after(() => rmSync(directory, { recursive: true }));
  return directory;
}

test('the uuid of a node is made once, for nobody else to read', (context) => {
  const state = join(given(context), 'var/lib/berth');
  const uuid = nodeUuid(state);
  assert.match(uuid, /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[\da-f]{4}-[\da-f]{12}$/);
  assert.equal(nodeUuid(state), uuid);
  assert.deepEqual(readdirSync(state), ['compute_id']);
  assert.equal(statSync(join(state, 'compute_id')).mode & 0o777, 0o600);
  assert.equal(readFileSync(join(state, 'compute_id'), 'utf8'), `${uuid}\n`);
});

test('one that Nova has made is taken along', (context) => {
  const state = given(context);
  writeFileSync(join(state, 'compute_id'), 'A5B0E5F2-7C8D-4A0B-9C1E-2F3A4B5C6D7E');
  assert.equal(nodeUuid(state), 'a5b0e5f2-7c8d-4a0b-9c1e-2f3a4b5c6d7e');
});

test('a file that was damaged is refused and never replaced', (context) => {
  const state = given(context);
  writeFileSync(join(state, 'compute_id'), '');
  assert.throws(() => nodeUuid(state), /compute_id: '' is no uuid\. Put back the uuid/);
  assert.equal(readFileSync(join(state, 'compute_id'), 'utf8'), '');
});
