import { textAt } from '@berth/api-kit/json/json-reading.ts';
import type { ReadThing } from '../work-file.ts';
import type { Loss } from './loss.ts';
import { type NovaClient, thingsAt } from './nova-client.ts';

/** What host aggregates are kept as until they can be brought into a ledger: as they were told, for the report. */
export const aggregateKind = 'host-aggregate';

export async function fetchAggregates(client: NovaClient): Promise<readonly ReadThing[]> {
  return thingsAt(await client.get('/os-aggregates'), 'aggregates').map((said) => {
    const [id, name] = [textAt(said, 'uuid'), textAt(said, 'name')];
    const { hosts, metadata } = said;
    const losses: Loss[] = [{ kind: 'host-aggregate', what: `aggregate ${id} (${name})` }];
    const line = JSON.stringify({ said: { uuid: id, name, hosts, metadata }, losses });
    return { kind: aggregateKind, id, rowKey: id, number: 0, rank: 0, line };
  });
}
