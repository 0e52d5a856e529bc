import assert from 'node:assert/strict';
import type { Peer } from '../../differential/exchange.ts';

/** The original, with a way to ask it for something that has to work. */
export class Maker {
  readonly #peer: Peer;

  constructor(peer: Peer) {
    this.#peer = peer;
  }

  /** What it answers, as data. Paths that begin with `/_oracle` are its side doors. */
  async ask(request: string, { token = 'admin', body, version = '2.93' }: Asking = {}): Promise<unknown> {
    const [method = '', target = ''] = request.split(' ');
    const { status, text } = await this.#peer.send({
      method,
      path: target.startsWith('/_oracle') ? target : `/v2.1${target}`,
      headers: {
        'x-auth-token': token,
        'openstack-api-version': `compute ${version}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    assert.ok(status >= 200 && status < 300, `${request}: ${status} ${text}`);
    return text === '' ? null : JSON.parse(text);
  }

  async settle(): Promise<void> {
    await this.ask('GET /_oracle/settle?timeout=60');
  }

  async hasFleet(): Promise<boolean> {
    const { servers } = (await this.ask('GET /servers?all_tenants=1&limit=1')) as {
      servers: readonly unknown[];
    };
    return servers.length > 0;
  }

  async rows<Row>(db: string, sql: string): Promise<readonly Row[]> {
    const { columns, rows } = (await this.ask('POST /_oracle/sql', { body: { db, sql } })) as {
      readonly columns: readonly string[];
      readonly rows: readonly (readonly unknown[])[];
    };
    return rows.map((row) => Object.fromEntries(columns.map((name, index) => [name, row[index]])) as Row);
  }
}

interface Asking {
  readonly token?: string;
  readonly body?: unknown;
  readonly version?: string;
}

const owners = ['alice:aa', 'alice:aa', 'bob:bb', 'carol:cc', 'admin'];

/** Servers of several projects, flavors and hosts, in as many states as they can be brought into. */
export async function makeFleet(maker: Maker, serversMade = 60): Promise<void> {
  const { images } = (await maker.ask('GET /_oracle/images')) as {
    images: readonly { readonly id: string }[];
  };
  const image = images[0]?.id ?? '';
  await makeFlavors(maker);
  const unlimited = { instances: -1, cores: -1, ram: -1 };
  for (const project of ['aa', 'bb', 'cc', 'admin']) {
    await maker.ask(`PUT /os-quota-sets/${project}`, { body: { quota_set: unlimited } });
  }
  for (const token of ['alice:aa', 'bob:bb']) {
    await maker.ask('POST /os-keypairs', {
      token,
      version: '2.10',
      body: { keypair: { name: `key ${token.slice(0, 3)}` } },
    });
  }
  const group = (await maker.ask('POST /os-server-groups', {
    token: 'alice:aa',
    body: { server_group: { name: 'g', policy: 'soft-affinity' } },
  })) as { server_group: { id: string } };
  const made: { readonly id: string; readonly token: string }[] = [];
  for (let number = 0; number < serversMade; number++) {
    const token = owners[number % owners.length] ?? 'admin';
    // Some are made in the same second.
    await maker.ask('POST /_oracle/clock', { body: { tick: number % 3 === 0 ? 0 : 1 } });
    const { server } = (await maker.ask('POST /servers', {
      token,
      body: serverBody(
        number,
        image,
        token === 'alice:aa' && number % 4 === 0 ? group.server_group.id : null,
      ),
    })) as { server: { id: string } };
    made.push({ id: server.id, token });
    await maker.settle();
  }
  await maker.ask('POST /_oracle/clock', { body: { tick: 1 } });
  for (const [index, { id, token }] of made.entries()) {
    for (const { action, as = token } of actionsOn(index, image)) {
      await maker.ask(action === 'delete' ? `DELETE /servers/${id}` : `POST /servers/${id}/action`, {
        token: as,
        ...(action === 'delete' ? {} : { body: action }),
      });
      await maker.settle();
    }
  }
  await disturbHosts(maker);
}

async function makeFlavors(maker: Maker): Promise<void> {
  const flavors = [
    { id: 's', name: 'tiny', vcpus: 1, ram: 32, disk: 1 },
    { id: 'm', name: 'medium', vcpus: 1, ram: 128, disk: 2, 'OS-FLV-EXT-DATA:ephemeral': 1, swap: 64 },
    { id: '7', name: 'Käse', vcpus: 1, ram: 64, disk: 1 },
    { id: 'huge', name: 'huge', vcpus: 900, ram: 64, disk: 1 },
    { id: 'big', name: 'big', vcpus: 2, ram: 64, disk: 4 },
    { id: 'vast', name: 'vast', vcpus: 900, ram: 64, disk: 4 },
    { id: 'private', name: 'private', vcpus: 1, ram: 64, disk: 1, 'os-flavor-access:is_public': false },
  ];
  for (const flavor of flavors) await maker.ask('POST /flavors', { body: { flavor } });
  await maker.ask('POST /flavors/m/os-extra_specs', {
    body: { extra_specs: { 'hw:cpu_policy': 'shared', b: '2', a: '1' } },
  });
  await maker.ask('POST /flavors/private/action', { body: { addTenantAccess: { tenant: 'aa' } } });
}

function serverBody(number: number, image: string, group: string | null): object {
  const pick = <Value>(values: readonly Value[], salt: number) => chosen(number, values, salt);
  const name = pick(['web', 'db.1', 'Käse 7', 'a-b_c', 'x+y (z)', 'web-2'], 0);
  return {
    server: {
      name: `${name}${number % 7}`,
      flavorRef: number % 17 === 5 ? 'huge' : pick(['m', '7', 's'], 1),
      imageRef: image,
      networks: pick(['none', 'auto'], 2),
      metadata: pick<Record<string, string>>([{}, { b: '2', a: '1' }, { role: 'Käse' }], 3),
      tags: pick<string[]>([[], ['red'], ['red', 'blue'], ['Zoo', 'blue', 'green']], 4),
      ...(number % 4 === 1 ? { description: `the ${number}th` } : {}),
      ...(number % 5 === 2 ? { accessIPv4: `10.0.0.${number}`, accessIPv6: '2001:db8::1' } : {}),
      ...(number % 6 === 3 ? { config_drive: true, user_data: 'QUJD' } : {}),
      ...(number % 5 === 0 ? { key_name: 'key ali' } : {}),
      ...(number % 5 === 2 ? { key_name: 'key bob' } : {}),
      ...(number % 9 === 4 ? { 'OS-DCF:diskConfig': 'AUTO' } : {}),
      ...(number % 8 === 6 ? { hostname: `h${number}` } : {}),
    },
    ...(group === null ? {} : { 'os:scheduler_hints': { group } }),
  };
}

/** Each number has choices of its own, and they go together in many ways. */
function chosen<Value>(number: number, values: readonly Value[], salt: number): Value {
  return values[(number * (salt + 3) + Math.floor(number / (salt + 2))) % values.length] as Value;
}

interface Acting {
  readonly action: object | 'delete';
  readonly as?: string;
}

/** What is done with a server, by its number; those that found no host are only locked and deleted. */
function actionsOn(number: number, image: string): readonly Acting[] {
  const lock = (reason: string | null, as?: string): Acting => ({
    action: { lock: reason === null ? null : { locked_reason: reason } },
    ...(as === undefined ? {} : { as }),
  });
  const resize = (flavorRef: string): Acting => ({ action: { resize: { flavorRef } }, as: 'admin' });
  if (number % 17 === 5) return number % 2 === 0 ? [{ action: 'delete' }] : [lock('lost')];
  const byNumber: readonly (readonly Acting[])[] = [
    [],
    [{ action: { 'os-stop': null } }],
    [{ action: { pause: null } }],
    [{ action: { suspend: null } }],
    [lock(null)],
    [lock('for a reason'), { action: { 'os-stop': null }, as: 'admin' }],
    [lock('Käse', 'admin')],
    [{ action: 'delete' }],
    [{ action: { 'os-stop': null } }, { action: 'delete' }],
    [{ action: { rescue: {} } }],
    [{ action: { reboot: { type: 'HARD' } } }, { action: { reboot: { type: 'SOFT' } } }],
    [{ action: { 'os-resetState': { state: 'error' } }, as: 'admin' }],
    [{ action: { rebuild: { imageRef: image } } }],
    [resize('big')],
    [resize('big'), { action: { confirmResize: null } }],
    [{ action: { 'os-stop': null } }, resize('big'), { action: { revertResize: null } }],
    [{ action: { migrate: null }, as: 'admin' }],
    [{ action: { 'os-migrateLive': { host: null, block_migration: 'auto' } }, as: 'admin' }],
    [resize('vast')],
    [resize('big'), { action: { confirmResize: null } }, { action: 'delete' }],
  ];
  return byNumber[number % byNumber.length] ?? [];
}

/** What is on a host that has fallen silent is made anew on others. */
async function evacuate(maker: Maker): Promise<void> {
  const { servers } = (await maker.ask('GET /servers?all_tenants=1&host=host3&vm_state=stopped&limit=2')) as {
    servers: readonly { readonly id: string }[];
  };
  for (const { id } of servers) {
    await maker.ask(`POST /servers/${id}/action`, { body: { evacuate: {} } });
    await maker.settle();
  }
}

/** One host is not to be given servers any more, one counts as down, and one has fallen silent, so that what is asked of it waits. */
async function disturbHosts(maker: Maker): Promise<void> {
  const { services } = (await maker.ask('GET /os-services?binary=nova-compute')) as {
    services: readonly { readonly id: string; readonly host: string }[];
  };
  const idOf = (host: string) => services.find((service) => service.host === host)?.id;
  await maker.ask('POST /_oracle/hosts/host3/stop');
  await evacuate(maker);
  await maker.ask(`PUT /os-services/${idOf('host1')}`, {
    body: { status: 'disabled', disabled_reason: 'old' },
  });
  await maker.ask(`PUT /os-services/${idOf('host2')}`, { body: { forced_down: true } });
  const { servers } = (await maker.ask(
    'GET /servers/detail?all_tenants=1&host=host3&vm_state=active&limit=2',
  )) as {
    servers: readonly { readonly id: string; readonly locked: boolean }[];
  };
  for (const { id } of servers) await maker.ask(`POST /servers/${id}/action`, { body: { 'os-stop': null } });
  await maker.ask('POST /_oracle/clock', { body: { tick: 0 } });
}
