import { compareByCodePoint } from '@berth/api-kit/json/code-points.ts';
import type { Flavor } from '@berth/compute-engine/flavors/flavor.ts';

type Key = (flavor: Flavor) => string | number | null;

/** What flavors can be sorted by; the names are those of columns of the original. */
const keys = {
  created_at: ({ createdAt }) => createdAt,
  description: ({ description }) => description,
  disabled: () => 0,
  ephemeral_gb: ({ ephemeralGb }) => ephemeralGb,
  flavorid: ({ id }) => id,
  id: ({ number }) => number,
  is_public: ({ isPublic }) => Number(isPublic),
  memory_mb: ({ memoryMb }) => memoryMb,
  name: ({ name }) => name,
  root_gb: ({ rootGb }) => rootGb,
  rxtx_factor: ({ rxtxFactor }) => rxtxFactor,
  swap: ({ swapMb }) => swapMb,
  updated_at: ({ updatedAt }) => updatedAt,
  vcpu_weight: () => 0,
  vcpus: ({ vcpus }) => vcpus,
} as const satisfies Readonly<Record<string, Key>>;

export const sortKeys = Object.keys(keys);

/** By one of the keys, and where it is the same by number, which goes the same way. */
export function sortFlavors(
  flavors: readonly Flavor[],
  key = 'flavorid',
  direction = 'asc',
): readonly Flavor[] {
  const keyOf = keys[key as keyof typeof keys] as Key; // The query was checked.
  const sign = direction === 'asc' ? 1 : -1;
  return flavors.toSorted((a, b) => sign * (compare(keyOf(a), keyOf(b)) || a.number - b.number));
}

/** What there is not comes first. */
function compare(a: string | number | null, b: string | number | null): number {
  if (a === b) return 0;
  if (a === null || b === null) return a === null ? -1 : 1;
  if (typeof a === 'string' && typeof b === 'string') return compareByCodePoint(a, b);
  return a < b ? -1 : 1;
}
