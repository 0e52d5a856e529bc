import type { Requester } from '../actions/requester.ts';
import type { Compute } from '../compute-state.ts';
import type { GroupId } from '../ids.ts';
import { limitsOfUser } from '../quotas/limits-in-force.ts';
import { mostEver } from '../quotas/most-of.ts';
import { serversThatFit } from '../quotas/servers-that-fit.ts';
import { refuse } from '../refusals.ts';
import type { ServerGroup } from '../server-groups/server-group.ts';
import type { CreateServers } from './create-servers.ts';

/** How many servers are made. What is wrong with the request is refused, in the order that clients see. */
export function countOfNewServers(compute: Compute, command: CreateServers): number {
  checkGroup(compute, command);
  checkRequestedHost(compute, command);
  return countOf(compute, command);
}

/** The group that servers are to be in, where the caller may know of it. */
export function hintedGroup(
  { serverGroups }: Pick<Compute, 'serverGroups'>,
  groupId: GroupId,
  { isAdmin, projectId }: Requester,
): ServerGroup {
  const group = serverGroups.get(groupId);
  if (group && (isAdmin || group.projectId === projectId)) return group;
  return refuse({ kind: 'hinted-group-not-found', id: groupId });
}

function checkGroup(compute: Compute, { asked, by, configured, least }: CreateServers): void {
  const { groupId } = asked;
  if (groupId === null) return;
  const { projectId, userId } = by;
  const group = hintedGroup(compute, groupId, by);
  const most = limitsOfUser(compute, { projectId, userId, configured }).serverGroupMembers;
  const own = group.members.filter((id) => compute.servers.get(id)?.userId === userId);
  const isFull = group.members.length + least > mostEver.serverGroupMembers;
  if (isFull || (most >= 0 && own.length + least > most)) refuse({ kind: 'too-many-group-members' });
}

function checkRequestedHost({ services, nodes }: Compute, { search: { requested } }: CreateServers): void {
  if (requested === null) return;
  const { host, nodeName } = requested;
  if (host !== null) {
    const isThere = services.ofHost(host) !== undefined;
    if (isThere && (nodeName === null || nodes.ofHost(host).some(({ name }) => name === nodeName))) return;
    refuse({ kind: 'host-not-found', host });
  }
  for (const { name } of nodes.values()) if (name === nodeName) return;
  refuse({ kind: 'host-not-found', host: nodeName ?? '' });
}

/** As many as the limits leave room for; refused where these are fewer than were asked for, or more than can be made at one time. */
function countOf(compute: Compute, { asked, by, configured, least, most, newIds }: CreateServers): number {
  const { vcpus: cores, memoryMb } = asked.flavor;
  const { projectId, userId } = by;
  const fitting = serversThatFit(
    compute,
    { projectId, userId, configured },
    { least, most, cores, memoryMb },
  );
  if (least > newIds.length) refuse({ kind: 'too-many-at-once', most: newIds.length });
  return Math.min(fitting, newIds.length);
}
