import type { ClassName, ConsumerId, Instant, ProviderId } from '@berth/engine/ids.ts';
import { unknownType } from '@berth/engine/usage.ts';
import { integerAt, integerOf, objectAt, objectOf, textAt } from '@berth/api-kit/json/json-reading.ts';
import type { PlacementRecord } from '@berth/placement/records/placement-record.ts';
import type { PlacementClient } from './placement-client.ts';

/** Null if it holds nothing any more: then nobody knows it. */
export async function fetchConsumer(
  client: PlacementClient,
  id: string,
  otherwise: Instant,
): Promise<(PlacementRecord & { readonly kind: 'consumer' }) | null> {
  const { json, lastModified } = await client.get(`/allocations/${encodeURIComponent(id)}`);
  const answer = objectOf(json, 'the answer');
  const held = Object.entries(objectAt(answer, 'allocations'));
  if (held.length === 0) return null;
  // Told since 1.38 only.
  const type = 'consumer_type' in answer ? textAt(answer, 'consumer_type') : unknownType;
  const at = lastModified ?? otherwise;
  return {
    kind: 'consumer',
    consumer: {
      id: id as ConsumerId,
      generation: integerAt(answer, 'consumer_generation'),
      projectId: textAt(answer, 'project_id'),
      userId: textAt(answer, 'user_id'),
      type: type === unknownType ? null : type,
      createdAt: at,
      allocatedAt: at,
      allocations: held.flatMap(([providerId, value]) =>
        Object.entries(objectAt(objectOf(value, `what is held of ${providerId}`), 'resources')).map(
          ([resourceClass, amount]) => ({
            providerId: providerId as ProviderId,
            resourceClass: resourceClass as ClassName,
            amount: integerOf(amount, `the amount of ${resourceClass}`),
          }),
        ),
      ),
    },
  };
}
