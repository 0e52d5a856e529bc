import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Search } from '@berth/engine/candidates/search.ts';
import { decide } from '@berth/engine/decide.ts';
import { apply } from '@berth/engine/apply.ts';
import { arbitraryWorldToSearch } from '@berth/engine/testing/arbitrary-world.ts';
import { longAgo } from '@berth/engine/testing/instants.ts';
import { assertProperty } from '@berth/testing/assert-property.ts';
import { afterAllCases } from '@berth/testing/random-cases.ts';
import fc from 'fast-check';
import { type AskedServer, GivenCloud, requestOf } from '../testing/given-cloud.ts';
import { ask } from './asking/ask.ts';
import { defaultSchedulerSettings } from './settings.ts';

const amount = fc.constantFrom('0', '1', '1', '2');

const arbitraryAsked = fc
  .record({ VCPU: amount, MEMORY_MB: amount, DISK_GB: amount, suffixed: fc.constantFrom(null, '1', '2') })
  .map(({ VCPU, MEMORY_MB, DISK_GB, suffixed }): AskedServer => {
    const extraSpecs = {
      'resources:VCPU': VCPU,
      'resources:MEMORY_MB': MEMORY_MB,
      'resources:DISK_GB': DISK_GB,
    };
    return { flavor: { extraSpecs: { ...extraSpecs, ...(suffixed && { 'resources1:VCPU': suffixed }) } } };
  });

test('what servers are given together can be claimed, and a server finds a host where there is one', () => {
  let placedCount = 0;
  assertProperty(
    fc.property(
      arbitraryWorldToSearch(),
      arbitraryAsked,
      fc.integer({ min: 1, max: 4 }),
      (text, asked, count) => {
        const cloud = new GivenCloud(text);
        const names = Array.from({ length: count }, (_, index) => `vm${index}`);
        const scheduling = cloud.decisionOn(names, asked)();
        if (!scheduling.isPlaced) {
          assert.ok(count > 1 || !hasCandidate(cloud, asked));
          return;
        }
        placedCount++;
        for (const { id, place, allocations } of scheduling.servers) {
          const claim = { consumerId: id, projectId: 'p', userId: 'u', type: 'INSTANCE', allocations };
          const changes = decide(cloud.placement, { kind: 'set-allocations', claims: [claim], now: longAgo });
          for (const change of changes) apply(cloud.placement, change);
          assert.ok(cloud.node(place.nodeId));
        }
      },
    ),
    500,
  );
  afterAllCases(() => assert.ok(placedCount > 50));
});

function hasCandidate(cloud: GivenCloud, asked: AskedServer): boolean {
  const answer = ask(cloud, requestOf(asked), defaultSchedulerSettings);
  if ('reason' in answer) return false;
  return answer.requests.some((request) => new Search(cloud.placement, request).next() !== null);
}
