import {
  integerAt,
  type JsonObject,
  objectAt,
  textAt,
  textOrNullAt,
  textsAt,
} from '@berth/api-kit/json/json-reading.ts';
import type { ServerGroupId } from '@berth/compute-engine/ids.ts';
import type { ServerGroup, ServerGroupPolicy } from '@berth/compute-engine/server-groups/server-group.ts';
import type { ConsumerId } from '@berth/engine/ids.ts';
import type { ReadThing } from '../work-file.ts';
import { type NovaClient, thingsAt } from './nova-client.ts';
import { readThing } from './nova-thing.ts';

/** All server groups, in the order in which they were made, which gives them their numbers. There are no markers: pages are counted. */
export async function* fetchServerGroups(client: NovaClient): AsyncGenerator<readonly ReadThing[]> {
  for (let offset = 0; ; ) {
    const answer = await client.get(`/os-server-groups?all_projects=True&limit=${pageSize}&offset=${offset}`);
    const page = thingsAt(answer, 'server_groups');
    if (page.length === 0) return;
    const first = offset + 1;
    yield page.map((said, index) => readThing('server-group', groupOf(said), { number: first + index }));
    offset += page.length;
  }
}

const pageSize = 1000;

function groupOf(said: JsonObject): ServerGroup {
  const rules = objectAt(said, 'rules');
  return {
    number: 0,
    id: textAt(said, 'id') as ServerGroupId,
    name: textAt(said, 'name'),
    projectId: textOrNullAt(said, 'project_id'),
    userId: textOrNullAt(said, 'user_id'),
    policy: textAt(said, 'policy') as ServerGroupPolicy, // Whether it is one is a rule.
    perHostMax: 'max_server_per_host' in rules ? integerAt(rules, 'max_server_per_host') : null,
    members: textsAt<ConsumerId>(said, 'members'),
  };
}
