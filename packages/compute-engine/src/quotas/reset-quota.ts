import type { ComputeChange } from '../changes.ts';
import type { Compute } from '../compute-state.ts';
import { removalOf } from '../removal-of.ts';
import { userQuotaId } from './quota.ts';

/** Back to the defaults. */
export interface ResetQuota {
  readonly kind: 'reset-quota';
  readonly projectId: string;
  /** Null: the project's, and those of all its users. */
  readonly userId: string | null;
}

export function resetQuota(
  { projectQuotas, userQuotas }: Compute,
  { projectId, userId }: ResetQuota,
): readonly ComputeChange[] {
  if (userId !== null) {
    const own = userQuotas.get(userQuotaId(projectId, userId));
    return own ? [removalOf('user-quota', own)] : [];
  }
  const project = projectQuotas.get(projectId);
  return [
    ...(project ? [removalOf('project-quota', project)] : []),
    ...userQuotas.ofProject(projectId).map((quota) => removalOf('user-quota', quota)),
  ];
}
