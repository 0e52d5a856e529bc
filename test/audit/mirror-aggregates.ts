import assert from 'node:assert/strict';
import { getProviderAggregates, putProviderAggregates } from '@berth/client/placement/aggregates.ts';
import { listProviders } from '@berth/client/placement/providers.ts';
import type { Scene } from './scene.ts';

/** Aggregates that Placement has lost are as Nova had mirrored them. */
export async function mirrorAggregates({ maker, placement, print, ours, original }: Scene): Promise<void> {
  for (const [id, name] of ['rack1', 'rack2'].entries()) {
    await maker.ask('POST /os-aggregates', { body: { aggregate: { name } } });
    for (const host of ['host1', `host${id + 2}`]) {
      await maker.ask(`POST /os-aggregates/${id + 1}/action`, { body: { add_host: { host } } });
    }
  }
  const providers = (await listProviders(placement)).filter(({ name }) => name.startsWith('host'));
  const aggregates = async () =>
    new Map(
      await Promise.all(
        providers.map(async ({ uuid, name }) => {
          return [name, new Set((await getProviderAggregates(placement, uuid)).aggregates)] as const;
        }),
      ),
    );
  const mirrored = await aggregates();
  const sizes = Array.from(mirrored.values(), ({ size }) => size);
  assert.deepEqual(new Set(sizes), new Set([0, 1, 2]));
  for (const { uuid } of providers) {
    const { generation } = await getProviderAggregates(placement, uuid);
    await putProviderAggregates(placement, uuid, { generation, aggregates: [] });
  }
  assert.equal((await ours('sync-aggregates')).code, 0);
  assert.deepEqual(await aggregates(), mirrored);
  const theirs = await original('sync_aggregates');
  assert.deepEqual([theirs.code, await aggregates()], [0, mirrored], theirs.output);
  print('aggregates: as Nova has mirrored them, and the original has nothing to add\n');
}
