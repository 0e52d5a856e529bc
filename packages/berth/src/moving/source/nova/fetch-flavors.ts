import { integerAt, integerOf, type JsonObject, numberAt, textAt } from '@berth/api-kit/json/json-reading.ts';
import type { Flavor } from '@berth/compute-engine/flavors/flavor.ts';
import type { FlavorId } from '@berth/compute-engine/ids.ts';
import type { Instant } from '@berth/engine/ids.ts';
import type { ReadThing } from '../work-file.ts';
import type { Loss } from './loss.ts';
import { type NovaClient, thingsAt } from './nova-client.ts';
import { booleanAt, readThing, textIfToldAt, textMapAt } from './nova-thing.ts';

/** All flavors, page by page, in the order in which they were made, which gives them their numbers. */
export async function* fetchFlavors(client: NovaClient, at: Instant): AsyncGenerator<readonly ReadThing[]> {
  const path = '/flavors/detail?is_public=None&sort_key=id&sort_dir=asc';
  let number = 0;
  for await (const page of client.pages(path, 'flavors', (said) => textAt(said, 'id'))) {
    const things: ReadThing[] = [];
    for (const said of page) {
      const projects = booleanAt(said, 'os-flavor-access:is_public') ? [] : await projectsOf(client, said);
      things.push(
        readThing('flavor', flavorOf(said, projects, at), { number: ++number, losses: lost(said) }),
      );
    }
    yield things;
  }
}

/** None for one that has gone, or become public, since it was listed. */
async function projectsOf(client: NovaClient, said: JsonObject): Promise<readonly string[]> {
  const answer = await client.find(`/flavors/${encodeURIComponent(textAt(said, 'id'))}/os-flavor-access`);
  if (answer === null) return [];
  return thingsAt(answer, 'flavor_access')
    .map((each) => textAt(each, 'tenant_id'))
    .toSorted((one, other) => (one < other ? -1 : Number(one > other)));
}

function flavorOf(said: JsonObject, projects: readonly string[], at: Instant): Flavor {
  return {
    number: 0,
    id: textAt(said, 'id') as FlavorId,
    name: textAt(said, 'name'),
    vcpus: integerAt(said, 'vcpus'),
    memoryMb: integerAt(said, 'ram'),
    rootGb: integerAt(said, 'disk'),
    ephemeralGb: integerAt(said, 'OS-FLV-EXT-DATA:ephemeral'),
    // Until 2.74 none was an empty text.
    swapMb: integerOf(said['swap'] === '' ? 0 : said['swap'], "'swap'"),
    rxtxFactor: numberAt(said, 'rxtx_factor'),
    isPublic: booleanAt(said, 'os-flavor-access:is_public'),
    description: textIfToldAt(said, 'description'),
    extraSpecs: textMapAt(said, 'extra_specs'),
    projects,
    createdAt: at,
    updatedAt: null,
  };
}

function lost(said: JsonObject): readonly Loss[] {
  if (said['OS-FLV-DISABLED:disabled'] !== true) return [];
  return [{ kind: 'disabled-flavor', what: `flavor ${textAt(said, 'id')}` }];
}
