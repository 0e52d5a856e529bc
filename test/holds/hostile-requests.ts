import { allowedBodies } from './hostile/allowed-bodies.ts';
import { allowedWrites } from './hostile/allowed-writes.ts';
import { bodies } from './hostile/bodies.ts';
import { headers } from './hostile/headers.ts';
import type { HostileRequest } from './hostile/hostile-request.ts';
import { queries } from './hostile/queries.ts';
import { reads } from './hostile/reads.ts';
import { wholeBody } from './hostile/texts.ts';
import { writes } from './hostile/writes.ts';
import type { WorldSize } from './large-world.ts';

/** Every route at sizes that hurt. In order: what is written by one is read by those after it. */
export function hostileRequests(size: WorldSize, bodyBytes = wholeBody): HostileRequest[] {
  const upTo = (wanted: number) => Math.min(wanted, size.providers - 10, size.names - 10);
  return [
    ...reads(),
    ...queries(),
    ...headers(),
    ...bodies(bodyBytes),
    ...allowedBodies(bodyBytes),
    ...allowedWrites(),
    ...writes(upTo, bodyBytes / wholeBody),
  ];
}
