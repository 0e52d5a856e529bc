import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ServerCloud } from '@berth/compute-engine/testing/server-cloud.ts';
import { computeInProcess } from '../../testing/compute-in-process.ts';

test('up to 2.42 administrators see hosts that take servers, with their zones', async () => {
  const { ask, cloud } = computeInProcess();
  const hosts = new ServerCloud('cn1 VCPU:8\ncn2 VCPU:8');
  Object.assign(cloud, { placement: hosts.placement, compute: hosts.compute });
  const shown = ['cn1', 'cn2'].map((host_name) => ({ host_name, service: 'compute', zone: 'nova' }));
  for (const query of ['', '?zone=nova', '?zone=', '?zone=x&zone=nova&service=conductor'])
    assert.deepEqual((await ask(`GET /os-hosts${query}`, { version: '2.42' })).body, { hosts: shown }, query);
  assert.deepEqual((await ask('GET /os-hosts?zone=NOVA', { version: '2.1' })).body, { hosts: [] });
  const { id } = cloud.compute.services.ofHost('cn2') ?? assert.fail();
  hosts.decide({ kind: 'change-service', id, disabled: { reason: null }, now: 0 });
  assert.deepEqual((await ask('GET /os-hosts', { version: '2.1' })).body, { hosts: [shown[0]] });
  assert.equal((await ask('GET /os-hosts', { version: '2.1', token: 'bob:p1' })).status, 403);
  assert.equal((await ask('GET /os-hosts', { version: '2.43' })).status, 404);
});
