import assert from 'node:assert/strict';
import { test } from 'node:test';
import { apply } from '../apply.ts';
import { given } from '../testing/given.ts';
import { longAgo } from '../testing/instants.ts';
import { id } from '../testing/names.ts';
import { parseQuery } from '../testing/parse-query.ts';
import { Search } from './search.ts';

const request = parseQuery('resources_C=VCPU:1&resources_N=SRIOV_NET_VF:1&same_subtree=_C,_N');

test('who is below whom is looked at anew when a provider has moved within its tree', () => {
  for (const sharers of ['', '\nss1 DISK_GB:9 MISC_SHARES_VIA_AGGREGATE agg:A']) {
    const world = given(`
      cn1      agg:A
        numa0  VCPU:8
          nic  SRIOV_NET_VF:4
        numa1  VCPU:8${sharers}`);
    const found = () => new Search(world, request).take(9).map(({ providers }) => providers[0]?.name);
    assert.deepEqual(found(), ['numa0']);
    const nic = { id: id('nic'), name: 'nic', generation: 1, createdAt: longAgo, updatedAt: null };
    apply(world, { kind: 'provider-set', provider: { ...nic, parentId: id('numa1') } });
    assert.deepEqual(found(), ['numa1']);
  }
});
