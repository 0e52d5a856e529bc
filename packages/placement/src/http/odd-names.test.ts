import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MemoryJournal } from '@berth/ledger/journal/memory-journal.ts';
import { placementProjection } from '../rows/projection.ts';
import { inProcess } from '../testing/in-process.ts';

const version = '1.39';
const service = await inProcess(new MemoryJournal([placementProjection]));

test('half of a surrogate pair in a body is refused, wherever it is', async () => {
  for (const half of ['\\ud800', '\\uDFFF', 'a\\udc00\\ud800b']) {
    const made = await service.request('POST', '/resource_providers', {
      version,
      body: `{"name":"${half}"}`,
    });
    assert.equal(made.status, 400);
    assert.match(made.text, /half of a surrogate pair is no character/);
    const owner = `"project_id":"${half}","user_id":"u","consumer_generation":null,"consumer_type":"T"`;
    const claimed = await service.request('PUT', '/allocations/11111111-1111-4111-8111-111111111111', {
      version,
      body: `{"allocations":{},${owner}}`,
    });
    assert.equal(claimed.status, 400);
  }
  assert.equal(service.world.providers.size, 0);
});

test('a whole surrogate pair is a character like any other, and so is NUL', async () => {
  for (const [escaped, name] of [
    ['\\ud83d\\ude00', '\u{1f600}'],
    ['a\\u0000b', 'a\0b'],
  ] as const) {
    const body = `{"name":"${escaped}"}`;
    const { status, json } = await service.request('POST', '/resource_providers', { version, body });
    assert.equal(status, 200);
    assert.equal((json as { name: string }).name, name);
  }
});

test('no class or trait has a name that ends in a line feed', async () => {
  const posted = await service.request('POST', '/resource_classes', {
    version,
    body: { name: 'CUSTOM_A\n' },
  });
  assert.equal(posted.status, 400);
  assert.match(posted.text, /'CUSTOM_A\\\\n' does not match '\^CUSTOM_/);
  const renamed = await service.request('PUT', '/resource_classes/CUSTOM_A', {
    version: '1.6',
    body: { name: 'CUSTOM_B\n' },
  });
  assert.equal(renamed.status, 400);
  // Of two at the end of a path one is part of the name.
  assert.equal((await service.request('PUT', '/resource_classes/CUSTOM_A%0a%0a', { version })).status, 400);
  assert.equal((await service.request('PUT', '/traits/CUSTOM_A%0a%0a', { version })).status, 400);
});

test('a line feed at the end of a path is not part of it', async () => {
  const made = await service.request('PUT', '/traits/CUSTOM_A%0a', { version });
  assert.equal(made.status, 201);
  assert.match(made.headers['location'] ?? '', /\/traits\/CUSTOM_A$/);
  assert.equal((await service.request('GET', '/traits/CUSTOM_A', { version })).status, 204);
  assert.equal((await service.request('GET', '/resource_providers%0A?name=x', { version })).status, 200);
  assert.equal((await service.request('GET', '/resource_providers%0a/', { version })).status, 404);
});
