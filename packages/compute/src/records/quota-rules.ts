import { type LimitedThing, limitedThings, type SetLimits } from '@berth/compute-engine/quotas/limits.ts';
import {
  type ClassQuota,
  type ProjectQuota,
  type UserQuota,
  userQuotaId,
} from '@berth/compute-engine/quotas/quota.ts';

/** What the quotas of a project or a class have to be by themselves. */
export function* quotaProblems({ id, limits }: ProjectQuota | ClassQuota): Generator<string> {
  if (id === '') yield 'a quota is nobody’s';
  yield* limitProblems(id, limits);
}

export function* userQuotaProblems({ id, projectId, userId, limits }: UserQuota): Generator<string> {
  if (id !== userQuotaId(String(projectId), String(userId))) {
    yield `quota ${id} is not called by its project and user`;
  }
  yield* limitProblems(id, limits);
}

function* limitProblems(id: string, limits: SetLimits): Generator<string> {
  const set = typeof limits === 'object' ? Object.entries(limits ?? {}) : [];
  // What has none leaves nothing behind.
  if (set.length === 0) yield `quota ${id} has no limits`;
  for (const [thing, limit] of set) {
    if (!limitedThings.includes(thing as LimitedThing)) yield `quota ${id} limits ${thing}`;
    else if (!Number.isInteger(limit) || limit < -1) yield `quota ${id}: ${thing} is ${limit}`;
  }
}
