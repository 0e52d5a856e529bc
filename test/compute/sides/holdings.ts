import assert from 'node:assert/strict';
import { ask, jsonOf, type Peer } from '../../differential/exchange.ts';

/** What each consumer holds, by its id: of each host so much of each class. */
export type Holdings = ReadonlyMap<string, Readonly<Record<string, Amounts>>>;
type Amounts = Readonly<Record<string, number>>;

/** All that anybody holds in a Placement. It is read provider by provider, so that consumers nobody knows are among them. */
export async function holdingsIn(placement: Peer): Promise<Holdings> {
  const get = async (path: string): Promise<unknown> => {
    const answer = await placement.send(ask('GET', path, newestCompared));
    assert.equal(answer.status, 200, answer.text);
    return jsonOf(answer);
  };
  const { resource_providers: providers } = (await get('/resource_providers')) as Providers;
  const holdings = new Map<string, Record<string, Amounts>>();
  for (const { uuid, name } of providers) {
    const { allocations } = (await get(`/resource_providers/${uuid}/allocations`)) as Allocations;
    for (const [consumer, { resources }] of Object.entries(allocations)) {
      holdings.getOrInsertComputed(consumer, () => ({}))[name] = resources;
    }
  }
  return holdings;
}

/** Of Placement. */
const newestCompared = 39;

interface Providers {
  readonly resource_providers: readonly { readonly uuid: string; readonly name: string }[];
}

interface Allocations {
  readonly allocations: Readonly<Record<string, { readonly resources: Amounts }>>;
}
