import assert from 'node:assert/strict';
import { test } from 'node:test';
import { serverIdOf, someServer } from '@berth/compute-engine/testing/some-server.ts';
import { reading } from '../../testing/reading.ts';

const { ask } = reading({ kind: 'server-set', thing: someServer() });
const id = serverIdOf(1);

for (const [query, version, result] of [
  ['', '2.1', 'none'],
  ['?limit=x&changes-since=zz&foo=1', '2.58', 'none'],
  [
    '?limit=x',
    '2.59',
    "400 Invalid input for query parameters limit. Value: x. 'x' does not match '^[0-9]*$'",
  ],
  ['?status=a&status=b', '2.59', 'none'],
  ['?foo=1', '2.59', "400 Additional properties are not allowed ('foo' was unexpected)"],
  ['?marker=zz', '2.59', '400 Marker zz could not be found.'],
  ['?changes-since=2026', '2.59', 'none'],
  [
    '?changes-before=2026',
    '2.65',
    "400 Additional properties are not allowed ('changes-before' was unexpected)",
  ],
  ['?changes-before=2026', '2.66', 'none'],
  [
    '?changes-since=2027&changes-before=2026',
    '2.66',
    '400 The value of changes-since must be less than or equal to changes-before.',
  ],
  ['?user_id=u', '2.79', "400 Additional properties are not allowed ('user_id' was unexpected)"],
  ['?user_id=u&project_id=p', '2.80', 'none'],
] as const) {
  test(`at ${version}, os-migrations${query} gives ${result}`, async () => {
    const { status, body, message } = await ask(`GET /os-migrations${query}`, { version });
    if (status === 200) assert.deepEqual(body, { migrations: [] });
    assert.equal(status === 200 ? 'none' : `${status} ${message}`, result);
  });
}

test('migrations are for administrators', async () => {
  for (const [path, rule] of [
    ['/os-migrations', 'os-migrations:index'],
    [`/servers/${id}/migrations`, 'servers:migrations:index'],
    [`/servers/${id}/migrations/1`, 'servers:migrations:show'],
  ]) {
    const { status, message } = await ask(`GET ${path}`, { token: 'u:p' });
    assert.deepEqual(
      [status, message],
      [403, `Policy doesn't allow os_compute_api:${rule} to be performed.`],
    );
  }
});

test('those of a server, from 2.23 on', async () => {
  assert.equal((await ask(`GET /servers/${id}/migrations`, { version: '2.22' })).status, 404);
  assert.deepEqual((await ask(`GET /servers/${id}/migrations`, { version: '2.23' })).body, {
    migrations: [],
  });
  const { status, message } = await ask(`GET /servers/${id}/migrations/7`);
  assert.deepEqual([status, message], [404, `In-progress live migration 7 is not found for server ${id}.`]);
});
