import assert from 'node:assert/strict';
import { test } from 'node:test';
import { migrationIdOf, someMigration } from '@berth/compute-engine/testing/some-migration.ts';
import { serverIdOf, someServer } from '@berth/compute-engine/testing/some-server.ts';
import { reading } from '../../testing/reading.ts';

const { ask } = reading({ kind: 'server-set', thing: someServer() });
const id = serverIdOf(1);

const moved = reading(
  { kind: 'server-set', thing: someServer() },
  { kind: 'migration-set', thing: someMigration({ number: 1 }) },
  {
    kind: 'migration-set',
    thing: someMigration({ number: 2, type: 'migration', status: 'error', target: null, updatedAt: null }),
  },
  {
    kind: 'migration-set',
    thing: someMigration({
      number: 3,
      type: 'live-migration',
      status: 'running',
      projectId: 'q',
      userId: 'v',
    }),
  },
);
const numbersIn = (body: unknown) =>
  (body as { migrations: { id: number }[] }).migrations.map((each) => each.id);

for (const [query, expected] of [
  ['', [3, 2, 1]],
  ['?status=error', [2]],
  ['?status=error&status=running', [3]],
  ['?status=', []],
  ['?host=host1', [3, 2, 1]],
  ['?host=host2', [3, 1]],
  ['?source_compute=host2', []],
  ['?source_compute=host2&host=host2', [3, 1]],
  ['?migration_type=resize&status=confirmed', [1]],
  ['?migration_type=resize&status=error', []],
  ['?user_id=v', [3]],
  ['?project_id=q', [3]],
  ['?hidden=0', [3, 2, 1]],
  ['?hidden=1', []],
  ['?limit=0', []],
  ['?limit=1', [3]],
  [`?marker=${migrationIdOf(3)}`, [2, 1]],
  [`?marker=${migrationIdOf(1)}`, []],
  // Of one nothing is known yet but that it was asked for.
  ['?changes-since=1970', [3, 1]],
  ['?changes-before=1970', []],
] as const) {
  test(`os-migrations${query} has ${expected.join(', ') || 'none'}`, async () => {
    const { body } = await moved.ask(`GET /os-migrations${query}`);
    assert.deepEqual(numbersIn(body), expected);
  });
}

test('a full page says where the next one is, from 2.59 on', async () => {
  const { body } = await moved.ask('GET /os-migrations?limit=2', { version: '2.59' });
  const { migrations_links: links } = body as { migrations_links: readonly { href: string }[] };
  assert.match(links[0]?.href ?? '', new RegExp(`os-migrations\\?limit=2&marker=${migrationIdOf(2)}$`));
  const all = await moved.ask('GET /os-migrations?limit=2', { version: '2.58' });
  assert.deepEqual(numbersIn(all.body), [3, 2, 1]);
});

test('before there were pages, a list of any length has all of them', async () => {
  const numbers = Array.from({ length: 1_500 }, (_, index) => index + 1);
  const changes = numbers.map((number) => ({
    kind: 'migration-set' as const,
    thing: someMigration({ number }),
  }));
  const { body } = await reading(...changes).ask('GET /os-migrations', { version: '2.58' });
  assert.deepEqual(numbersIn(body), numbers.toReversed());
});

test('a page shows what became of a migration since it was asked for last', async () => {
  const { ask, cloud } = reading({ kind: 'migration-set', thing: someMigration({ status: 'finished' }) });
  const statusTold = async () => {
    const { body } = await ask('GET /os-migrations');
    return (body as { migrations: { status: string }[] }).migrations[0]?.status;
  };
  assert.deepEqual([await statusTold(), await statusTold()], ['finished', 'finished']);
  cloud.compute.migrations.put(someMigration({ status: 'reverted' }));
  assert.equal(await statusTold(), 'reverted');
});

test('migrations show more with each version, and live ones that are on their way have links', async () => {
  const membersAt = async (version: string) => {
    const { body } = await moved.ask('GET /os-migrations', { version });
    const [live, failed] = (body as { migrations: Record<string, unknown>[] }).migrations;
    assert.deepEqual([failed?.['dest_compute'], failed?.['updated_at']], [null, null]);
    return Object.keys(live ?? {});
  };
  const oldest =
    'id source_compute dest_compute source_node dest_node dest_host old_instance_type_id new_instance_type_id instance_uuid status created_at updated_at';
  assert.equal((await membersAt('2.22')).join(' '), oldest);
  assert.equal(
    (await membersAt('2.23')).join(' '),
    oldest.replace('status', 'status migration_type').concat(' links'),
  );
  assert.ok((await membersAt('2.59')).includes('uuid'));
  assert.ok(!(await membersAt('2.79')).includes('user_id'));
  assert.ok((await membersAt('2.80')).includes('project_id'));
});

test('a manager sees those that were asked for in the own project, and not between which hosts', async () => {
  const token = 'm:p:manager';
  const { body } = await moved.ask('GET /os-migrations', { token });
  assert.deepEqual(numbersIn(body), [2, 1]);
  const [migration] = (body as { migrations: Record<string, unknown>[] }).migrations;
  assert.deepEqual([migration?.['source_compute'], migration?.['source_node']], [null, null]);
  const { status, message } = await moved.ask('GET /os-migrations?project_id=q', { token });
  const rule = 'os_compute_api:os-migrations:index:all_projects';
  assert.deepEqual([status, message], [403, `Policy doesn't allow ${rule} to be performed.`]);
});

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
