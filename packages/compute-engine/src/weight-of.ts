import type { ComputeChange } from './changes.ts';

/** About how much a change holds, so that many of them can be kept within a bound: 1, and as much again for every half a kilobyte. */
export function weightOfComputeChange(change: ComputeChange): number {
  return 1 + Math.floor(bytesIn(change) / 512);
}

function bytesIn(value: unknown): number {
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null) return 8;
  return Object.entries(value).reduce((sum, [key, each]) => sum + key.length + bytesIn(each), 0);
}
