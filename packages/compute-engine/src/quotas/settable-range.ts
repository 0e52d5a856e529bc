import type { Compute } from '../compute-state.ts';
import type { Asker } from './asker.ts';
import { limitsOfProject } from './limits-in-force.ts';
import type { LimitedThing } from './limits.ts';
import { userQuotaId } from './quota.ts';
import { usageOf } from './usage-of.ts';

/**
 * Between what a limit has to be, unless it is forced. A project has at least what it uses and what its users were promised together;
 * a user at least what they use, and at most what the project has not promised to others. What is unlimited on one side
 * makes the other side so, and a user who was promised everything counts for one less than nothing: as in the original.
 */
export function settableRange(
  compute: Compute,
  asker: Asker & { readonly projectId: string },
  thing: LimitedThing,
): { readonly least: number; readonly most: number } {
  const { projectId, userId } = asker;
  const limit = limitsOfProject(compute, asker)[thing];
  const promised = promisedToUsers(compute, projectId, thing);
  const left = limit - promised;
  const used = usageOf({ compute }, projectId, userId)[thing];
  if (userId === null) {
    const isOpen = limit < 0 || left < 0;
    return { least: isOpen ? used : Math.max(promised, used), most: Number.POSITIVE_INFINITY };
  }
  const own = compute.userQuotas.get(userQuotaId(projectId, userId))?.limits[thing] ?? 0;
  return { least: used, most: left < 0 || own < 0 ? Number.POSITIVE_INFINITY : left + own };
}

function promisedToUsers({ userQuotas }: Compute, projectId: string, thing: LimitedThing): number {
  return userQuotas.ofProject(projectId).reduce((sum, { limits }) => sum + (limits[thing] ?? 0), 0);
}
