import type { ServerGroup } from '@berth/compute-engine/server-groups/server-group.ts';
import { name, perHost, policy } from '../http/server-groups/bodies.ts';
import { hasShape, ownerId, seriesNumber } from './thing-shape.ts';

const ownerIdOrNull = { ...ownerId, type: ['string', 'null'] } as const;

const shape = hasShape<ServerGroup>('server group', {
  number: seriesNumber,
  id: { type: 'string', format: 'uuid' },
  name,
  projectId: ownerIdOrNull,
  userId: ownerIdOrNull,
  policy,
  perHostMax: { ...perHost, type: ['integer', 'null'] },
  members: { type: 'array', items: { type: 'string', format: 'uuid' }, uniqueItems: true },
});

/** How many may be on a host is said only of those that are to be apart. */
export function* serverGroupProblems(group: ServerGroup): Generator<string> {
  yield* shape(group);
  const { id, policy, perHostMax } = group;
  if (perHostMax !== null && policy !== 'anti-affinity') {
    yield `server group ${id} says how many may be on a host, and is not to be apart`;
  }
}
