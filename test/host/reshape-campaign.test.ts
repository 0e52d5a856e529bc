import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runsOf, seed } from '@berth/testing/random-cases.ts';
import { reshapeCampaign } from './reshapes/campaign.ts';

/** Short ones; `run-reshapes.ts` has those with a thousand consumers. */
for (const kind of ['kill', 'faults'] as const) {
  const trouble = kind === 'kill' ? 'are killed' : 'meet faults';
  test(`hosts that ${trouble} while they reshape, and others claim, come to what they should be`, async () => {
    const rounds = runsOf(4);
    const done = await reshapeCampaign({
      kind,
      shapes: ['gpu', 'dedicated'],
      rounds,
      consumers: 50,
      seed: String(seed()),
      print: () => {},
    });
    assert.equal(done.length, rounds);
    for (const { troubles } of done) assert.ok(troubles.size > 0);
  });
}
