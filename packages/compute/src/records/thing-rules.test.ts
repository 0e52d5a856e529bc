import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import type { ServerGroupId } from '@berth/compute-engine/ids.ts';
import { type Keypair, keypairId } from '@berth/compute-engine/keypairs/keypair.ts';
import type { Noun, Nouns } from '@berth/compute-engine/nouns.ts';
import { userQuotaId } from '@berth/compute-engine/quotas/quota.ts';
import type { ServerGroup } from '@berth/compute-engine/server-groups/server-group.ts';
import type { Order } from '@berth/compute-engine/orders/order.ts';
import { someAction } from '@berth/compute-engine/testing/some-action.ts';
import { someOrder } from '@berth/compute-engine/testing/some-order.ts';
import { createRequest } from '@berth/compute-engine/testing/some-server-request.ts';
import { thingProblems } from './thing-rules.ts';

const keys = JSON.parse(
  readFileSync(new URL('../keys/testing/ssh-keys.json', import.meta.url), 'utf8'),
) as Readonly<Record<string, { readonly line: string; readonly fingerprint: string }>>;
const { line = '', fingerprint = '' } = keys['ed'] ?? {};

const keypair: Keypair = {
  number: 1,
  id: keypairId('alice', 'k1'),
  userId: 'alice',
  name: 'k1',
  type: 'ssh',
  publicKey: line,
  fingerprint,
  createdAt: 0,
};

const group: ServerGroup = {
  number: 1,
  id: '00000000-0000-4000-8000-000000000001' as ServerGroupId,
  name: 'g',
  projectId: 'p1',
  userId: null,
  policy: 'anti-affinity',
  perHostMax: 2,
  members: [],
};

const userQuota = { id: userQuotaId('p1', 'alice'), projectId: 'p1', userId: 'alice', limits: { cores: 1 } };

const problemOf = <N extends Noun>(noun: N, thing: Nouns[N]) => [...thingProblems(noun, thing)][0] ?? null;

test('what clients can make is as it should be', () => {
  assert.equal(problemOf('keypair', keypair), null);
  assert.equal(problemOf('server-group', group), null);
  assert.equal(problemOf('project-quota', { id: 'p1', limits: { cores: -1, fixedIps: 3 } }), null);
  assert.equal(problemOf('class-quota', { id: 'default', limits: { servers: 0 } }), null);
  assert.equal(problemOf('user-quota', userQuota), null);
});

test('an action is called by its server and request', () => {
  assert.equal(problemOf('action', someAction()), null);
  const other = { ...someAction(), requestId: 'req-2' };
  assert.match(problemOf('action', other) ?? '', /^action .* is not called by its server and request$/);
});

test('a key pair is called by its user and name, and has the fingerprint of its key', () => {
  for (const [change, problem] of [
    [{ userId: 'bob' }, /is not called by its user and name$/],
    [{ name: 'a/b' }, /Only expected characters/],
    [{ publicKey: 'x' }, /failed to generate fingerprint$/],
    [{ fingerprint: '00' }, /its fingerprint is that of another key$/],
    [{ type: 'pgp' as never }, /is not one of/],
    [{ number: 0 }, /less than the minimum/],
  ] as const) {
    assert.match(problemOf('keypair', { ...keypair, ...change }) ?? '', problem);
  }
});

test('a server group has a policy, and a number on each host only where they are to be apart', () => {
  for (const [change, problem] of [
    [{ policy: 'legacy' as never }, /is not one of/],
    [{ policy: 'affinity' }, /says how many may be on a host/],
    [{ perHostMax: 0 }, /less than the minimum/],
    [{ members: ['x' as never] }, /is not a 'uuid'$/],
    [{ projectId: '' }, /is too short$/],
  ] as const) {
    assert.match(problemOf('server-group', { ...group, ...change }) ?? '', problem);
  }
});

test('quotas have limits that there are, and some', () => {
  assert.match(
    problemOf('project-quota', { id: 'p1', limits: {} }) ?? '',
    /does not have enough properties$/,
  );
  assert.match(problemOf('project-quota', { id: 'p1', limits: { disks: 1 } as never }) ?? '', /unexpected/);
  assert.match(problemOf('class-quota', { id: '', limits: { cores: 1 } }) ?? '', /is too short$/);
  assert.match(problemOf('class-quota', { id: 'c', limits: { cores: -2 } }) ?? '', /less than the minimum/);
  assert.match(
    problemOf('user-quota', { ...userQuota, id: 'x' }) ?? '',
    /not called by its project and user$/,
  );
  assert.match(problemOf('user-quota', { ...userQuota, limits: { fixedIps: 1 } }) ?? '', /unexpected/);
});

test('an order says all that its work needs, and how another host would be found', () => {
  const { search } = createRequest(['vm1']);
  const orderOf = (work: object) => ({ ...someOrder(1, 'vm1'), work }) as Order;
  assert.equal(problemOf('order', orderOf({ kind: 'build', search })), null);
  assert.equal(problemOf('order', orderOf({ kind: 'reboot', isHard: false })), null);
  for (const work of [
    { kind: 'build' },
    { kind: 'build', search: {} },
    { kind: 'build', search: { ...search, ignoredHosts: null } },
    { kind: 'build', search: { ...search, hints: {} } },
    { kind: 'build', search: { ...search, forced: 'host1' } },
    { kind: 'attach-ports' },
    { kind: 'reboot' },
    { kind: 'rebuild' },
    { kind: 'snapshot' },
    { kind: 'detach-ports' },
  ]) {
    assert.notEqual(problemOf('order', orderOf(work)), null, JSON.stringify(work));
  }
});
