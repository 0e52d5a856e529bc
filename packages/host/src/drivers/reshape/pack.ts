import { type Bin, type Item, largestFirst, type Packing } from './packing.ts';
import { packSplit } from './pack-split.ts';
import { packWhole } from './pack-whole.ts';

/**
 * Puts items into bins so that no bin gets more than it has room for: each into one bin if there is a way, and otherwise some of them
 * in parts. Null where there is no room. The same items and bins always give the same packing.
 */
export function pack(items: readonly Item[], bins: readonly Bin[]): Packing | null {
  const ordered = largestFirst(items, bins);
  return packWhole(ordered, bins) ?? packSplit(ordered, bins);
}
