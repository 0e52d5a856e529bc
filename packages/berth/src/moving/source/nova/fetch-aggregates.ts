import { integerAt, type JsonObject, textAt, textsAt } from '@berth/api-kit/json/json-reading.ts';
import { aggregateHostId } from '@berth/compute-engine/host-aggregates/aggregate-host.ts';
import type { HostAggregate } from '@berth/compute-engine/host-aggregates/host-aggregate.ts';
import type { AggregateId } from '@berth/engine/ids.ts';
import type { ReadThing } from '../work-file.ts';
import type { Loss } from './loss.ts';
import { type NovaClient, thingsAt } from './nova-client.ts';
import { readThing, textMapAt, timeAt, timeOrNullAt } from './nova-thing.ts';

/** All host aggregates, with those of their hosts that there are: Nova does not look after what becomes of them. */
export async function fetchAggregates(
  client: NovaClient,
  isHost: (name: string) => boolean,
): Promise<readonly ReadThing[]> {
  return thingsAt(await client.get('/os-aggregates'), 'aggregates').flatMap((said) => {
    const aggregate = aggregateOf(said);
    const all = textsAt<string>(said, 'hosts');
    const losses = all
      .filter((host) => !isHost(host))
      .map((host): Loss => ({ kind: 'host-in-aggregate', what: `aggregate ${aggregate.id}: ${host}` }));
    const number = integerAt(said, 'id');
    const hosts = all.filter(isHost).map((host, index) => memberOf(aggregate, host, index + 1));
    return [readThing('host-aggregate', aggregate, { losses, number }), ...hosts];
  });
}

function memberOf({ id: aggregateId }: HostAggregate, host: string, position: number): ReadThing {
  const id = aggregateHostId(aggregateId, host);
  return readThing('aggregate-host', { id, aggregateId, host, position });
}

function aggregateOf(said: JsonObject): HostAggregate {
  return {
    id: textAt(said, 'uuid') as AggregateId,
    number: 0,
    name: textAt(said, 'name'),
    metadata: textMapAt(said, 'metadata'),
    createdAt: timeAt(said, 'created_at'),
    updatedAt: timeOrNullAt(said, 'updated_at'),
  };
}
