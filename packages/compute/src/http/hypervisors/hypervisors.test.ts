import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ServiceId } from '@berth/compute-engine/ids.ts';
import { ServerCloud } from '@berth/compute-engine/testing/server-cloud.ts';
import { id } from '@berth/engine/testing/names.ts';
import type { HostAnswer } from '../../hosts/host-questions.ts';
import { computeInProcess } from '../../testing/compute-in-process.ts';

/** `cn1` with what is reserved for the host in a child, and `cn2`. */
function hypervisorsInProcess() {
  const { ask, cloud, line } = computeInProcess();
  const hosts = new ServerCloud(`
    cn1  VCPU:8  MEMORY_MB:8192(reserved=512)  DISK_GB:100
    cn2  VCPU:8`);
  Object.assign(cloud, { placement: hosts.placement, compute: hosts.compute });
  const get = async (path: string, version = '2.96') =>
    (await ask(`GET /os-hypervisors${path}`, { version })).body;
  const refused = async (path: string, version = '2.96') => {
    const { status, message } = await ask(`GET /os-hypervisors${path}`, { version });
    return `${status} ${message}`;
  };
  /** What hosts say to all that they are asked. */
  const answerWith = (answer: HostAnswer) => {
    line.questions.onAsked = (host) => {
      setImmediate(() => {
        for (const question of line.questions.givenTo(host)) line.questions.answer(host, question.id, answer);
      });
    };
  };
  answerWith({ kind: 'told', output: 'up 1 day' });
  return { ask, get, refused, hosts, answerWith };
}

const figures = {
  vcpus: 8,
  memory_mb: 8192,
  local_gb: 100,
  vcpus_used: 0,
  memory_mb_used: 512,
  local_gb_used: 0,
  free_ram_mb: 7680,
  free_disk_gb: 100,
  current_workload: 0,
  running_vms: 0,
  disk_available_least: null,
};

test('a hypervisor is shown with what is left of it up to 2.87, and with its uptime from then on', async () => {
  const { get } = hypervisorsInProcess();
  const shown = async (path: string, version: string) => (await get(path, version)).hypervisor;
  const old = {
    id: 1,
    hypervisor_hostname: 'cn1',
    state: 'up',
    status: 'enabled',
    hypervisor_type: 'fake',
    hypervisor_version: 1,
    host_ip: '127.0.0.1',
    service: { id: 1, host: 'cn1', disabled_reason: null },
    ...figures,
    cpu_info: '{}',
  };
  assert.deepEqual(await shown('/1', '2.27'), old);
  assert.deepEqual(await shown('/1', '2.28'), { ...old, cpu_info: {} });
  const named = { id: id('cn1'), service: { id: 'cn1', host: 'cn1', disabled_reason: null } };
  assert.deepEqual(await shown(`/${id('cn1')}`, '2.87'), { ...old, ...named, cpu_info: {} });
  const { hypervisor_hostname, state, status, hypervisor_type, hypervisor_version, host_ip } = old;
  assert.deepEqual(await shown(`/${id('cn1')}`, '2.88'), {
    hypervisor_hostname,
    state,
    status,
    hypervisor_type,
    hypervisor_version,
    host_ip,
    ...named,
    uptime: 'up 1 day',
  });
});

test('what servers use is counted from when they have their place until they are gone', async () => {
  const { get, hosts } = hypervisorsInProcess();
  const used = async () => {
    const { hypervisor } = await get('/1', '2.52');
    const { vcpus_used, memory_mb_used, local_gb_used, running_vms, current_workload } = hypervisor;
    return [vcpus_used, memory_mb_used, local_gb_used, running_vms, current_workload];
  };
  hosts.create(['vm1', 'vm2']);
  const { vcpus, memoryMb, rootGb, ephemeralGb } = hosts.server('vm1').flavor;
  const both = [2 * vcpus, 512 + 2 * memoryMb, 2 * (rootGb + ephemeralGb), 2];
  assert.deepEqual(await used(), [...both, 2]);
  hosts.settle();
  assert.deepEqual(await used(), [...both, 0]);
  hosts.delete('vm1');
  hosts.delete('vm2');
  hosts.settle();
  assert.deepEqual(await used(), [0, 512, 0, 0, 0]);
});

test('the sums of all leave out those that are disabled', async () => {
  const { get, hosts } = hypervisorsInProcess();
  const count = async () => (await get('/statistics', '2.87')).hypervisor_statistics;
  assert.deepEqual(await count(), {
    ...figures,
    count: 2,
    vcpus: 16,
    memory_mb: 16_384,
    local_gb: 200,
    free_ram_mb: 15_872,
    free_disk_gb: 200,
    disk_available_least: 0,
  });
  hosts.decide({ kind: 'change-service', id: 'cn2' as ServiceId, disabled: { reason: null }, now: 0 });
  assert.deepEqual(await count(), { count: 1, ...figures, disk_available_least: 0 });
});

test('lists have pages from 2.33 on, by numbers, and by uuids from 2.53 on', async () => {
  const { get, refused } = hypervisorsInProcess();
  const page = async (query: string, version: string) => {
    const { hypervisors, hypervisors_links: links } = await get(query, version);
    return [hypervisors.map(({ id: of }: { id: unknown }) => of), links?.[0].href];
  };
  const next = 'http://h/v2.1/os-hypervisors?limit=1&marker=';
  assert.deepEqual(await page('?limit=1', '2.32'), [[1, 2], undefined]);
  assert.deepEqual(await page('?limit=1', '2.33'), [[1], `${next}1`]);
  assert.deepEqual(await page('?limit=1&marker=1', '2.52'), [[2], `${next}2`]);
  assert.deepEqual(await page('?limit=1', '2.53'), [[id('cn1')], `${next}${id('cn1')}`]);
  assert.deepEqual(await page(`?limit=2&marker=${id('cn1')}`, '2.53'), [[id('cn2')], undefined]);
  assert.deepEqual(await page(`?marker=${id('cn1')}`, '2.52'), [[2], undefined]);
  assert.equal(await refused('?marker=9', '2.53'), '400 marker [9] not found');
});

test('servers are shown where they are asked for', async () => {
  const { get, hosts } = hypervisorsInProcess();
  hosts.create(['vm1']);
  const servers = async (path: string, version: string) =>
    (await get(path, version)).hypervisors.map((each: { servers?: unknown }) => each.servers);
  const one = [{ name: 'instance-00000001', uuid: hosts.server('vm1').id }];
  assert.deepEqual(await servers('/cn/servers', '2.52'), [one, undefined]);
  assert.deepEqual(await servers('/cn/search', '2.52'), [undefined, undefined]);
  assert.deepEqual(await servers('?with_servers=on', '2.74'), [one, undefined]);
  assert.deepEqual(await servers('?with_servers=on', '2.75'), [one, []]);
  assert.deepEqual(await servers('/detail?with_servers=1', '2.88'), [one, []]);
  assert.deepEqual(await servers('/detail?with_servers=0', '2.88'), [undefined, undefined]);
});

test('names are looked for below the path up to 2.52, and by a parameter from then on', async () => {
  const { get, refused } = hypervisorsInProcess();
  const names = async (path: string, version: string) =>
    (await get(path, version)).hypervisors.map(
      (each: { hypervisor_hostname: string }) => each.hypervisor_hostname,
    );
  assert.deepEqual(await names('/N_/search', '2.1'), ['cn1', 'cn2']);
  assert.deepEqual(await names('?hypervisor_hostname_pattern=n2', '2.53'), ['cn2']);
  assert.deepEqual(await names('?hypervisor_hostname_pattern=n2', '2.52'), ['cn1', 'cn2']);
  const none = "404 No hypervisor matching 'no' could be found.";
  assert.equal(await refused('/no/servers', '2.52'), none);
  assert.equal(await refused('?hypervisor_hostname_pattern=no'), none);
  assert.match(await refused('?hypervisor_hostname_pattern=n2&limit=1'), /^400 The server could not comply/);
  for (const path of ['/cn/search', '/cn/servers']) assert.match(await refused(path, '2.53'), /^404 /);
});

test('how long a host is up is asked of it, and not told where it is down', async () => {
  const { get, refused, hosts, answerWith } = hypervisorsInProcess();
  assert.deepEqual((await get('/1/uptime', '2.52')).hypervisor, {
    id: 1,
    hypervisor_hostname: 'cn1',
    state: 'up',
    status: 'enabled',
    uptime: 'up 1 day',
  });
  assert.match(await refused(`/${id('cn1')}/uptime`, '2.88'), /^404 /);
  const uptime = async () => (await get(`/${id('cn1')}`)).hypervisor.uptime;
  answerWith({ kind: 'unsupported' });
  assert.equal(await refused('/1/uptime', '2.52'), '501 The requested functionality is not supported.');
  assert.equal(await uptime(), null);
  hosts.decide({ kind: 'change-service', id: 'cn1' as ServiceId, isForcedDown: true, now: 0 });
  assert.equal(await refused('/1/uptime', '2.52'), '400 Compute service of cn1 is unavailable at this time.');
  assert.equal(await uptime(), null);
});

test('a list does not wait for hosts that say nothing', async () => {
  const { get, refused, answerWith } = hypervisorsInProcess();
  answerWith({ kind: 'failed', message: 'no' });
  const uptimes = async () =>
    (await get('/detail')).hypervisors.map((each: { uptime: unknown }) => each.uptime);
  assert.deepEqual(await uptimes(), [null, null]);
  assert.equal(await refused('/2/uptime', '2.1'), '409 no');
});

test('what there is not is told', async () => {
  const { refused } = hypervisorsInProcess();
  const unknown = '00000000-0000-4000-8000-000000000009';
  assert.equal(await refused('/9', '2.52'), "404 Hypervisor with ID '9' could not be found.");
  assert.equal(await refused('/x/uptime', '2.52'), "404 Hypervisor with ID 'x' could not be found.");
  assert.equal(await refused('/9', '2.53'), '400 Invalid uuid 9');
  assert.equal(await refused(`/${unknown}`), `404 Hypervisor with ID '${unknown}' could not be found.`);
});

test('only administrators see hypervisors', async () => {
  const { ask } = hypervisorsInProcess();
  for (const path of ['', '/detail', '/statistics', '/1', '/1/uptime', '/c/search', '/c/servers']) {
    const { status } = await ask(`GET /os-hypervisors${path}`, { token: 'bob:p1', version: '2.52' });
    assert.equal(status, 403, path);
  }
});

test('a query is looked at from the version on that has one', async () => {
  const { ask, refused } = hypervisorsInProcess();
  for (const [path, last, first] of [
    ['', '2.32', '2.33'],
    ['/detail', '2.32', '2.33'],
    ['/1', '2.52', null],
  ] as const) {
    assert.equal((await ask(`GET /os-hypervisors${path}?a%ff=1`, { version: last })).status, 200);
    if (first !== null)
      assert.equal(await refused(`${path}?a%ff=1`, first), '400 Query string is not UTF-8 encoded');
  }
});
