import type { Change } from '../changes.ts';
import type { ConsumerId } from '../ids.ts';
import { refuse } from '../refusals.ts';
import type { World } from '../world.ts';

export interface RemoveAllocations {
  readonly kind: 'remove-allocations';
  readonly consumerId: ConsumerId;
}

/** Gives back all that a consumer holds, whatever its generation. The providers' generations stay. */
export function removeAllocations(world: World, { consumerId }: RemoveAllocations): Change[] {
  const { createdAt } = world.consumers.get(consumerId) ?? refuse({ kind: 'no-allocations', id: consumerId });
  return [{ kind: 'consumer-removed', id: consumerId, createdAt }];
}
