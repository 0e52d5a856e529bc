import { integerAt, type JsonObject, objectAt } from '@berth/api-kit/json/json-reading.ts';
import {
  isShared,
  type LimitedThing,
  limitedThings,
  type Limits,
  type SetLimits,
} from '@berth/compute-engine/quotas/limits.ts';
import { defaultClass, userQuotaId } from '@berth/compute-engine/quotas/quota.ts';
import { quotaNames } from '@berth/compute/http/quotas/quota-names.ts';
import { SourceRefusal } from '../source-reader.ts';
import type { ReadThing } from '../work-file.ts';
import type { NovaClient } from './nova-client.ts';
import { readThing } from './nova-thing.ts';

/** The last version that tells all limits, those of networks and files too. */
const everyLimit = '2.35';

/** What holds where nothing was set. Older versions tell limits of networks and files, newer ones those of server groups. */
export async function fetchDefaultQuota(client: NovaClient): Promise<ReadThing> {
  const path = `/os-quota-class-sets/${defaultClass}`;
  const older = objectAt(await client.get(path, everyLimit), 'quota_class_set');
  const newer = objectAt(await client.get(path), 'quota_class_set');
  return readThing('class-quota', { id: defaultClass, limits: limitsIn({ ...older, ...newer }) });
}

/**
 * What was set for a project, and for these users of it. The API tells only what is in force, so what is not the default was set. Null
 * where Nova does not tell: the project is gone.
 */
export async function fetchQuotas(
  client: NovaClient,
  projectId: string,
  userIds: readonly string[],
): Promise<readonly ReadThing[] | null> {
  const path = `/os-quota-sets/${encodeURIComponent(projectId)}`;
  const defaults = await limitsAt(client, `${path}/defaults`);
  const ofProject = await limitsAt(client, path);
  if (defaults === null || ofProject === null) return null;
  const things: ReadThing[] = [];
  const set = differing(ofProject, defaults);
  if (set !== null) things.push(readThing('project-quota', { id: projectId, limits: set }));
  for (const userId of userIds) {
    const ofUser = await limitsAt(client, `${path}?user_id=${encodeURIComponent(userId)}`);
    const own = ofUser === null ? null : differing(ofUser, ofProject, (thing) => !isShared(thing));
    const id = userQuotaId(projectId, userId);
    if (own !== null) things.push(readThing('user-quota', { id, projectId, userId, limits: own }));
  }
  return things;
}

async function limitsAt(client: NovaClient, path: string): Promise<Limits | null> {
  let answer: JsonObject | null;
  try {
    answer = await client.find(path, everyLimit);
  } catch (error) {
    if (error instanceof SourceRefusal && error.status === 400) return null;
    throw error;
  }
  return answer === null ? null : limitsIn(objectAt(answer, 'quota_set'));
}

function limitsIn(said: JsonObject): Limits {
  const limits = limitedThings.map((thing) => [thing, integerAt(said, quotaNames[thing])]);
  return Object.fromEntries(limits) as Limits; // One for each.
}

/** Null where all are the same. */
function differing(
  limits: Limits,
  usual: Limits,
  counts: (thing: LimitedThing) => boolean = () => true,
): SetLimits | null {
  const set = limitedThings.filter((thing) => counts(thing) && limits[thing] !== usual[thing]);
  return set.length === 0 ? null : Object.fromEntries(set.map((thing) => [thing, limits[thing]]));
}
