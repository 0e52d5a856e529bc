import type { ComputeCloud } from '../compute-state.ts';
import { type LimitedThing, limitedThings } from './limits.ts';

/**
 * How much a project has of each thing, or one user in it. What users have whatever the project (key pairs) and what others have to
 * count (members of a group) are 0, as in the original.
 */
export function usageOf(
  { compute }: Pick<ComputeCloud, 'compute'>,
  projectId: string | null,
  userId: string | null,
): Usage {
  const { servers, serverGroups } = compute;
  return {
    ...nothingUsed,
    ...servers.usages.of(projectId, userId),
    serverGroups: serverGroups.countOf(projectId, userId),
  };
}

export type Usage = Readonly<Record<LimitedThing, number>>;

const nothingUsed = Object.fromEntries(limitedThings.map((thing) => [thing, 0])) as Usage;
