import type { ComputeCloud } from '../compute-state.ts';
import type { Stranger } from './plan-draft.ts';

/** Those that hold something of hosts, and are no servers: of another service, or left over by one. */
export function strangersOn(
  { compute, placement }: ComputeCloud,
  hosts: readonly string[],
): readonly Stranger[] {
  const strangers: Stranger[] = [];
  for (const host of hosts) {
    for (const { id } of compute.nodes.ofHost(host)) {
      const there = (placement.providers.get(id)?.tree ?? []).flatMap(({ consumers }) => [...consumers]);
      for (const consumer of new Set(there))
        if (!compute.servers.has(consumer.id)) strangers.push({ consumerId: consumer.id, host });
    }
  }
  return strangers;
}
