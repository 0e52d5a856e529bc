import assert from 'node:assert/strict';
import type { Resources } from '@berth/client/placement/records.ts';
import type { Transport } from '@berth/client/transport.ts';
import { inParallel } from '@berth/host/in-parallel.ts';
import type { Prng } from '@berth/testing/prng.ts';
import type { CampaignHost } from './campaign-host.ts';
import { candidatesOn, claimCandidate } from './claim-candidate.ts';

/** How many servers are made in one go: their scheduler asks once where they fit. */
const batchSize = 25;

/** Gives the consumers of a host what they are to hold, as a scheduler does: it asks where that fits, and claims. */
export async function makeConsumers(
  transport: Transport,
  { node, consumers }: CampaignHost,
  prng: Prng,
): Promise<void> {
  for (const { resources, members } of batchesOf(consumers)) {
    const candidates = await candidatesOn(transport, node.uuid, resources);
    await inParallel(members, 8, async (consumer) => {
      let attempts = 1;
      while (!(await claimCandidate(transport, consumer, candidates, prng))) {
        attempts += 1;
        assert.ok(attempts < 100, `there is no room for ${consumer} on ${node.uuid}`);
      }
    });
  }
}

interface Batch {
  readonly resources: Readonly<Resources>;
  readonly members: readonly string[];
}

/** Those of one batch want the same. */
function batchesOf(consumers: CampaignHost['consumers']): readonly Batch[] {
  const alike = Map.groupBy(consumers, ([, resources]) => JSON.stringify(resources));
  return [...alike.values()].flatMap((entries) => {
    const batches: Batch[] = [];
    for (let from = 0; from < entries.length; from += batchSize) {
      const batch = entries.slice(from, from + batchSize);
      const [, resources] = batch[0] as (typeof entries)[number];
      batches.push({ resources, members: batch.map(([consumer]) => consumer) });
    }
    return batches;
  });
}
