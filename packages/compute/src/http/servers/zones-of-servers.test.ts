import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ServerCloud } from '@berth/compute-engine/testing/server-cloud.ts';
import { computeInProcess } from '../../testing/compute-in-process.ts';
import { someImage } from '../../testing/some-image.ts';
import { usualServerSettings } from './usual-server-settings.ts';

/** Two hosts, the first in the zone east by aggregate 1. */
async function twoZones({ zoneOfNewServers = null }: { readonly zoneOfNewServers?: string | null } = {}) {
  const { ask, cloud } = computeInProcess({
    settings: { servers: { ...usualServerSettings, zoneOfNewServers } },
    images: { find: async () => someImage },
  });
  const hosts = new ServerCloud(`
    cn1 VCPU:8 MEMORY_MB:8192 DISK_GB:100
    cn2 VCPU:8 MEMORY_MB:8192 DISK_GB:100`);
  Object.assign(cloud, { placement: hosts.placement, compute: hosts.compute });
  await ask('POST /flavors', { body: { flavor: { id: '1', name: 'small', ram: 512, vcpus: 1, disk: 1 } } });
  await ask('POST /os-aggregates', { body: { aggregate: { name: 'rack1', availability_zone: 'east' } } });
  const act = (action: string, host: string) =>
    ask('POST /os-aggregates/1/action', { body: { [action]: { host } } });
  await act('add_host', 'cn1');
  /** Its host and its zone, or why there is none. */
  const create = async (server: object = {}) => {
    const body = {
      server: { name: 'vm', flavorRef: '1', imageRef: someImage.id, networks: 'auto', ...server },
    };
    const made = await ask('POST /servers', { body });
    return made.status === 202 ? await seen(made.body.server.id) : made.message;
  };
  const seen = async (id: string) => {
    const { server } = (await ask(`GET /servers/${id}`)).body;
    const { status, fault } = server;
    const place = `${server['OS-EXT-SRV-ATTR:host']} in ${server['OS-EXT-AZ:availability_zone']}`;
    return status === 'ERROR' ? fault.message : place;
  };
  return { ask, cloud, act, create };
}

test('a server goes to the zone that is asked for, if some host of it takes servers', async () => {
  const { create, act } = await twoZones();
  assert.equal(await create({ availability_zone: 'east' }), 'cn1 in east');
  assert.equal(await create({ availability_zone: 'nova:cn2' }), 'cn2 in nova');
  assert.equal(
    await create({ availability_zone: 'west' }),
    'The requested availability zone is not available',
  );
  await act('remove_host', 'cn1');
  assert.equal(
    await create({ availability_zone: 'east' }),
    'The requested availability zone is not available',
  );
});

test('where a host is forced, its zone counts, whatever zone is asked for', async () => {
  const { create } = await twoZones();
  for (const zone of ['east', 'west', 'nova', '']) {
    assert.equal(await create({ availability_zone: `${zone}:cn2` }), 'cn2 in nova');
    assert.equal(await create({ availability_zone: `${zone}:cn1` }), 'cn1 in east');
  }
});

test('servers for which no zone is asked for go to any, or to one that operators have set', async () => {
  const { ask, create } = await twoZones({ zoneOfNewServers: 'east' });
  assert.equal(await create(), 'cn1 in east');
  await ask('POST /os-aggregates/1/action', { body: { remove_host: { host: 'cn1' } } });
  assert.equal(await create(), 'The requested availability zone is not available');
});

test('a server is shown in the zone that its host is in now, and found by the one that it came to', async () => {
  const { ask, create, act } = await twoZones();
  await create({ availability_zone: 'nova:cn2' });
  const shown = async () =>
    (await ask('GET /servers/detail')).body.servers.map(
      (server: Record<string, unknown>) => server['OS-EXT-AZ:availability_zone'],
    );
  assert.deepEqual(await shown(), ['nova']);
  await act('add_host', 'cn2');
  assert.deepEqual(await shown(), ['east']);
  const count = async (zone: string) =>
    (await ask(`GET /servers?availability_zone=${zone}`)).body.servers.length;
  assert.deepEqual([await count('nova'), await count('east')], [1, 0]);
});

test('zones are listed by their names, without those that are no aggregate’s with a host', async () => {
  const { ask } = await twoZones();
  const { availabilityZoneInfo: zones } = (await ask('GET /os-availability-zone')).body;
  assert.deepEqual(
    zones.map(({ zoneName }: { zoneName: string }) => zoneName),
    ['east', 'nova'],
  );
});
