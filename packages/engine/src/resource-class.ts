import type { ClassName, Instant } from './ids.ts';

/** A kind of thing that is counted: VCPU, MEMORY_MB, CUSTOM_FPGA. */
export interface ResourceClass {
  readonly name: ClassName;
  /** Standard classes have their place in the catalog, custom ones count from 10000. Lists are in this order. */
  readonly order: number;
  /** Null for a standard class: it was never created by anybody. */
  readonly createdAt: Instant | null;
  readonly updatedAt: Instant | null;
}

export const firstCustomOrder = 10_000;
export const customPrefix = 'CUSTOM_';

export function isStandardClass(resourceClass: ResourceClass): boolean {
  return resourceClass.order < firstCustomOrder;
}
