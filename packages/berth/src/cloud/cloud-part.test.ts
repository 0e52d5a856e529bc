import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cloudWithServers } from '../testing/cloud-with-servers.ts';
import { type CloudPart, feedsOf } from './cloud-part.ts';

test('a part whose feed leaves out a kind of its changes is found before anybody follows them', () => {
  const { parts } = cloudWithServers;
  assert.equal(feedsOf(parts).length, 2);
  const lacking = parts.map((part): CloudPart<{ readonly kind: string }> => {
    const { 'server-renamed': _, ...kinds } = part.feed.kinds;
    return { ...part, feed: { ...part.feed, kinds } };
  });
  assert.throws(() => feedsOf(lacking), /the feed of servers shows no server-renamed/);
});
