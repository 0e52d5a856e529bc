/**
 * What reads of servers cost in this process, without a socket: `node packages/compute/src/http/servers/servers.bench.ts [servers [which]]`. Times are CPU
 * times of the process, which other programs on the machine change little.
 */
import { createPolicy } from '@berth/api-kit/policy/enforcer.ts';
import { bodyBytes, wholeBody } from '@berth/api-kit/response.ts';
import { ComputeState } from '@berth/compute-engine/compute-state.ts';
import type { Server } from '@berth/compute-engine/servers/server.ts';
import { placeOn, serverIdOf, someServer } from '@berth/compute-engine/testing/some-server.ts';
import { WorldState } from '@berth/engine/world.ts';
import { buildRegistry } from '@berth/extra-specs/registry/registry.ts';
import { createComputeService } from '../../create-compute-service.ts';
import { computeRules } from '../../policy/rules.ts';
import { usualServerSettings } from './usual-server-settings.ts';
import { usualLimits } from '../usual-limits.ts';

const second = 1_000;
const begin = Date.UTC(2026, 0, 1);

/** As a ledger gives it: parsed from its row, with nothing in common with others. */
function loadedServer(number: number, isDeleted: boolean): Server {
  const at = begin + number * second;
  const server = someServer({
    id: serverIdOf((number * 2_654_435_761) % 2 ** 40),
    number,
    name: `server-${number}`,
    hostname: `server-${number}`,
    reservationId: `r-${number.toString(36)}`,
    projectId: `project-${number % 100}`,
    userId: `user-${number % 300}`,
    createdAt: at,
    updatedAt: at + 30 * second,
    launchedAt: at + 20 * second,
    ...(isDeleted ? { deletedAt: at + 30 * second, vmState: 'deleted', terminatedAt: at + 30 * second } : {}),
    flavor: {
      ...someServer().flavor,
      number: number % 20,
      name: `m1.${number % 20}`,
      extraSpecs: {
        'hw:cpu_policy': 'shared',
        'hw:mem_page_size': 'large',
        'trait:X': 'required',
        'quota:cpu_shares': '4',
      },
    },
    key: { name: 'default', publicKey: `ssh-rsa ${'A'.repeat(300)} user-${number % 300}` },
    metadata: { role: 'web', tier: `${number % 5}` },
    ports: [],
    addresses: [
      {
        network: 'private',
        version: 4,
        address: `10.${(number >> 16) % 256}.${(number >> 8) % 256}.${number % 256}`,
        mac: 'fa:16:3e:00:00:01',
      },
    ],
    place: placeOn(`host-${number % 1_000}`),
  });
  return JSON.parse(JSON.stringify(server)) as Server;
}

const asked = process.argv[2];
for (const count of asked === undefined ? [10_000, 500_000] : [Number(asked)]) await measure(count);

async function measure(count: number): Promise<void> {
  const cloud = { placement: new WorldState(), compute: new ComputeState() };
  const memory = process.memoryUsage().heapUsed;
  const loadStart = process.cpuUsage();
  // One in ten lives, where there are many.
  const isDeleted = (number: number) => count > 500_000 && number % 10 !== 0;
  for (let number = 1; number <= count; number++)
    cloud.compute.servers.put(loadedServer(number, isDeleted(number)));
  const loaded = process.cpuUsage(loadStart).user / 1_000;
  globalThis.gc?.();
  const megabytes = (process.memoryUsage().heapUsed - memory) / 1e6;
  process.stdout.write(
    `\n${count} servers: put in ${loaded.toFixed(0)} ms, ${megabytes.toFixed(0)} MB${globalThis.gc ? '' : ' (with garbage: use --expose-gc)'}\n`,
  );

  const handle = createComputeService(
    { cloud: () => cloud, commit: () => Promise.reject(new Error('nothing is written here')) },
    {
      authenticate: (headers) => {
        const [userId = '', projectId = ''] = (headers['x-auth-token'] ?? '').split(':');
        const roles = userId === 'admin' ? ['admin', 'member', 'reader'] : ['member', 'reader'];
        const caller = { userId, projectId, domainId: null, roles, systemScope: null, isServiceToken: false };
        return { kind: 'caller', caller };
      },
      policy: createPolicy({ defaults: computeRules, enforceNewDefaults: true, enforceScope: true }),
      settings: { pageMax: 1_000, limits: usualLimits, servers: usualServerSettings },
      images: { find: async () => null },
      extraSpecs: () => buildRegistry().registry,
      networks: null,
      projectExists: async () => true,
      newId: () => crypto.randomUUID(),
      now: Date.now,
      onUnavailable: () => {},
      onFault: (thrown) => {
        throw thrown;
      },
    },
  );
  const middle = begin + (count / 2) * second;
  const iso = (instant: number) => new Date(instant).toISOString();
  const marker = [...cloud.compute.servers.listsOf(null).live.byCreation.from()][
    Math.floor(cloud.compute.servers.listsOf(null).live.byCreation.size / 2)
  ]?.id;
  const window = (width: number) =>
    `changes-since=${iso(middle)}&changes-before=${iso(middle + (width - 1) * second)}`;
  const requests: readonly (readonly [what: string, target: string, token?: string])[] = [
    ['detail, page of 1000', '/servers/detail?all_tenants=1'],
    ['detail, page of 50', '/servers/detail?all_tenants=1&limit=50'],
    ['names, page of 1000', '/servers?all_tenants=1'],
    [
      'detail, page of 50 behind a marker in the middle',
      `/servers/detail?all_tenants=1&limit=50&marker=${marker}`,
    ],
    ['detail, window of 100', `/servers/detail?all_tenants=1&${window(100)}`],
    ['detail, window of all, page of 1000', '/servers/detail?all_tenants=1&changes-since=2026'],
    ['detail of a project, page of 50', '/servers/detail?limit=50', 'user:project-7'],
    ['names, window of 100 in a project', `/servers?${window(10_000)}`, 'user:project-7'],
    ['names, a name that one has', '/servers?all_tenants=1&name=^server-77$'],
    ['names, sorted by name, page of 50', '/servers?all_tenants=1&sort_key=display_name&limit=50'],
    ['show', `/servers/${marker}`],
  ];
  for (const [what, target, token = 'admin:admin'] of requests) {
    if (!what.includes(process.argv[3] ?? '')) continue;
    const ask = async (): Promise<number> => {
      const answer = await handle({
        method: 'GET',
        target: `/v2.1${target}`,
        headers: { 'x-auth-token': token, 'openstack-api-version': 'compute 2.66' },
        body: Buffer.alloc(0),
        origin: 'http://127.0.0.1:8774',
        remoteAddress: '',
      });
      if (answer.status !== 200) throw new Error(`${target}: ${answer.status}`);
      return bodyBytes(wholeBody(answer.body));
    };
    let bytes = 0;
    let times = 0;
    const warmEnd = performance.now() + 300;
    do bytes = await ask();
    while (performance.now() < warmEnd);
    const start = process.cpuUsage();
    const end = performance.now() + 1_000;
    do {
      await ask();
      times++;
    } while (performance.now() < end);
    const { user, system } = process.cpuUsage(start);
    const each = (user + system) / times;
    process.stdout.write(
      `${what.padEnd(50)} ${each < 1_000 ? `${each.toFixed(1)} µs` : `${(each / 1_000).toFixed(2)} ms`}, ${(bytes / 1e3).toFixed(1)} kB\n`,
    );
  }
}
