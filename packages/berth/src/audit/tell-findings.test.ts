import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ServerRecord } from '@berth/client/compute/servers.ts';
import type { Audit, Finding } from './audit-cloud.ts';
import { CloudPicture } from './cloud-picture.ts';
import { auditAsJson } from './findings-as-json.ts';
import { findingLines, summaryOf } from './tell-findings.ts';

const provider = (uuid: string) => ({
  uuid,
  name: `host ${uuid}`,
  generation: 1,
  parentUuid: null,
  rootUuid: uuid,
});
const picture = new CloudPicture([], [provider('a'), provider('b')], []);
const owner = { projectId: 'p', userId: 'u' };
const server: ServerRecord = {
  ...owner,
  id: 's',
  name: 'web',
  host: 'a',
  nodeName: 'a',
  vmState: 'active',
  taskState: null,
  flavor: { name: 'f', vcpus: 1, memoryMb: 1, rootGb: 0, ephemeralGb: 0, swapMb: 0, extraSpecs: {} },
  isVolumeBacked: false,
};
const held = (...providers: readonly string[]) => ({
  ...owner,
  consumerGeneration: 1,
  consumerType: null,
  allocations: Object.fromEntries(providers.map((uuid) => [uuid, { resources: { VCPU: 1 } }])),
});
const orphaned: Finding = {
  facts: { uuid: 'm', held: held('b'), server: null, migrations: [] },
  faults: [
    {
      kind: 'orphaned',
      migration: { uuid: 'm', serverId: 's', status: 'confirmed', type: 'resize' },
    },
  ],
  repair: { kind: 'write', after: {}, ...owner },
};
const doubled: Finding = {
  facts: { uuid: 's', held: held('a', 'b'), server, migrations: [] },
  faults: [{ kind: 'doubled', providers: ['b'] }],
  repair: { kind: 'write', after: held('a').allocations, ...owner },
};
const missing: Finding = {
  facts: { uuid: 't', held: null, server: { ...server, id: 't' }, migrations: [] },
  faults: [{ kind: 'missing' }],
  repair: { kind: 'none', why: 'no provider of its host has VGPU' },
};
const audit: Audit = {
  hosts: 1,
  servers: 2,
  consumers: 3,
  busy: ['x'],
  findings: [missing, doubled, orphaned],
  providers: [{ uuid: 'b', name: 'host b', consumers: 2 }],
  knowledge: { picture, migrations: new Map(), heeded: [] },
};

test('what was found is told kind by kind, with what is held and what should be', () => {
  assert.deepEqual(
    [...findingLines(audit)].join('\n'),
    `Orphaned allocations: of consumers that are neither a server nor a migration in progress (1)
  consumer m
    It was a resize of server s, which has ended (confirmed).
    holds:     host b VCPU:1
    should be: nothing

Doubled allocations: servers that hold something of hosts on which they are not (1)
  server s (web), active, on a
    Not its own: what it holds of host b.
    holds:     host a VCPU:1; host b VCPU:1
    should be: host a VCPU:1

Missing allocations: servers on a host that hold nothing (1)
  server t (web), active, on a
    holds:     nothing
    cannot be repaired: no provider of its host has VGPU

Providers without a host: Nova has no node of their uuid (1)
  host b (b), of which 2 consumers hold something
`,
  );
  assert.equal(
    summaryOf(audit),
    '1 host, 2 servers and 3 consumers were looked at. 1 consumer had something under way, and can be judged later. Found: 3 consumers with something wrong, 1 provider without a host.',
  );
});

test('machines are told the same, and what was done about it', () => {
  const { summary, findings } = auditAsJson(audit, new Map([['s', { kind: 'changed' }]]));
  assert.deepEqual(summary, { hosts: 1, servers: 2, consumers: 3, busy: 1, found: 4 });
  assert.deepEqual(findings[1], {
    consumer: 's',
    server: { name: 'web', host: 'a', node: 'a', vm_state: 'active' },
    faults: [{ kind: 'doubled', providers: ['b'] }],
    before: { a: { VCPU: 1 }, b: { VCPU: 1 } },
    after: { a: { VCPU: 1 } },
    outcome: { kind: 'changed' },
  });
  assert.equal(findings[0]?.after, null);
});
