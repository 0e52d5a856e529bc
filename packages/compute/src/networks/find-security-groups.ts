import { badRequest, conflict } from '@berth/api-kit/http-error.ts';
import type { SecurityGroup } from '@berth/compute-engine/network/server-port.ts';
import type { NetworkAsker } from './networks.ts';
import type { Neutron } from './neutron.ts';
import { textAt } from './read-neutron.ts';

/** The one that every project has, and that ports are in unless told. */
const defaultGroup = 'default';

/** Each port of each server has them written down with it. */
const groupsMax = 100;

/** The groups that are meant, by id or by name; none where only the default is, since ports are in that by themselves. */
export async function findSecurityGroups(
  neutron: Neutron,
  names: readonly string[],
  { projectId }: Pick<NetworkAsker, 'projectId'>,
): Promise<readonly SecurityGroup[]> {
  if (names.every((name) => name === defaultGroup)) return [];
  const listed = await neutron.list('security-groups', { tenant_id: projectId, fields: ['id', 'name'] });
  const known = listed.map((group) => ({ id: textAt(group, 'id'), name: textAt(group, 'name') }));
  // A client may name thousands, of thousands that there are.
  const byId = new Map(known.map((group) => [group.id, group]));
  const byName = Map.groupBy(known, (group) => group.name);
  const found = new Map<string, SecurityGroup>();
  for (const name of names) {
    const named = byId.get(name.toLowerCase());
    const [first, ...others] = named ? [named] : (byName.get(name) ?? []);
    if (!first) throw badRequest(`Security group ${name} not found for project ${projectId}.`);
    if (others.length > 0)
      throw conflict(`Multiple security groups found matching '${name}'. Use an ID to be more specific.`);
    found.set(first.id, first);
  }
  if (found.size > groupsMax) throw badRequest(`A server can be in at most ${groupsMax} security groups.`);
  return [...found.values()];
}
