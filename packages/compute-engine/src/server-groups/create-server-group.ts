import type { ComputeChange } from '../changes.ts';
import type { Compute } from '../compute-state.ts';
import { nextNumber } from '../next-number.ts';
import type { Asker } from '../quotas/asker.ts';
import { limitsOfProject, limitsOfUser } from '../quotas/limits-in-force.ts';
import { mostOf } from '../quotas/most-of.ts';
import { refuse } from '../refusals.ts';
import type { ServerGroup } from './server-group.ts';

export interface CreateServerGroup {
  readonly kind: 'create-server-group';
  readonly group: Pick<ServerGroup, 'id' | 'name' | 'policy' | 'perHostMax'>;
  readonly asker: Asker;
}

export function createServerGroup(
  compute: Compute,
  { group, asker }: CreateServerGroup,
): readonly ComputeChange[] {
  // In this order: clients see which of the two it was.
  refuseTooManyServerGroups(compute, asker);
  if (group.perHostMax !== null && group.policy !== 'anti-affinity')
    refuse({ kind: 'rules-without-anti-affinity' });
  const { number, given } = nextNumber(compute, 'server-groups');
  const { projectId, userId } = asker;
  return [given, { kind: 'server-group-set', thing: { ...group, number, projectId, userId, members: [] } }];
}

function refuseTooManyServerGroups(compute: Compute, asker: Asker): void {
  const { serverGroups } = compute;
  const { projectId, userId } = asker;
  const isFull =
    isReached(limitsOfProject(compute, asker).serverGroups, serverGroups.countOf(projectId, null)) ||
    isReached(limitsOfUser(compute, asker).serverGroups, serverGroups.countOf(projectId, userId));
  if (isFull) refuse({ kind: 'too-many-server-groups' });
}

function isReached(limit: number, count: number): boolean {
  return count >= mostOf('serverGroups', limit);
}
