import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { GivenCloud } from '../testing/given-cloud.ts';

const three = `
  cn1  VCPU:8(ratio=4)  MEMORY_MB:8192   DISK_GB:100
  cn2  VCPU:8(ratio=4)  MEMORY_MB:16384  DISK_GB:100
  cn3  VCPU:8(ratio=4)  MEMORY_MB:4096   DISK_GB:100`;

describe('a server', () => {
  test('goes to the host with the most that is left', () => {
    assert.equal(new GivenCloud(three).hostFor('vm'), 'cn2');
  });

  test('takes there what its flavor says', () => {
    const scheduling = new GivenCloud(three).schedule(['vm'], { flavor: { ephemeralGb: 2, swapMb: 1 } });
    assert.ok(scheduling.isPlaced);
    const [placed] = scheduling.servers;
    const taken = placed?.allocations.map(({ resourceClass, amount }) => `${resourceClass}:${amount}`);
    assert.deepEqual(taken, ['VCPU:1', 'MEMORY_MB:512', 'DISK_GB:4']);
  });
});
