import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Server } from '@berth/compute-engine/servers/server.ts';
import { saying, answering } from '../testing/answering.ts';
import { attachPorts } from './attach-ports.ts';
import { bearerOf, Neutron } from './neutron.ts';

const wanted = { id: null, networkId: 'net', address: null, isGiven: false, securityGroups: [] };
const own = { id: 'own', network_id: 'net', project_id: 'p', device_id: 'web', 'binding:host_id': 'host1' };

/** What is done to ports, for a server that has had this one. */
async function done(t: Parameters<typeof answering>[0], there: readonly object[], hadId: string | null) {
  const { url, seen } = await answering(t, (request, response) => {
    const isList = request.url?.includes('device_id') === true;
    const isNetwork = request.url?.includes('/networks/') === true;
    const body = isList
      ? { ports: there }
      : isNetwork
        ? { network: { id: 'net', name: 'net' } }
        : { port: own };
    saying(200, body)(request, response);
  });
  const neutron = new Neutron({ url, timeoutMs: 30_000 }, bearerOf('token'));
  const ports = [{ ...wanted, id: hadId }];
  const server = {
    id: 'web',
    projectId: 'p',
    ports,
    place: { host: 'host1', zone: 'nova' },
  } as unknown as Server; // As much as it takes.
  const attached = await attachPorts(neutron, server);
  const changes = seen.filter(({ method }) => method !== 'GET').map(({ method, url }) => `${method} ${url}`);
  return { ids: attached.map(({ id }) => id), changes };
}

test('a port of others is not taken for one of the server, whatever it says, and is left alone', async (t) => {
  const foreign = { ...own, id: 'foreign', project_id: 'q' };
  assert.deepEqual(await done(t, [foreign, own], 'own'), { ids: ['own'], changes: [] });
  assert.deepEqual(await done(t, [foreign, own], null), { ids: ['own'], changes: [] });
});

test('the one that the server has had stays, and what was made besides goes', async (t) => {
  const besides = { ...own, id: 'besides' };
  assert.deepEqual(await done(t, [besides, own], 'own'), {
    ids: ['own'],
    changes: ['DELETE /v2.0/ports/besides'],
  });
});
