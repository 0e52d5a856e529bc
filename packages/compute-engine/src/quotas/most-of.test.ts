import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ComputeState } from '../compute-state.ts';
import type { GroupId } from '../ids.ts';
import { createKeypair } from '../keypairs/create-keypair.ts';
import { keypairId } from '../keypairs/keypair.ts';
import { createServerGroup } from '../server-groups/create-server-group.ts';
import { assertRefused } from '../testing/assert-refused.ts';
import { ServerCloud } from '../testing/server-cloud.ts';
import { serverIdOf } from '../testing/some-server.ts';
import { type Limits, limitedThings, unlimited } from './limits.ts';
import { mostEver, mostOf } from './most-of.ts';
import { setQuota, userQuotasMax } from './set-quota.ts';

const configured = Object.fromEntries(limitedThings.map((thing) => [thing, unlimited])) as Limits;
const asker = { projectId: 'p', userId: 'u', configured };
const groupId = '00000000-0000-4000-8000-00000000000a' as GroupId;
const group = { id: groupId, name: 'g', policy: 'anti-affinity', perHostMax: null } as const;

test('a limit counts where it is lower than what may ever be, and else that', () => {
  assert.deepEqual(
    [unlimited, 0, 10, 1_000_000].map((limit) => mostOf('serverGroupMembers', limit)),
    [1_000, 0, 10, 1_000],
  );
});

describe('where quotas have no end there is one:', () => {
  test('of the key pairs of a user', () => {
    const compute = new ComputeState();
    const key = { publicKey: '', fingerprint: '' };
    for (let number = 1; number <= mostEver.keypairs; number++) {
      const name = `k${number}`;
      const id = keypairId('u', name);
      compute.keypairs.put({ number, id, userId: 'u', name, type: 'ssh', ...key, createdAt: 0 });
    }
    const more = {
      kind: 'create-keypair',
      userId: 'u',
      name: 'one',
      asker,
      type: 'ssh',
      key,
      now: 0,
    } as const;
    assertRefused(() => createKeypair(compute, more), { kind: 'too-many-keypairs' });
  });

  test('of the groups of a project', () => {
    const compute = new ComputeState();
    for (let number = 1; number <= mostEver.serverGroups; number++) {
      const id = `${number}` as GroupId;
      compute.serverGroups.put({ ...group, id, number, projectId: 'p', userId: 'u', members: [] });
    }
    const more = { kind: 'create-server-group', group, asker } as const;
    assertRefused(() => createServerGroup(compute, more), { kind: 'too-many-server-groups' });
  });

  test('of the members of a group', () => {
    const cloud = new ServerCloud('cn1 VCPU:8 MEMORY_MB:8192 DISK_GB:100');
    const members = Array.from({ length: mostEver.serverGroupMembers }, (_, index) => serverIdOf(index));
    const { projectId, userId } = cloud.by();
    cloud.compute.serverGroups.put({ ...group, number: 1, projectId, userId, members });
    const create = () => cloud.create(['vm1'], { configured, asked: { groupId } });
    assertRefused(create, { kind: 'too-many-group-members' });
  });

  test('of the users of a project that have quotas of their own', () => {
    const compute = new ComputeState();
    const quotaOf = (user: number) =>
      setQuota(compute, {
        kind: 'set-quota',
        projectId: 'p',
        userId: `u${user}`,
        limits: { cores: 1 },
        isForced: true,
        configured,
      });
    for (let user = 1; user <= userQuotasMax; user++) {
      for (const change of quotaOf(user))
        if (change.kind === 'user-quota-set') compute.userQuotas.put(change.thing);
    }
    assert.equal(quotaOf(1).length, 1, 'one that has is changed');
    assertRefused(() => quotaOf(userQuotasMax + 1), { kind: 'too-many-user-quotas', most: userQuotasMax });
  });
});
