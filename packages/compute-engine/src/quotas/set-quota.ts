import type { ComputeChange } from '../changes.ts';
import type { Compute } from '../compute-state.ts';
import { refuse } from '../refusals.ts';
import { isShared, type LimitedThing, type Limits, type SetLimits } from './limits.ts';
import { userQuotaId } from './quota.ts';
import { settableRange } from './settable-range.ts';

export interface SetQuota {
  readonly kind: 'set-quota';
  readonly projectId: string;
  /** Null: the project's own. */
  readonly userId: string | null;
  /** Only these; all others stay. */
  readonly limits: SetLimits;
  /** Whatever is used and promised. */
  readonly isForced: boolean;
  readonly configured: Limits;
}

/** Those of a project go all at once when it goes back to the defaults, and are summed up for each limit that is set. */
export const userQuotasMax = 1_000;

export function setQuota(compute: Compute, command: SetQuota): readonly ComputeChange[] {
  const { projectId, userId, limits, isForced } = command;
  const asked = Object.entries(limits) as [LimitedThing, number][];
  if (!isForced) for (const [thing, limit] of asked) refuseOutOfRange(compute, command, thing, limit);
  if (userId === null) return projectQuotaWith(compute, projectId, limits);
  const shared = Object.fromEntries(asked.filter(([thing]) => isShared(thing)));
  const own = Object.fromEntries(asked.filter(([thing]) => !isShared(thing)));
  return [...projectQuotaWith(compute, projectId, shared), ...userQuotaWith(compute, projectId, userId, own)];
}

function refuseOutOfRange(compute: Compute, asker: SetQuota, thing: LimitedThing, limit: number): void {
  const { least, most } = settableRange(compute, asker, thing);
  const height = limit < 0 ? Number.POSITIVE_INFINITY : limit;
  if (height < least) refuse({ kind: 'limit-below-use', thing, limit, least });
  if (height > most) refuse({ kind: 'limit-above-project', thing, limit, most });
}

function projectQuotaWith(
  { projectQuotas }: Compute,
  id: string,
  limits: SetLimits,
): readonly ComputeChange[] {
  if (isEmpty(limits)) return [];
  const before = projectQuotas.get(id);
  return [{ kind: 'project-quota-set', thing: { id, limits: { ...before?.limits, ...limits } } }];
}

function userQuotaWith(
  { userQuotas }: Compute,
  projectId: string,
  userId: string,
  limits: SetLimits,
): readonly ComputeChange[] {
  if (isEmpty(limits)) return [];
  const id = userQuotaId(projectId, userId);
  const isNew = !userQuotas.has(id);
  if (isNew && userQuotas.countOf(projectId) >= userQuotasMax) {
    refuse({ kind: 'too-many-user-quotas', most: userQuotasMax });
  }
  const all = { ...userQuotas.get(id)?.limits, ...limits };
  return [{ kind: 'user-quota-set', thing: { id, projectId, userId, limits: all } }];
}

function isEmpty(limits: SetLimits): boolean {
  return Object.keys(limits).length === 0;
}
