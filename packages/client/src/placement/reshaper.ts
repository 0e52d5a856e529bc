import { tell } from '../ask.ts';
import type { Transport } from '../transport.ts';
import { allocationsByConsumerBody } from './allocations.ts';
import { inventoriesBody } from './inventories.ts';
import type { AllocationsByConsumer, ProviderInventories } from './records.ts';

/** What providers have and what consumers hold from then on: all of it in one step, or nothing. */
export interface Reshape {
  /** By provider; at least one. */
  readonly inventories: ReadonlyMap<string, ProviderInventories>;
  readonly allocations: AllocationsByConsumer;
}

export const reshaperPath = '/reshaper';

export async function postReshaper(transport: Transport, reshape: Reshape): Promise<void> {
  await tell(transport, {
    method: 'POST',
    path: reshaperPath,
    version: '1.30',
    body: reshaperBody(reshape),
  });
}

export function reshaperBody({ inventories, allocations }: Reshape): Record<string, unknown> {
  return {
    inventories: Object.fromEntries(Array.from(inventories, ([uuid, each]) => [uuid, inventoriesBody(each)])),
    allocations: allocationsByConsumerBody(allocations),
  };
}
