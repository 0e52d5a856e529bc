import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { putHost } from '@berth/client/compute/hosts.ts';
import type { PastDecision } from '@berth/compute-engine/decisions/decision-log.ts';
import { serverNamed } from '@berth/compute-engine/testing/server-named.ts';
import { consumerId, id } from '@berth/engine/testing/names.ts';
import { temporaryDirectory } from '@berth/ledger/testing/temporary-directory.ts';
import { requester } from '@berth/placement/testing/in-process.ts';
import { changeableCloud } from '../../testing/changeable-cloud.ts';

const image = '11111111-1111-4111-8111-111111111111';
const admin = 'root:admin:admin';
const owner = 'alice:p';

/** A cloud with one host, which has room for a gigabyte of memory. */
async function oneHost(t: TestContext) {
  const images = temporaryDirectory(t);
  const described = { id: image, name: 'i', status: 'active', min_ram: 0, min_disk: 0, size: 1 };
  const formats = { disk_format: 'raw', container_format: 'bare', properties: {} };
  writeFileSync(join(images, `${image}.json`), JSON.stringify({ ...described, ...formats }));
  // However busy the machine is, there is time enough to explain.
  const clocks = { now: () => 1_700_000_000_000, clock: () => 0 };
  const cloud = await changeableCloud({ args: ['--image-directory', images], ...clocks });
  t.after(() => cloud.close());
  const request = requester(cloud.handle, new Map());
  const ask = async (
    token: string,
    method: 'GET' | 'POST' | 'PUT',
    path: string,
    { body, accept }: { readonly body?: unknown; readonly accept?: string } = {},
  ) => {
    const { status, headers, text } = await request(method, path, {
      version: '1.39',
      headers: { 'x-auth-token': token === '' ? null : token, ...(accept === undefined ? {} : { accept }) },
      ...(body === undefined ? {} : { body }),
    });
    return { status, type: headers['content-type'], text };
  };
  const host = { host: 'host1', agent: 'a' };
  const node = { uuid: id('host1'), name: 'host1', hypervisor: { type: 'fake', version: 1 }, cpuInfo: '{}' };
  const sizes = { address: '127.0.0.1', vcpus: 8, memoryMb: 1024, diskGb: 10, guests: [] };
  await ask(admin, 'POST', '/resource_providers', { body: { name: 'host1', uuid: id('host1') } });
  const inventories = { VCPU: { total: 8 }, MEMORY_MB: { total: 1024 }, DISK_GB: { total: 10 } };
  const written = { resource_provider_generation: 0, inventories };
  await ask(admin, 'PUT', `/resource_providers/${id('host1')}/inventories`, { body: written });
  await putHost(cloud.transport('host1:service:host'), host, [{ ...node, ...sizes }]);
  const create = async (ram: number): Promise<string> => {
    const flavor = { name: `f${ram}`, id: `f${ram}`, ram, vcpus: 1, disk: 1 };
    assert.equal((await ask(admin, 'POST', '/compute/v2.1/flavors', { body: { flavor } })).status, 200);
    const server = { name: 'web', flavorRef: flavor.id, imageRef: image };
    const made = await ask(owner, 'POST', '/compute/v2.1/servers', { body: { server } });
    assert.equal(made.status, 202, made.text);
    return (JSON.parse(made.text) as { server: { id: string } }).server.id;
  };
  const decisionsOf = (token: string, server: string, accept?: string) =>
    ask(token, 'GET', `/berth/v1/servers/${server}/decisions`, accept === undefined ? {} : { accept });
  return { cloud, create, decisionsOf };
}

test('an administrator sees where a server went, and why', async (t) => {
  const { create, decisionsOf } = await oneHost(t);
  const server = await create(512);
  const { status, type, text } = await decisionsOf(admin, server);
  assert.deepEqual([status, type], [200, 'application/json']);
  assert.deepEqual(JSON.parse(text), {
    server_id: server,
    decisions: [
      {
        decided_at: '2023-11-14T22:13:20Z',
        reason: 'create',
        is_placed: true,
        ended: null,
        host: 'host1',
        node: 'host1',
        hosts_with_room: 1,
        at_least: false,
        steps: [{ name: 'ComputeFilter', hosts_left: 1, refused: [] }],
        best: [{ host: 'host1', node: 'host1', weight: 0, parts: {} }],
        query: null,
        explanation: null,
      },
    ],
  });
});

test('where there was no room it is told what would have worked, then and now', async (t) => {
  const { create, decisionsOf } = await oneHost(t);
  const server = await create(4096);
  type Told = {
    decisions: { query: string; explanation: string | null; ended: unknown }[];
    explained_now: { relaxations: { text: string }[] };
  };
  let told = JSON.parse((await decisionsOf(admin, server)).text) as Told;
  while (told.decisions[0]?.explanation === null) {
    await turn();
    told = JSON.parse((await decisionsOf(admin, server)).text) as Told;
  }
  const [decision] = told.decisions;
  assert.equal(
    decision?.query,
    'resources=VCPU:1,MEMORY_MB:4096,DISK_GB:1&root_required=!COMPUTE_STATUS_DISABLED',
  );
  assert.match(decision.explanation ?? '', /would work: lower MEMORY_MB from 4096 to 1024/);
  assert.equal(told.explained_now.relaxations[0]?.text, 'lower MEMORY_MB from 4096 to 1024');
  const page = await decisionsOf(admin, server, 'text/plain');
  assert.equal(page.type, 'text/plain; charset=utf-8');
  assert.match(
    page.text,
    new RegExp(`^Server ${server} \\(web\\): 1 decision\\.

2023-11-14T22:13:20Z create: no host
  Placement has room on 0 hosts\\.
  candidates: No host has room for what is asked for\\.
  Placement was asked for resources=.*
  Then: no candidates at 1 tree; .*

Placement as it is now: No candidates at 1 tree\\.

Would work:
  lower MEMORY_MB from 4096 to 1024 \\(1 candidate\\)`),
  );
});

test('its owner sees whether there was a place and what left none, and nothing of hosts', async (t) => {
  const { create, decisionsOf } = await oneHost(t);
  const [placed, failed] = [await create(512), await create(4096)];
  for (const server of [placed, failed]) {
    for (const accept of ['application/json', 'text/plain']) {
      const { status, text } = await decisionsOf(owner, server, accept);
      assert.equal(status, 200);
      assert.doesNotMatch(text, /host1|resources=|1024|weight/);
    }
  }
  assert.deepEqual(JSON.parse((await decisionsOf(owner, failed)).text), {
    server_id: failed,
    decisions: [
      {
        decided_at: '2023-11-14T22:13:20Z',
        reason: 'create',
        is_placed: false,
        ended: { step: 'candidates', reason: 'No host has room for what is asked for.' },
      },
    ],
  });
});

test('others are told that there is no such server, strangers nothing, and who takes neither form 406', async (t) => {
  const { create, decisionsOf } = await oneHost(t);
  const server = await create(512);
  assert.equal((await decisionsOf('bob:q', server)).status, 404);
  assert.equal((await decisionsOf(admin, id('none'))).status, 404);
  assert.equal((await decisionsOf(admin, '%00')).status, 404);
  assert.equal((await decisionsOf('', server)).status, 401);
  assert.equal((await decisionsOf(admin, server, 'image/png')).status, 406);
});

test('the newest is first; what means nothing any more is not explained; and of servers from before nothing is told', async (t) => {
  const { cloud, decisionsOf } = await oneHost(t);
  const decision: PastDecision = {
    at: 1,
    reason: 'create',
    found: 0,
    isCut: false,
    steps: [],
    best: [],
    ended: { step: 'candidates', reason: 'no' },
    asked: {
      groups: [
        {
          suffix: '',
          resources: { CUSTOM_GONE: 1 },
          conditions: {
            requiredTraits: [],
            forbiddenTraits: [],
            memberOf: [],
            forbiddenAggregates: [],
            inTree: null,
          },
        },
      ],
      groupPolicy: 'none',
      rootRequiredTraits: [],
      rootForbiddenTraits: [],
      sameSubtrees: [],
      allowsNested: true,
    },
    explanation: 'then',
  };
  const [old, retried] = [serverNamed('old'), serverNamed('retried', { number: 2 })];
  const decisions = [decision, { ...decision, at: 2, reason: 'retry' as const }];
  await cloud.put(
    { kind: 'server-set', thing: old },
    { kind: 'server-set', thing: retried },
    { kind: 'decision-log-set', thing: { id: retried.id, createdAt: retried.createdAt, decisions } },
  );
  const told = async (name: string) =>
    JSON.parse((await decisionsOf(admin, consumerId(name))).text) as {
      decisions: { reason: string }[];
      explained_now?: unknown;
    };
  assert.deepEqual((await told('old')).decisions, []);
  const { decisions: shown, explained_now: now } = await told('retried');
  assert.deepEqual([shown.map(({ reason }) => reason), now], [['retry', 'create'], undefined]);
});
