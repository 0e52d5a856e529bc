import type { JsonSchema } from '@berth/api-kit/json/schema.ts';
import { isShared, type LimitedThing, limitedThings } from '@berth/compute-engine/quotas/limits.ts';
import {
  type ClassQuota,
  type ProjectQuota,
  type UserQuota,
  userQuotaId,
} from '@berth/compute-engine/quotas/quota.ts';
import { limit } from '../http/quotas/bodies.ts';
import { hasShape, ownerId } from './thing-shape.ts';

export const projectQuotaProblems = hasShape<ProjectQuota>('project quota', {
  id: ownerId,
  limits: limitsOn(limitedThings),
});

export const classQuotaProblems = hasShape<ClassQuota>('class quota', {
  id: ownerId,
  limits: limitsOn(limitedThings),
});

/** A user's is called by its project and user. */
export function* userQuotaProblems(quota: UserQuota): Generator<string> {
  const problems = [...userQuotaShape(quota)];
  yield* problems;
  const { id, projectId, userId } = quota;
  if (problems.length === 0 && id !== userQuotaId(projectId, userId)) {
    yield `user quota ${id} is not called by its project and user`;
  }
}

const userQuotaShape = hasShape<UserQuota>('user quota', {
  id: { type: 'string' },
  projectId: ownerId,
  userId: ownerId,
  limits: limitsOn(limitedThings.filter((thing) => !isShared(thing))),
});

/** What has none leaves nothing behind. */
function limitsOn(things: readonly LimitedThing[]): JsonSchema {
  const kept: JsonSchema = { ...limit, type: 'integer' };
  return {
    type: 'object',
    properties: Object.fromEntries(things.map((thing) => [thing, kept])),
    minProperties: 1,
    additionalProperties: false,
  };
}
