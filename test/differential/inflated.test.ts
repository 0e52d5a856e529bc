import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ask } from './exchange.ts';
import { compareIntended, intended, mayInflate, uninflated } from './inflated.ts';

const query = (text: string, minor = 39) => ask('GET', `/allocation_candidates?${text}`, minor);

test('only a class asked for by the unsuffixed and a suffixed group is added up wrongly', () => {
  assert.equal(mayInflate(query('resources=VCPU:1&resources1=VCPU:1')), true);
  assert.equal(mayInflate(query('resources=VCPU:1&resources1=DISK_GB:1,VCPU:2&group_policy=isolate')), true);
  assert.equal(mayInflate(query('resources=VCPU:1&resources1=DISK_GB:1')), false);
  assert.equal(mayInflate(query('resources1=VCPU:1&resources2=VCPU:1&group_policy=isolate')), false);
  assert.equal(mayInflate(query('resources=VCPU:1&resources1=VCPU:1&group_policy=none')), false);
});

test('the right answer is asked for without isolation and limit, with mappings', () => {
  const reference = uninflated(query('resources=VCPU:1&limit=2&group_policy=isolate&resources1=VCPU:1', 30));
  assert.equal(
    reference?.path,
    '/allocation_candidates?resources=VCPU:1&resources1=VCPU:1&group_policy=none',
  );
  assert.equal(reference?.headers['openstack-api-version'], 'placement 1.34');
});

test('before nested search, isolation of several groups cannot be told', () => {
  assert.equal(
    uninflated(query('resources=VCPU:1&resources1=VCPU:1&resources2=VCPU:1&group_policy=isolate', 28)),
    null,
  );
});

test('candidates that put two groups on one provider are left out when isolation is asked for', () => {
  const answer = (...suffixes: { [suffix: string]: string[] }[]) => ({
    status: 200,
    headers: {},
    text: JSON.stringify({
      allocation_requests: suffixes.map((mappings) => ({ allocations: {}, mappings })),
      provider_summaries: {},
    }),
  });
  const apart = { '': ['p'], _A: ['p'], _B: ['q'] };
  const together = { '': ['p'], _A: ['q'], _B: ['q'] };
  const request = query('resources=VCPU:1&resources_A=VCPU:1&resources_B=VCPU:1&group_policy=isolate');
  const right = intended(request, answer(apart, together));
  assert.deepEqual(compareIntended(request, right, answer(apart)), []);
  assert.equal(compareIntended(request, right, answer(apart, together)).length, 2);
});
