import type { Server } from '../servers/server.ts';

/** The smaller server first: by memory, which takes the longest to move, then by CPUs and disk. */
export function bySize({ flavor: one }: Server, { flavor: other }: Server): number {
  return one.memoryMb - other.memoryMb || one.vcpus - other.vcpus || diskGb(one) - diskGb(other);
}

/** For those of one size, so that a plan is the same whenever it is made of the same. */
export function byId({ id: one }: Server, { id: other }: Server): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

function diskGb({ rootGb, ephemeralGb }: Server['flavor']): number {
  return rootGb + ephemeralGb;
}
