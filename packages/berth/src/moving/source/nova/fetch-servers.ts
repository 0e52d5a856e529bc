import { type JsonObject, objectAt, textAt } from '@berth/api-kit/json/json-reading.ts';
import type { Instant } from '@berth/engine/ids.ts';
import type { ReadThing } from '../work-file.ts';
import { ListMoved, type NovaClient } from './nova-client.ts';
import { readServer } from './server-of.ts';

/** The last version at which servers tell the id of their flavor; from then on they tell what it is. */
const flavorById = '2.46';

/** Servers that live, or those that were deleted since a time, page by page, in the order in which they were made. */
export async function* fetchServers(
  client: NovaClient,
  deletedSince: Instant | null,
): AsyncGenerator<readonly ReadThing[]> {
  const which =
    deletedSince === null ? '' : `&deleted=true&changes-since=${new Date(deletedSince).toISOString()}`;
  const query = `all_tenants=1${which}`;
  const lockedByOwner = await idsOfLockedByOwner(client, query);
  const asked = { path: `/servers/detail?${query}&sort_key=created_at&sort_dir=asc`, key: 'servers' };
  for (let marker: string | null = null; ; ) {
    const { things, hasMore } = await client.page({ ...asked, marker, version: client.version });
    const last = things.at(-1);
    if (last === undefined) return;
    const flavorIds = await flavorIdsOf(client, { ...asked, marker, version: flavorById });
    const isDeleted = deletedSince !== null;
    const told = isDeleted ? things : await withFaults(client, things);
    yield told.map((said) => {
      const id = textAt(said, 'id');
      const flavorId = flavorIds.get(id);
      if (flavorId === undefined) throw new ListMoved(`server ${id} was listed once, and then no more`);
      return readServer(said, { flavorId, isDeleted, isLockedByOwner: lockedByOwner.has(id) });
    });
    if (!hasMore) return;
    marker = idOf(last);
  }
}

/** Lists leave out what went wrong with servers that found no host; asked for by themselves these tell it. */
async function withFaults(client: NovaClient, things: readonly JsonObject[]): Promise<readonly JsonObject[]> {
  const told: JsonObject[] = [];
  for (const said of things) {
    const mayHaveFault = said['status'] === 'ERROR' && !('fault' in said);
    const answer = mayHaveFault ? await client.find(`/servers/${encodeURIComponent(idOf(said))}`) : null;
    const fault = answer === null ? undefined : objectAt(answer, 'server')['fault'];
    told.push(fault === undefined ? said : { ...said, fault });
  }
  return told;
}

/** The same page, as the older version tells it. */
async function flavorIdsOf(
  client: NovaClient,
  asked: Parameters<NovaClient['page']>[0],
): Promise<ReadonlyMap<string, string>> {
  const { things } = await client.page(asked);
  return new Map(things.map((said) => [idOf(said), textAt(objectAt(said, 'flavor'), 'id')]));
}

/** Servers do not tell who has locked them, but they can be looked for by that. */
async function idsOfLockedByOwner(client: NovaClient, query: string): Promise<ReadonlySet<string>> {
  const ids = new Set<string>();
  for await (const page of client.pages(`/servers?${query}&locked_by=owner`, 'servers', idOf)) {
    for (const said of page) ids.add(idOf(said));
  }
  return ids;
}

function idOf(said: JsonObject): string {
  return textAt(said, 'id');
}
