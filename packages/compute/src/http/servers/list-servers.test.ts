import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Server } from '@berth/compute-engine/servers/server.ts';
import { placeOn, serverIdOf, someServer } from '@berth/compute-engine/testing/some-server.ts';
import { someFlavor } from '@berth/compute-engine/testing/some-flavor.ts';
import { reading } from '../../testing/reading.ts';

const at = (seconds: number): number => Date.UTC(2026, 0, 1, 0, 0, seconds);

/** Made one second after the other, and last changed a minute later; a is the oldest. */
const fleet: readonly Partial<Server>[] = [
  { name: 'a', projectId: 'p', description: 'first' },
  { name: 'b', projectId: 'p', vmState: 'stopped', powerState: 'shutdown', tags: ['red', 'blue'] },
  { name: 'c', projectId: 'q', place: placeOn('h2'), lock: { by: 'admin', reason: null }, tags: ['red'] },
  { name: 'd', projectId: 'p', vmState: 'deleted', deletedAt: at(64), terminatedAt: at(64) },
  {
    name: 'e',
    projectId: 'p',
    vmState: 'error',
    place: null,
    userId: 'other',
    key: { name: 'k1', publicKey: '' },
  },
  { name: 'f', projectId: 'p', vmState: 'soft-delete' },
  {
    name: 'g',
    projectId: 'p',
    taskState: 'rebooting',
    addresses: [{ network: 'n', version: 4, address: '10.0.0.7', mac: '' }],
  },
];

const { ask } = reading(
  { kind: 'flavor-set', thing: someFlavor() },
  ...fleet.map((change, index) => ({
    kind: 'server-set' as const,
    thing: someServer({
      id: serverIdOf(index + 1),
      number: index + 1,
      createdAt: at(index + 1),
      updatedAt: at(index + 61),
      ...change,
    }),
  })),
);

interface Listing {
  readonly token?: string;
  readonly version?: string;
}

/** The names, in a word; or the status and what an error says. */
async function listed(query: string, { token = 'u:p', version = '2.96' }: Listing = {}): Promise<string> {
  const { status, body, message } = await ask(`GET /servers?${query}`, { token, version });
  return status === 200
    ? body.servers.map(({ name }: { name: string }) => name).join('')
    : `${status} ${message}`;
}

const all = { token: 'admin' };

test('parameters that every object has a member of are passed over, as others that nobody knows', async () => {
  for (const name of ['__proto__', 'constructor', 'toString', 'hasOwnProperty']) {
    for (const version of ['2.1', '2.74']) {
      assert.equal(await listed(`${name}=1`, { version }), await listed('', { version }), name);
    }
  }
});

const cases: readonly (readonly [query: string, result: string, listing?: Listing])[] = [
  // Whose.
  ['', 'geba'],
  ['', 'c', { token: 'u:q' }],
  ['', '', all],
  ['all_tenants=1', 'gecba', all],
  ['all_tenants=', 'gecba', all],
  ['all_tenants=0', 'geba'],
  ['all_tenants=1', "403 Policy doesn't allow os_compute_api:servers:index:get_all_tenants to be performed."],
  [
    'all_tenants=zz',
    "400 Unrecognized value 'zz', acceptable values are: '0', '1', 'f', 'false', 'n', 'no', 'off', 'on', 't', 'true', 'y', 'yes'",
    all,
  ],
  ['all_tenants=1&tenant_id=q', 'c', all],
  ['all_tenants=1&project_id=q&tenant_id=p', 'geba', all],
  ['tenant_id=q', '', all],
  ['user_id=other', 'e', { token: 'u:p', version: '2.83' }],
  ['user_id=other', 'geba', { token: 'u:p', version: '2.82' }],
  // Deleted ones.
  ['deleted=true&all_tenants=1', 'fd', all],
  ['deleted=true&all_tenants=1&soft_deleted=', 'd', all],
  ['deleted=no&all_tenants=1&soft_deleted=1', 'gfecba', all],
  ['deleted=zz&all_tenants=1', 'gecba', all],
  ['deleted=true', 'geba'],
  ['status=deleted', '403 Only administrators may list deleted instances'],
  ['status=DELETED&all_tenants=1', 'd', all],
  // States.
  ['status=shutoff', 'b'],
  ['status=SHUTOFF&status=error', 'eb'],
  ['status=active', 'ga'],
  ['status=reboot', 'g'],
  ['status=zz', '400 Invalid status value', { token: 'u:p', version: '2.38' }],
  ['status=zz', '', { token: 'u:p', version: '2.37' }],
  ['vm_state=error&all_tenants=1', 'e', all],
  ['task_state=rebooting&all_tenants=1', 'g', all],
  ['power_state=4', 'b'],
  // Texts.
  ['name=^[ab]$', 'ba'],
  ['name=[', "400 Invalid input for query parameters name. Value: [. '[' is not a 'regex'"],
  ['name=', "400 Invalid input for query parameters name. Value: . '' is not a 'regex'"],
  ['display_description=irs&all_tenants=1', 'a', all],
  ['key_name=k', 'e'],
  [
    'launch_index=[&all_tenants=1',
    "400 Invalid input for query parameters launch_index. Value: [. '[' is not a 'regex'",
    all,
  ],
  ['created_at=00:0[12]', 'ba'],
  // Places, flavors, addresses, tags, locks.
  ['host=h2&all_tenants=1', 'c', all],
  ['host=h2', 'geba'],
  ['node=h1&all_tenants=1', 'gba', all],
  ['flavor=small', 'geba'],
  ['flavor=zz', ''],
  ['flavor=zz&marker=zz', ''],
  ['ip=10.0', 'g'],
  ['ip=0.0', ''],
  ['ip6=10', 'geba', { token: 'u:p', version: '2.4' }],
  ['ip6=10', '', { token: 'u:p', version: '2.5' }],
  ['tags=red,blue', 'b'],
  ['tags-any=blue,x', 'b'],
  ['not-tags=red,x', 'geba'],
  ['not-tags-any=red', 'gea'],
  ['tags=red', 'geba', { token: 'u:p', version: '2.25' }],
  ['locked=true', '', { token: 'u:p', version: '2.73' }],
  ['locked=true', 'geba', { token: 'u:p', version: '2.72' }],
  ['locked=true&all_tenants=1', 'c', all],
  [`uuid=${serverIdOf(3)}&all_tenants=1`, 'c', all],
  // Windows of time.
  ['changes-since=2026-01-01T00:01:04Z', 'gfed'],
  ['changes-before=2026-01-01T00:01:04Z', 'dba'],
  ['changes-since=2026-01-01T00:01:04Z&changes-before=2026-01-01T00:01:04Z', 'd'],
  ['changes-since=2026-01-01T08:01:04%2B08:00&deleted=false&all_tenants=1', 'ge', all],
  ['changes-before=2026-01-01T00:01:04Z', 'geba', { token: 'u:p', version: '2.65' }],
  [
    'changes-since=2026-01-02&changes-before=2026-01-01',
    '400 The value of changes-since must be less than or equal to changes-before.',
  ],
  [
    'changes-before=zz',
    "400 Invalid input for query parameters changes-before. Value: zz. 'zz' is not a 'date-time'",
  ],
  ['changes-since=2026&changes-since=2027', ''],
  // Order and pages.
  ['sort_key=display_name', 'geba'],
  ['sort_key=display_name&sort_dir=asc', 'abeg'],
  ['sort_key=created_at&sort_dir=asc', 'abeg'],
  ['sort_key=vm_state&sort_dir=desc', 'beag'],
  // The second key goes upwards, since it stands where the id was to.
  ['sort_key=vm_state&sort_key=display_name&sort_dir=desc', 'beag'],
  ['sort_key=key_name&sort_dir=asc', 'abge'],
  ['sort_key=host', '403 Only administrators can sort servers by host'],
  ['sort_key=id', 'geba', { token: 'u:p', version: '2.74' }],
  ['sort_dir=up', "400 Invalid input received: Unknown sort direction, must be 'desc' or 'asc'"],
  ['sort_dir=asc&sort_dir=asc', '400 Invalid input received: Sort direction size exceeds sort key size'],
  ['limit=2', 'ge'],
  ['limit=0', ''],
  [`marker=${serverIdOf(5)}`, 'ba'],
  [`marker=${serverIdOf(3)}&limit=1`, 'b'],
  [`marker=${serverIdOf(4)}`, 'ba'],
  [`marker=${serverIdOf(2)}&sort_key=display_name&sort_dir=asc`, 'eg'],
  ['marker=zz', '400 marker [zz] not found'],
  ['marker=zz&limit=0', '400 marker [zz] not found'],
  ['limit=-1', "400 Invalid input for query parameters limit. Value: -1. '-1' does not match '^[0-9]*$'"],
  // Names.
  ['foo=1', 'geba', { token: 'u:p', version: '2.74' }],
  ['foo=1', "400 'foo' does not match any of the regexes: '^_'", { token: 'u:p', version: '2.75' }],
  ['_x=1', 'geba'],
  ['_x=1', '400 Invalid filter field: _x.', all],
  ['metadata=1&all_tenants=zz', '400 Invalid filter field: metadata.', all],
];

for (const [query, result, listing = {}] of cases) {
  const { token = 'u:p', version = '2.96' } = listing;
  test(`${token} at ${version}: ?${query} gives ${result || 'none'}`, async () => {
    assert.equal(await listed(query, listing), result);
  });
}

test('a full page has a link to the next, with what counts of the query', async () => {
  const query = 'sort_key=display_name&foo=1&limit=2&name=.';
  const { body } = await ask(`GET /servers/detail?${query}`, { token: 'u:p', version: '2.60' });
  assert.deepEqual(body.servers_links, [
    {
      rel: 'next',
      href: `http://h/v2.1/servers/detail?limit=2&name=.&sort_key=display_name&marker=${serverIdOf(5)}`,
    },
  ]);
  const { body: whole } = await ask('GET /servers?limit=9', { token: 'u:p' });
  assert.equal(whole.servers_links, undefined);
});

test('a list of names has names and links', async () => {
  const { body } = await ask('GET /servers?limit=1', { token: 'u:q' });
  const id = serverIdOf(3);
  assert.deepEqual(body.servers, [
    {
      id,
      name: 'c',
      links: [
        { rel: 'self', href: `http://h/v2.1/servers/${id}` },
        { rel: 'bookmark', href: `http://h/servers/${id}` },
      ],
    },
  ]);
});

test('one that was deleted is told as it was left', async () => {
  const { body } = await ask('GET /servers/detail?changes-since=2026&name=d', { token: 'u:p' });
  const [deleted] = body.servers;
  assert.equal(deleted.status, 'DELETED');
  assert.equal(deleted['OS-SRV-USG:terminated_at'], '2026-01-01T00:01:04.000000');
  assert.equal(deleted.updated, '2026-01-01T00:01:04Z');
  assert.equal(deleted.progress, undefined);
});
