import { type ServerGroup, serverGroupPolicies } from '@berth/compute-engine/server-groups/server-group.ts';

/** What a server group has to be by itself. */
export function* serverGroupProblems(group: ServerGroup): Generator<string> {
  const { id, number, name, projectId, userId, policy, perHostMax, members } = group;
  if (typeof name !== 'string' || name === '') yield `server group ${id} has no name`;
  for (const [key, owner] of Object.entries({ projectId, userId })) {
    if (owner !== null && typeof owner !== 'string') yield `server group ${id}: ${key} is ${owner}`;
  }
  if (!serverGroupPolicies.includes(policy)) yield `server group ${id}: policy is ${policy}`;
  if (!Number.isInteger(number) || number < 1) yield `server group ${id}: number is ${number}`;
  if (perHostMax !== null && (!Number.isInteger(perHostMax) || perHostMax < 1)) {
    yield `server group ${id}: perHostMax is ${perHostMax}`;
  }
  if (!Array.isArray(members) || !members.every((each) => typeof each === 'string')) {
    yield `server group ${id} has no list of members`;
  }
}
