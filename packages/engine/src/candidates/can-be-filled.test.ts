import assert from 'node:assert/strict';
import { test } from 'node:test';
import { candidates } from '../testing/candidates.ts';
import { given } from '../testing/given.ts';

/** Trying all combinations of these would take longer than anybody waits. */
const devices = Array.from({ length: 14 }, (_, index) => `    dev${index}  SRIOV_NET_VF:1`).join('\n');
const host = `
  cn1  VCPU:8
${devices}`;

function groups(count: number, policy: string): string {
  const each = Array.from({ length: count }, (_, index) => `resources_${index}=SRIOV_NET_VF:1`);
  return `${each.join('&')}&group_policy=${policy}`;
}

test('more groups than there are devices have no candidate, and that is found out at once', () => {
  assert.deepEqual(candidates(given(host), groups(15, 'none')), []);
  assert.deepEqual(candidates(given(host), groups(15, 'isolate')), []);
  assert.deepEqual(candidates(given(host), groups(60, 'none')), []);
});

test('groups that are to be apart find their places even if the first ones have to move', () => {
  const world = given(`
    cn1
      a  SRIOV_NET_VF:4  CUSTOM_A
      b  SRIOV_NET_VF:4  CUSTOM_A  CUSTOM_B
      c  SRIOV_NET_VF:4  CUSTOM_B`);
  const query = [
    'resources_1=SRIOV_NET_VF:1&required_1=CUSTOM_B',
    'resources_2=SRIOV_NET_VF:1&required_2=CUSTOM_B',
    'resources_3=SRIOV_NET_VF:1&required_3=CUSTOM_A',
    'group_policy=isolate',
  ].join('&');
  assert.equal(candidates(world, query).length, 2);
});

test('what is already used, and the largest unit, leave fewer places', () => {
  const used = given('cn1  VCPU:8(used=5)');
  assert.equal(candidates(used, 'resources=VCPU:1&resources_1=VCPU:2').length, 1);
  assert.deepEqual(candidates(used, 'resources=VCPU:2&resources_1=VCPU:2'), []);
  const narrow = given('cn1  VCPU:8(max=3)');
  assert.equal(candidates(narrow, 'resources=VCPU:1&resources_1=VCPU:2').length, 1);
  assert.deepEqual(candidates(narrow, 'resources=VCPU:2&resources_1=VCPU:2'), []);
});
