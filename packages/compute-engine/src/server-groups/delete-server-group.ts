import type { ComputeChange } from '../changes.ts';
import type { Compute } from '../compute-state.ts';
import type { GroupId } from '../ids.ts';
import { removalOf } from '../removal-of.ts';
import { refuse } from '../refusals.ts';

export interface DeleteServerGroup {
  readonly kind: 'delete-server-group';
  readonly id: GroupId;
}

export function deleteServerGroup(compute: Compute, { id }: DeleteServerGroup): readonly ComputeChange[] {
  const group = compute.serverGroups.get(id) ?? refuse({ kind: 'server-group-not-found', id });
  return [removalOf('server-group', group)];
}
