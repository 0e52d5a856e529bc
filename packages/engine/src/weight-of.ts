import type { Change } from './changes.ts';

/** About how much a change holds, so that many of them can be kept within a bound: 1, and what is in its list. */
export function weightOf(change: Change): number {
  switch (change.kind) {
    case 'inventories-set':
      return 1 + change.inventories.length;
    case 'traits-set':
      return 1 + change.traits.length;
    case 'aggregates-set':
      return 1 + change.aggregates.length;
    case 'consumer-set':
      return 1 + change.consumer.allocations.length;
    default:
      return 1;
  }
}
