import { Prng } from '@berth/testing/prng.ts';
import { seed } from '../worlds/world-plan.ts';
import { variantCount } from './operation.ts';

/** The variants of one operation on one world: always the same ones, whatever other operations there are. */
export function variants(world: string, operation: string, make: (random: Prng) => string): string[] {
  const random = new Prng(`ops/${world}/${seed}/${operation}`);
  return Array.from({ length: variantCount }, () => make(random));
}

/** A small instance, as resources of a query. */
export function smallInstance(random: Prng): string {
  return `VCPU:${1 + random.below(4)},MEMORY_MB:${512 * (1 + random.below(8))},DISK_GB:${10 + random.below(40)}`;
}
