import type { Compute } from '../compute-state.ts';
import { refuse } from '../refusals.ts';
import type { ServerFlavor } from '../servers/server.ts';
import type { Asker } from './asker.ts';
import { limitsOfUser } from './limits-in-force.ts';
import { roomFor } from './servers-that-fit.ts';

/** Refuses a flavor with which a server would take more than its owner may have. What it has more of than now is all that counts. */
export function checkLargerFlavor(
  compute: Compute,
  owner: Asker,
  now: ServerFlavor,
  wanted: ServerFlavor,
): void {
  const more = { cores: wanted.vcpus - now.vcpus, memoryMb: wanted.memoryMb - now.memoryMb };
  const limits = limitsOfUser(compute, owner);
  const exceeded = (['cores', 'memoryMb'] as const).flatMap((thing) => {
    const room = roomFor(compute, owner, thing);
    if (more[thing] <= 0 || more[thing] <= room) return [];
    const limit = limits[thing];
    // As the original does here, what the user has is told, also where it is the project that has too much.
    const used = compute.servers.usages.of(owner.projectId, owner.userId)[thing];
    return [{ thing, requested: String(more[thing]), used, limit }];
  });
  if (exceeded.length > 0) refuse({ kind: 'too-many-servers', exceeded });
}
